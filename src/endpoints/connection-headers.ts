/**
 * Headers of requests and answers that are forwarded.
 *
 * @module
 */

type HeaderLines = readonly (readonly [name: string, value: string])[]

/** Hop-by-hop (RFC 9110 §7.6.1), or about the framing of the body. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Credentials of the client, user headers of an authenticating proxy, and impersonation headers. */
const CREDENTIALS = /^(?:authorization|proxy-authorization|cookie|sec-websocket-.*|impersonate-.*|x-remote-.*)$/

/**
 * Headers of a request as a handler gets them.
 *
 * @param lines - Header lines of the request; names in lower case.
 */
export function requestHeaders(lines: HeaderLines): Headers {
  const headers = new Headers()
  const named = namedIn(lines.flatMap(([name, value]) => (name === 'connection' ? [value] : [])))
  for (const [name, value] of lines) {
    if (!HOP_BY_HOP.has(name) && !named.has(name) && !CREDENTIALS.test(name)) headers.append(name, value)
  }
  return headers
}

/**
 * Headers that an answer must not have. For browsers cookies, storage, workers, reports and the like belong to the origin of the
 * plane, and CORS is its decision. The others are those that the plane sets itself: a second value would precede its own.
 */
const OF_THE_PLANE = new RegExp(
  `^(?:${[
    'set-cookie',
    'access-control-.*',
    'alt-svc',
    'clear-site-data',
    'nel',
    'report-to',
    'reporting-endpoints',
    'service-worker-allowed',
    'strict-transport-security',
    'audit-id',
    'x-content-type-options',
    'x-[a-z]+-pf-.*',
  ].join('|')})$`,
)

/**
 * Header lines of a handler's answer as a client gets them.
 *
 * @param response - The answer.
 */
export function responseHeaders(response: Response): HeaderLines {
  const named = namedIn([response.headers.get('connection') ?? ''])
  // `fetch` has decoded the body already, whatever its headers say.
  const isDecoded = response.url !== ''
  const lines: [string, string][] = []
  for (const [name, value] of response.headers) {
    if (HOP_BY_HOP.has(name) || named.has(name) || OF_THE_PLANE.test(name)) continue
    if (!isDecoded || name !== 'content-encoding') lines.push([name, value])
  }
  return lines
}

/** The headers that `Connection` names. */
const namedIn = (values: readonly string[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase()))
