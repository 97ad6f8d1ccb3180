/**
 * Headers that may come only once. Adapters and the server share one list, as two different ones could be played against each other.
 *
 * @module
 */

/** Headers of which a request has one line at most, in lower case, each with a bit of its own. */
export const SINGLE_HEADERS: ReadonlyMap<string, number> = new Map(
  ['authorization', 'content-length', 'content-type', 'host', 'impersonate-uid', 'impersonate-user', 'transfer-encoding'].map(
    (name, index) => [name, 1 << index],
  ),
)
