// Raw HTTP/1.1: lines that client libraries do not send.
import { NAMESPACES } from '../objects.mjs'

const BODY = '{"metadata":{"name":"fuzz-0"}}'

/** `{ lines, body }` after the first lines; `refused` if the request has to be refused. */
const REQUESTS = {
  'two authorizations': ({ nobody }) => ({ refused: true, lines: [`authorization: Bearer ${nobody}`] }),
  'two users to be': () => ({ refused: true, lines: ['impersonate-user: nobody', 'impersonate-user: admin'] }),
  'two hosts': () => ({ refused: true, lines: ['host: other'] }),
  'junk before the user to be': (_tokens, random) => ({
    refused: true,
    lines: [
      ...Array.from({ length: random.pick([1990, 1997, 2000, 2100, 20_000]) }, (_, index) => `x${index}:`),
      'impersonate-user: nobody',
    ],
  }),
  'two lengths': () => ({
    refused: true,
    lines: ['content-length: 5', `content-length: ${BODY.length}`],
    body: BODY,
    ownLength: true,
  }),
  'a length and chunks': () => ({
    refused: true,
    lines: ['transfer-encoding: chunked', 'content-length: 5'],
    body: `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
    ownLength: true,
  }),
  'chunks of odd sizes': (_tokens, random) => ({
    lines: ['transfer-encoding: chunked'],
    body: random.pick([
      '-1\r\nx\r\n',
      'fffffffffffffffff\r\nx\r\n',
      '0x5\r\nhello\r\n',
      ' 5\r\nhello\r\n',
      '5;a=b\r\nhello\r\n0\r\n\r\n',
      `5;${'x'.repeat(20_000)}\r\nhello\r\n`,
      '5\nhello\n',
    ]),
    ownLength: true,
  }),
  'odd codings': (_tokens, random) => ({
    lines: [
      `transfer-encoding: ${random.pick(['identity', 'gzip, chunked', 'chunked, gzip', ' chunked', 'xchunked', 'chunked\u000b'])}`,
    ],
    body: BODY,
    ownLength: true,
  }),
  trailers: () => ({
    lines: ['transfer-encoding: chunked', 'trailer: impersonate-user'],
    body: `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\nimpersonate-user: nobody\r\nx: ${'y'.repeat(5000)}\r\n\r\n`,
    ownLength: true,
  }),
  'an upgrade': (_tokens, random) => ({
    refused: random.chance(0),
    lines: [
      `upgrade: ${random.pick(['websocket', 'SPDY/3.1', 'h2c', 'x'])}`,
      'connection: upgrade',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      'http2-settings: AAMAAABkAAQCAAAAAAIAAAAA',
    ],
  }),
  'an expectation': (_tokens, random) => ({
    lines: [`expect: ${random.pick(['100-continue', 'x', '100-continue, x'])}`],
    body: BODY,
  }),
  'folded lines': () => ({ refused: true, lines: ['x: a', ' impersonate-user: nobody'], mayPass: true }),
  'blanks before the colon': () => ({ refused: true, lines: ['impersonate-user : nobody'] }),
  'odd bytes in a line': (_tokens, random) => ({ lines: [`x-odd: ${random.pick(['\u0000', '\u007f', '\r', '\u0001', 'é'])}`] }),
  'a long line': (_tokens, random) => ({ lines: [`x: ${'y'.repeat(random.pick([8000, 60_000, 1_100_000]))}`] }),
  'connection options': () => ({
    lines: ['connection: close, authorization, impersonate-user, host', 'keep-alive: x', 'proxy-connection: keep-alive'],
  }),
}
const FIRST_LINES = [
  (path) => `GET ${path} HTTP/1.1`,
  (path) => `GET https://other.example${path} HTTP/1.1`,
  (path) => `GET ${path} HTTP/1.0`,
  (path) => `GET ${path} HTTP/2.0`,
  (path) => `TRACE ${path} HTTP/1.1`,
  () => 'CONNECT 127.0.0.1:22 HTTP/1.1',
  () => 'CONNECT /api/v1/namespaces HTTP/1.1',
  () => 'OPTIONS * HTTP/1.1',
  () => `PRI * HTTP/2.0`,
  (path) => `GET ${path}#x HTTP/1.1`,
  (path) => `GET ${path}\t HTTP/1.1`,
  (path) => `get ${path} HTTP/1.1`,
  (path) => `${'X'.repeat(3000)} ${path} HTTP/1.1`,
  (path) => `GET ${path}/${'x'.repeat(40_000)} HTTP/1.1`,
  () => 'GET http://[::1 HTTP/1.1',
  () => 'GET \\..\\x HTTP/1.1',
]

export function rawLines(random) {
  const path = `/api/v1/namespaces/${random.pick(NAMESPACES)}/configmaps`
  const name = random.pick(Object.keys(REQUESTS))
  return {
    title: name,
    steps: [
      {
        raw: (tokens) => {
          const { lines, body, refused = false, mayPass = false, ownLength = false } = REQUESTS[name](tokens, random)
          const first = random.chance(0.4)
            ? random.pick(FIRST_LINES)(path)
            : `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`
          const length = body === undefined || ownLength ? [] : [`content-length: ${body.length}`]
          const head = [
            first,
            'host: plane',
            `authorization: Bearer ${tokens.admin}`,
            'connection: close',
            ...(body === undefined ? [] : ['content-type: application/json']),
            ...length,
            ...lines,
          ]
          return { parts: [`${head.join('\r\n')}\r\n\r\n${body ?? ''}`], refused: refused && !mayPass, waitMs: 200 }
        },
      },
    ],
  }
}
