/**
 * Texts in PEM (RFC 7468): labelled blocks of bytes, and text around them.
 *
 * Read line by line, in one pass: the X.509 package uses a regular expression that takes exponential time on malicious text.
 *
 * @module
 */

/** A block of a text in PEM. */
export interface PemBlock {
  /** Such as `CERTIFICATE`. */
  readonly label: string
  /** Whether header lines such as `Proc-Type: 4,ENCRYPTED` precede the bytes. */
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array
}

/** Start and end of the line of a label. */
const DASHES = '-----'

/**
 * Reads the blocks of a text. Incomplete blocks count as text around the blocks, which is ignored.
 *
 * @param text - The text.
 * @returns The blocks, in their order.
 */
export function readPemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = []
  let open: { readonly label: string; readonly lines: string[] } | undefined
  for (const line of text.split('\n')) {
    const begun = labelOf(line, 'BEGIN')
    if (begun !== undefined) open = { label: begun, lines: [] }
    else if (open && labelOf(line, 'END') === open.label) {
      const block = blockOf(open.label, open.lines)
      if (block) blocks.push(block)
      open = undefined
    } else open?.lines.push(line.trim())
  }
  return blocks
}

function labelOf(line: string, word: 'BEGIN' | 'END'): string | undefined {
  const start = `${DASHES}${word} `
  if (!line.startsWith(start)) return undefined
  const rest = line.trimEnd()
  return rest.endsWith(DASHES) && rest.length > start.length + DASHES.length
    ? rest.slice(start.length, -DASHES.length)
    : undefined
}

/** Headers are lines with a colon, and those up to a blank line. Undefined for invalid base64. */
function blockOf(label: string, lines: readonly string[]): PemBlock | undefined {
  const hasHeaders = lines[0]?.includes(':') ?? false
  const data = hasHeaders ? lines.slice(lines.indexOf('') + 1) : lines
  let characters: string
  try {
    characters = atob(data.join(''))
  } catch {
    return undefined
  }
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at)
  return { label, hasHeaders, bytes }
}
