/**
 * Texts in PEM (RFC 7468): blocks of bytes with a label, and whatever stands around them.
 *
 * Read line by line, in one pass: the X.509 package looks for blocks by a pattern that takes for ever over texts that are made for it.
 *
 * @module
 */

/** A block of a text in PEM. */
export interface PemBlock {
  /** Such as `CERTIFICATE`. */
  readonly label: string
  /** Whether lines such as `Proc-Type: 4,ENCRYPTED` stand before the bytes. */
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array
}

/** Begins and ends the line of a label. */
const DASHES = '-----'

/**
 * Reads the blocks of a text. What is no whole block is text around the blocks, which means nothing.
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

/** Headers are lines with a colon, and those up to a blank line. Undefined when what follows is no base64. */
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
