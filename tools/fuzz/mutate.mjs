// Small mutations of valid input: in the tree of a document, and in its bytes.
import { ODD_VALUES, PROTOTYPE_KEYS } from './shapes.mjs'

/** All positions in a tree: `[holder, key]`. */
function placesOf(value, places = []) {
  if (typeof value !== 'object' || value === null) return places
  for (const key of Object.keys(value)) {
    places.push([value, key])
    placesOf(value[key], places)
  }
  return places
}

const setOwn = (holder, key, value) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

const CHANGES = [
  (random, holder, key) => setOwn(holder, key, readOdd(random)),
  (_random, holder, key) => delete holder[key],
  (_random, holder, key) => setOwn(holder, key, [holder[key]]),
  (_random, holder, key) => setOwn(holder, key, { [key]: holder[key] }),
  // Not String(): the trees hold members named `toString`.
  (_random, holder, key) => setOwn(holder, key, JSON.stringify(holder[key])),
  (random, holder, key) =>
    setOwn(
      holder,
      random.pick([
        ...PROTOTYPE_KEYS,
        '',
        ' ',
        'a/b',
        '$patch',
        '$setElementOrder/x',
        '$deleteFromPrimitiveList/x',
        'x'.repeat(300),
      ]),
      holder[key],
    ),
  (random, holder, key) => setOwn(holder, key, random.word(random.pick([1, 63, 64, 253, 254, 1000]))),
]

function readOdd(random) {
  const text = random.pick(ODD_VALUES)
  return JSON.parse(text)
}

/** The text of a value with one to three changes. */
export function mutatedText(random, value) {
  const copy = structuredClone(value)
  for (let left = random.between(1, 3); left > 0; left -= 1) {
    const places = placesOf(copy)
    if (places.length === 0) break
    const [holder, key] = random.pick(places)
    random.pick(CHANGES)(random, holder, key)
  }
  return JSON.stringify(copy)
}

const BYTE_CHANGES = [
  (random, bytes, at) => Buffer.concat([bytes.subarray(0, at), random.bytes(1), bytes.subarray(at + 1)]),
  (_random, bytes, at) => bytes.subarray(0, at),
  (_random, bytes, at) => bytes.subarray(at),
  (random, bytes, at) => Buffer.concat([bytes.subarray(0, at), random.bytes(random.between(1, 8)), bytes.subarray(at)]),
  (random, bytes, at) => {
    const part = bytes.subarray(at, at + random.between(1, 40))
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array.from({ length: random.pick([2, 20, 500]) }, () => part),
      bytes.subarray(at),
    ])
  },
]

/** Bytes with one to three changes. */
export function mutatedBytes(random, start) {
  let bytes = Buffer.from(start)
  for (let left = random.between(1, 3); left > 0; left -= 1)
    bytes = random.pick(BYTE_CHANGES)(random, bytes, random.int(bytes.length + 1))
  return bytes
}
