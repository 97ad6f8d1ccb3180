// Certificate signing requests and trust bundles: PEM and DER input that is expensive to parse.
import { bytesOf } from '../shapes.mjs'

const GROUP = '/apis/certificates.k8s.io/v1'
const LABELS = ['CERTIFICATE REQUEST', 'CERTIFICATE', 'A', '', 'a: b']

/** A DER value: tag, length and content. */
function der(tag, ...parts) {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : [0x84, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const SMALL = [
  der(0x30),
  der(5),
  der(6, Buffer.from([42])),
  der(0x31, der(0x30, der(6, Buffer.from([85, 4, 3])), der(12, Buffer.from('a')))),
]
const NULL = der(5)

const DER = {
  'many items': (random, bytes) => {
    const item = random.pick(SMALL)
    const count = Math.floor(bytes / item.length)
    return der(0x30, der(0x30, der(2, Buffer.from([0])), der(0x30, Buffer.concat(Array.from({ length: count }, () => item)))))
  },
  'deep items': (random, bytes) => {
    let value = NULL
    const tag = random.pick([0x30, 0x31, 0xa0, 0x24])
    for (let left = Math.min(bytes / 6, 3000); left > 0; left -= 1) value = der(tag, value)
    return value
  },
  'lengths that lie': (random, bytes) =>
    Buffer.concat([Buffer.from([0x30, 0x84, 255, 255, 255, random.int(256)]), random.bytes(Math.min(bytes, 5000))]),
  'no end': (_random, bytes) => Buffer.alloc(Math.floor(bytes), Buffer.from([0x30, 0x80])),
  'a long identifier': (_random, bytes) => der(0x30, der(6, Buffer.alloc(Math.floor(bytes), 0x81))),
}
const wrapped = (label, text) => `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`
const inPem = (label, value) => wrapped(label, value.toString('base64').replace(/.{64}/g, '$&\n'))
const filler = (bytes, text) => text.repeat(Math.max(1, bytes / text.length))

const PEM = {
  ...Object.fromEntries(
    Object.entries(DER).map(([what, make]) => [what, (random, bytes) => inPem(LABELS[random.int(2)], make(random, bytes))]),
  ),
  'beginnings in a line': (random, bytes) => filler(bytes, random.pick(['-----BEGIN ', '-----BEGIN A-----', '-----'])),
  beginnings: (random, bytes) => filler(bytes, `-----BEGIN ${random.pick(LABELS)}-----\n`),
  'headers that go on': (random, bytes) =>
    `-----BEGIN ${LABELS[0]}-----\na: b\n${filler(bytes, random.pick([' c: d\n', 'c: d\n', ' \n', ':\n', '\n']))}`,
  'base64 without an end': (random, bytes) =>
    `-----BEGIN ${LABELS[0]}-----\n${filler(bytes, random.pick(['AAAA\n', 'A', '=\n', '\r\n']))}`,
  'many blocks': (random, bytes) => filler(bytes, inPem(LABELS[1], random.pick(SMALL))),
}

export function certificates(random, size) {
  const bytes = bytesOf(random, size) / 2
  const what = random.pick(Object.keys(PEM))
  const pem = PEM[what](random, bytes)
  const spec = {
    request: Buffer.from(pem).toString('base64'),
    signerName: random.pick(['example.com/fuzz', 'kubernetes.io/kube-apiserver-client', 'kubernetes.io/legacy-unknown']),
    usages: ['client auth'],
  }
  const kind = { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest' }
  const body = JSON.stringify({ ...kind, metadata: { generateName: 'fuzz-' }, spec })
  const path = `${GROUP}/certificatesigningrequests?dryRun=All`
  return { title: `${what}, POST ${kind.kind}`, steps: [{ user: 'admin', method: 'POST', path, type: 'application/json', body }] }
}
