/**
 * Headers that may occur only once. Adapters and the server share one list, as a difference between two could be exploited.
 *
 * @module
 */

/** Headers with at most one line per request, in lower case, each with a bit flag. */
export const SINGLE_HEADERS: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ [
    'authorization',
    'content-length',
    'content-type',
    'host',
    'impersonate-uid',
    'impersonate-user',
    'transfer-encoding',
  ].map((name, index) => [name, 1 << index]),
)
