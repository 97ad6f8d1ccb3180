/**
 * `Warning` headers (RFC 7234 §5.5).
 *
 * @module
 */

/**
 * Reads the texts of warnings.
 *
 * @param header - The header; several warnings are separated by commas. Invalid ones are left out.
 * @returns Each text once, in the order of the header.
 */
export function readWarnings(header: string | undefined): readonly string[] {
  if (!header) return []
  const texts = new Set<string>()
  for (const [, quoted = ''] of header.matchAll(/(?:^|,)\s*\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)) {
    texts.add(fromBytes(quoted.replace(/\\(.)/g, '$1')))
  }
  return [...texts]
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Header values are bytes, one character each; text beyond ASCII is UTF-8. */
function fromBytes(text: string): string {
  let bytes: Uint8Array | undefined
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 255) return text
    if (code < 128) continue
    bytes ??= Uint8Array.from(text, (character) => character.charCodeAt(0))
  }
  if (!bytes) return text
  try {
    return decoder.decode(bytes)
  } catch {
    return text
  }
}
