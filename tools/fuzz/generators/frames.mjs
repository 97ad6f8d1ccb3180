// Raw HTTP/2: frames that client libraries do not send, and floods of ordinary frames.
import { NAMESPACES } from '../objects.mjs'

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const [DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION] = Array.from(
  { length: 10 },
  (_, type) => type,
)
const [END_STREAM, END_HEADERS] = [1, 4]

function frame(type, flags, stream, payload = Buffer.alloc(0), length = payload.length) {
  const head = Buffer.alloc(9)
  head.writeUIntBE(length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}
const uint32 = (value) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** An HPACK integer: `bits` bits in the first byte, then seven per byte. */
function prefixed(value, bits, flags) {
  const most = 2 ** bits - 1
  if (value < most) return Buffer.from([flags | value])
  const bytes = [flags | most]
  let left = value - most
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return Buffer.from([...bytes, left])
}
const literal = (text) => Buffer.concat([prefixed(Buffer.byteLength(text), 7, 0), Buffer.from(text)])
/** Header fields as literals; `remember` adds them to the dynamic table, where index 62 is the latest. */
const hpack = (lines, { remember = false } = {}) =>
  Buffer.concat(lines.map(([name, value]) => Buffer.concat([Buffer.from([remember ? 0x40 : 0]), literal(name), literal(value)])))
const indexed = (index) => prefixed(index, 7, 0x80)

const request = (path, token, method = 'GET') => [
  [':method', method],
  [':scheme', 'https'],
  [':authority', 'plane'],
  [':path', path],
  ['authorization', `Bearer ${token}`],
]
const times = (count, item) => Buffer.concat(Array.from({ length: count }, (_, index) => item(index)))
const stream = (index) => index * 2 + 1

/** Frames after the preface, by name. `open` is the header block of an ordinary request. */
const FLOODS = {
  'streams that are reset at once': (random, open) =>
    times(random.pick([100, 2000, 20_000]), (index) =>
      Buffer.concat([frame(HEADERS, END_HEADERS | END_STREAM, stream(index), open), frame(RESET, 0, stream(index), uint32(8))]),
    ),
  'streams that never end': (random, _open, post) =>
    times(random.pick([50, 300, 3000]), (index) => frame(HEADERS, END_HEADERS, stream(index), post)),
  'streams whose answers are not taken': (random, open) =>
    Buffer.concat([
      frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])),
      times(random.pick([50, 300, 2000]), (index) => frame(HEADERS, END_HEADERS | END_STREAM, stream(index), open)),
    ]),
  'continuations without an end': (random) =>
    Buffer.concat([
      frame(HEADERS, 0, 1, Buffer.from([0x82])),
      times(random.pick([100, 5000, 50_000]), () =>
        frame(CONTINUATION, 0, 1, random.chance(0.5) ? hpack([['x', 'y']]) : Buffer.alloc(0)),
      ),
    ]),
  pings: (random) => times(random.pick([1000, 50_000]), () => frame(PING, 0, 0, Buffer.alloc(8))),
  settings: (random) => times(random.pick([1000, 20_000]), () => frame(SETTINGS, 0, 0)),
  priorities: (random) =>
    times(random.pick([1000, 50_000]), (index) => frame(PRIORITY, 0, stream(index % 5000), Buffer.from([0, 0, 0, 0, 15]))),
  'empty data': (random, _open, post) =>
    Buffer.concat([frame(HEADERS, END_HEADERS, 1, post), times(random.pick([1000, 50_000]), () => frame(DATA, 0, 1))]),
  windows: (random, open) =>
    Buffer.concat([
      frame(HEADERS, END_HEADERS | END_STREAM, 1, open),
      times(random.pick([10, 20_000]), () => frame(WINDOW, 0, random.int(2), uint32(random.pick([0, 1, 0x7fffffff])))),
    ]),
  'a table of headers, told over and over': (random, open) =>
    Buffer.concat([
      frame(HEADERS, END_HEADERS | END_STREAM, 1, Buffer.concat([open, hpack([['x', 'y'.repeat(3900)]], { remember: true })])),
      ...Array.from({ length: random.pick([1, 20]) }, (_, index) =>
        frame(HEADERS, END_HEADERS | END_STREAM, stream(index + 1), Buffer.concat([open, times(15_000, () => indexed(62))])),
      ),
    ]),
  'odd settings': (random) =>
    frame(
      SETTINGS,
      0,
      0,
      Buffer.concat([Buffer.from([0, random.between(1, 9)]), uint32(random.pick([0, 1, 0xffffffff, 0x80000000]))]),
    ),
  'frames of odd kinds': (random) =>
    times(random.pick([1, 1000]), () =>
      frame(random.between(10, 255), random.int(256), random.int(4), random.bytes(random.int(10))),
    ),
  'a frame that is too long': (random) => frame(random.pick([DATA, HEADERS, SETTINGS, PING]), 0, 1, Buffer.alloc(10), 0xffffff),
  'frames in the wrong place': (random, open) =>
    Buffer.concat([
      frame(random.pick([DATA, HEADERS, RESET, CONTINUATION, PUSH]), 4, random.pick([0, 2, 5]), open),
      frame(GOAWAY, 0, 0, Buffer.alloc(8)),
    ]),
  'pseudo-headers that are wrong': (random, _open, _post, token) => {
    const plain = request('/api/v1/namespaces', token)
    const lines = random.pick([
      [...plain, [':path', '/x']],
      plain.slice(1),
      [...plain.slice(0, 3), [':path', '']],
      [['x', 'y'], ...plain],
      [...plain, ['X-Upper', 'y']],
      [...plain, ['connection', 'close']],
      [...plain, ['te', 'gzip']],
      [...plain, [':x', 'y']],
      [
        [':method', 'CONNECT'],
        [':authority', '127.0.0.1:22'],
      ],
      [...request('/api/v1/namespaces', token, 'CONNECT'), [':protocol', 'websocket']],
      [...plain, ['host', 'other']],
      [...plain, ['content-length', '100']],
      [...plain.slice(0, 2), [':authority', 'a@b:c\u0000'], ...plain.slice(3)],
    ])
    return frame(HEADERS, END_HEADERS | END_STREAM, 1, hpack(lines))
  },
  noise: (random) => random.bytes(random.between(1, 500)),
}

export function frames(random) {
  const name = random.pick(Object.keys(FLOODS))
  const path = random.pick([
    `/api/v1/namespaces/${random.pick(NAMESPACES)}/configmaps`,
    '/api/v1/secrets',
    '/apis/shop.example.com/v1/widgets',
    '/openapi/v2',
  ])
  const user = random.pick(['admin', 'nobody'])
  return {
    title: name,
    steps: [
      {
        raw: (tokens) => {
          const open = hpack(request(path, tokens[user]))
          const post = hpack([
            ...request(`/api/v1/namespaces/${NAMESPACES[0]}/configmaps`, tokens[user], 'POST'),
            ['content-type', 'application/json'],
          ])
          return {
            protocol: 'h2',
            parts: [PREFACE, frame(SETTINGS, 0, 0), FLOODS[name](random, open, post, tokens[user])],
            waitMs: 200,
          }
        },
      },
    ],
  }
}
