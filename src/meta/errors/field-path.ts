/**
 * Paths of fields as messages name them.
 *
 * Keys come from clients and may be as long as a body, so a path is formatted only when it is shown, and
 * what is shown is bounded.
 *
 * @module
 */

/** Longest path (ours); the deepest fields of real definitions have a few hundred characters. */
const MAX_LENGTH = 1000

/** What a path that was cut ends in. */
const CUT = '… (cut)'

/**
 * Cuts text from a client to what a message can show.
 *
 * @param text - Any text.
 * @returns At most 1,000 characters of it; longer text says in its end that it was cut.
 */
export const shortened = (text: string): string => (text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) + CUT : text)

/**
 * Writes a path.
 *
 * @param places - Keys and indexes from the root; undefined ones are passed over.
 * @returns Such as `spec.ports[0].name`, at most 1,000 characters of it; a longer one says in its end that it was cut.
 */
export function formatFieldPath(places: Iterable<string | number | undefined>): string {
  let path = ''
  for (const place of places) {
    if (place === undefined) continue
    if (path.length > MAX_LENGTH) break
    if (typeof place === 'number') path += `[${place}]`
    else {
      // One character more than is shown, so that the cut is known.
      const key = place.length > MAX_LENGTH ? place.slice(0, MAX_LENGTH + 1) : place
      path += path === '' ? key : `.${key}`
    }
  }
  return shortened(path)
}
