// Protobuf bodies: envelopes with structures that no client sends, and mutated bytes of ordinary ones.

import { mutatedBytes } from '../mutate.mjs'
import { collectionOf, KINDS, NAMESPACES, nameFor, objectOf } from '../objects.mjs'
import { bytesOf } from '../shapes.mjs'

const PREFIX = Buffer.from([0x6b, 0x38, 0x73, 0x00])
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'

export function varint(value) {
  const bytes = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left])
    bytes.push((left % 128) | 128)
  }
}
const field = (number, content) => Buffer.concat([varint(number * 8 + 2), varint(content.length), content])
const text = (value) => Buffer.from(value)
const repeat = (part, bytes) => Buffer.alloc(Math.max(1, Math.floor(bytes / part.length)) * part.length, part)

const envelope = ({ apiVersion, kind }, raw) =>
  Buffer.concat([PREFIX, field(1, Buffer.concat([field(1, text(apiVersion)), field(2, text(kind))])), field(2, raw)])

/** A message nested `depth` times in itself. */
function nested(number, depth) {
  let inner = Buffer.alloc(0)
  for (let level = 0; level < depth; level += 1) inner = field(number, inner)
  return inner
}

const SHAPES = {
  'many empty items': (random, bytes) => repeat(field(random.between(1, 20), Buffer.alloc(0)), bytes),
  'many empty items within': (random, bytes) =>
    field(random.between(1, 4), repeat(field(random.between(1, 30), Buffer.alloc(0)), bytes)),
  'many items of a byte within': (random, bytes) =>
    field(random.between(1, 4), repeat(field(random.between(1, 30), text('x')), bytes)),
  'containers with empty items': (random, bytes) =>
    field(2, field(2, repeat(field(random.between(1, 22), Buffer.alloc(0)), bytes))),
  'map entries': (random, bytes) =>
    field(random.between(1, 4), repeat(field(random.pick([11, 12, 7, 2]), field(1, text('k'))), bytes)),
  'many finalizers': (_random, bytes) => field(1, repeat(field(14, Buffer.alloc(0)), bytes)),
  'many owners': (_random, bytes) => field(1, repeat(field(13, Buffer.alloc(0)), bytes)),
  'many managers': (_random, bytes) => field(1, repeat(field(17, Buffer.alloc(0)), bytes)),
  'many numbers': (random, bytes) =>
    repeat(Buffer.concat([varint(random.between(1, 20) * 8), varint(random.pick([0, 1, 2 ** 31, 2 ** 53 - 1]))]), bytes),
  'unknown fields': (random, bytes) => repeat(field(random.between(1000, 500_000_000), text('x')), bytes),
  groups: (random, bytes) => repeat(varint(random.between(1, 20) * 8 + random.pick([3, 4, 6, 7])), bytes),
  'deep messages': (random, bytes) => nested(random.between(1, 20), Math.min(1500, bytes / 4)),
  'a length that lies': (random) =>
    Buffer.concat([varint(random.between(1, 20) * 8 + 2), varint(random.pick([2 ** 31, 2 ** 32, 2 ** 40, 100])), text('x')]),
  'a long number': (random) => Buffer.concat([varint(random.between(1, 20) * 8), Buffer.alloc(random.between(9, 30), 0xff)]),
  noise: (random, bytes) => random.bytes(Math.min(bytes, 2000)),
  'text that is no UTF-8': (random) => field(1, field(1, random.bytes(20))),
}

export function protobuf(random, size) {
  const bytes = bytesOf(random, size)
  const target = random.pick(KINDS)
  const object = objectOf(target, nameFor(random))
  const shape = random.pick(Object.keys(SHAPES))
  const named = field(1, field(1, text(object.metadata.name)))
  const label = field(11, Buffer.concat([field(1, text('a')), field(2, text('b'))]))
  const valid = envelope(
    target,
    field(1, Buffer.concat([field(1, text(object.metadata.name)), label, field(14, text('example.com/x'))])),
  )
  const { what, body } = random.pick([
    () => ({ what: shape, body: envelope(target, Buffer.concat([named, SHAPES[shape](random, bytes)])) }),
    () => ({ what: shape, body: envelope(target, Buffer.concat([named, SHAPES[shape](random, bytes)])) }),
    () => ({ what: `${shape} as the envelope`, body: Buffer.concat([PREFIX, SHAPES[shape](random, bytes)]) }),
    () => ({ what: 'changed bytes', body: mutatedBytes(random, valid) }),
  ])()
  const isCreate = random.chance(0.7)
  const collection = collectionOf(target, random.pick(NAMESPACES))
  const query = bytes > 100_000 && random.chance(0.7) ? '?dryRun=All' : ''
  const path = `${collection}${isCreate ? '' : `/${object.metadata.name}`}${query}`
  const request = {
    user: random.chance(0.1) ? 'nobody' : 'admin',
    method: isCreate ? 'POST' : 'PUT',
    path,
    type: PROTOBUF,
    headers: random.chance(0.3) ? { accept: PROTOBUF } : {},
  }
  return { title: `${what}, ${request.method} ${target.kind}`, steps: [{ ...request, body }] }
}
