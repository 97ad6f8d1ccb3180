/**
 * Field paths in messages.
 *
 * Keys come from clients and may be as long as a body, so a path is formatted only for a message, and its length is limited.
 *
 * @module
 */

/** Longest path (ours); the deepest fields of real definitions have a few hundred characters. */
const MAX_LENGTH = 1000

/** Mark at the end of a truncated path. */
const CUT = '… (cut)'

/**
 * Truncates a client's text for a message.
 *
 * @param text - Any text.
 * @returns At most 1,000 characters of it, with a mark if it was truncated.
 */
export const shortened = (text: string): string => (text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) + CUT : text)

/**
 * Formats a path.
 *
 * @param places - Keys and indexes from the root; undefined ones are skipped.
 * @returns Such as `spec.ports[0].name`, at most 1,000 characters, with a mark if it was truncated.
 */
export function formatFieldPath(places: Iterable<string | number | undefined>): string {
  let path = ''
  for (const place of places) {
    if (place === undefined) continue
    if (path.length > MAX_LENGTH) break
    if (typeof place === 'number') path += `[${place}]`
    else {
      // One character more than is shown, to detect truncation.
      const key = place.length > MAX_LENGTH ? place.slice(0, MAX_LENGTH + 1) : place
      path += path === '' ? key : `.${key}`
    }
  }
  return shortened(path)
}
