// Structured JSON texts of about a given size: valid, and expensive for a naive implementation.

const times = (count, item) => Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => item(index))
const repeated = (bytes, text, between = ',') =>
  `${text}${between}`.repeat(Math.max(0, Math.floor(bytes / (text.length + between.length)) - 1)) + text

/** Keys that affect programs with careless property access, such as prototype pollution. */
export const PROTOTYPE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'toJSON',
]

/** Numbers at the limits of number types. */
export const ODD_NUMBERS = [
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '0.1',
  '1E+2',
  '2147483648',
  '4294967296',
  '1.0',
  '1e3',
  '123456789012345678901234567890',
]

/** Values to replace any other. */
export const ODD_VALUES = [
  'null',
  'true',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"a\\nb"',
  '"../../x"',
  '"%00"',
  '[]',
  '{}',
  '[[]]',
  '[{}]',
  '[null]',
  '{"":""}',
  '"9007199254740993"',
  ...ODD_NUMBERS,
  ...PROTOTYPE_KEYS.map((key) => `{"${key}":{"polluted":1}}`),
]

const emptyItem = (random) => random.pick(['{}', '[]', '""', 'null', '0', '{"a":{}}', '[[]]'])
const key = (length) => 'k'.repeat(Math.max(1, Math.floor(length)))

/** By name: a JSON value of about `bytes` bytes. */
export const shapes = {
  'repeated keys': (random, bytes) => `{${repeated(bytes, `"a":${emptyItem(random)}`)}}`,
  'repeated keys under a long key': (random, bytes) =>
    `{"${key(bytes / 2)}":{${repeated(bytes / 2, `"a":${emptyItem(random)}`)}}}`,
  'repeated long keys': (random, bytes) => `{${repeated(bytes, `"${key(random.pick([100, 1000, 30_000, bytes / 8]))}":1`)}}`,
  'two keys, repeated in turn': (_random, bytes) => `{${repeated(bytes, '"a":1,"b":2')}}`,
  'repeated objects': (random, bytes) => `{${repeated(bytes, `"a":{"b":{"c":${emptyItem(random)}}}`)}}`,
  'many keys': (random, bytes) => `{${times(bytes / 14, (index) => `"k${index}":${random.int(10)}`).join()}}`,
  'many texts by key': (_random, bytes) => `{${times(bytes / 14, (index) => `"k${index}":"v"`).join()}}`,
  'many keys under a long key': (_random, bytes) =>
    `{"${key(bytes / 2)}":{${times(bytes / 24, (index) => `"k${index}":1`).join()}}}`,
  'many items under a long key': (random, bytes) => `{"${key(bytes / 3)}":[${repeated((bytes * 2) / 3, emptyItem(random))}]}`,
  'many empty items': (random, bytes) => `[${repeated(bytes, emptyItem(random))}]`,
  'many named items': (_random, bytes) => `[${times(bytes / 20, (index) => `{"name":"n${index}"}`).join()}]`,
  'the same named item': (_random, bytes) => `[${repeated(bytes, '{"name":"n"}')}]`,
  'items with long names': (random, bytes) => {
    const length = random.pick([200, 5000, 60_000])
    return `[${times(bytes / (length + 20), (index) => `{"name":"${key(length)}${index}"}`).join()}]`
  },
  'many texts': (_random, bytes) => `[${times(bytes / 10, (index) => `"t${index}"`).join()}]`,
  'the same text': (_random, bytes) => `[${repeated(bytes, '"text"')}]`,
  'long texts': (random, bytes) =>
    `[${times(8, () => `"${random.pick(['x', 'é', '😀', '\\n', '\\u0000', '\\ud800', 'a b'])}"`)
      .map((text) => `"${text.slice(1, -1).repeat(Math.max(1, bytes / 64))}"`)
      .join()}]`,
  'one long text': (_random, bytes) => `"${'x'.repeat(bytes)}"`,
  'deep lists': (random, bytes) => nested(random, bytes, '[', ']', random.pick(['', '1', '{}'])),
  'deep objects': (random, bytes) => nested(random, bytes, '{"a":', '}', '1'),
  'many lists, each a little deep': (random, bytes) =>
    `[${repeated(bytes, nested(random, random.pick([20, 200, 1000]), '[', ']', ''))}]`,
  'prototype keys': (random, bytes) =>
    `{${times(Math.min(bytes / 40, 1000), () => `"${random.pick(PROTOTYPE_KEYS)}":${random.pick(ODD_VALUES)}`).join()}}`,
  'odd numbers': (random, bytes) => `[${times(bytes / 20, () => random.pick(ODD_NUMBERS)).join()}]`,
  'one long number': (random, bytes) =>
    `${random.pick(['', '-', '0.', '1e', '1e-'])}${'1234567890'.repeat(Math.max(1, bytes / 10))}`,
  'odd values by key': (random, bytes) =>
    `{${times(Math.min(bytes / 20, 2000), (index) => `"k${index}":${random.pick(ODD_VALUES)}`).join()}}`,
}

// Half of them are closed again, within the allowed depth or beyond it.
function nested(random, bytes, open, close, middle) {
  const depth = Math.max(
    1,
    Math.floor(Math.min(bytes / (open.length + close.length), random.pick([32, 500, 5000, 10_000, bytes]))),
  )
  return open.repeat(depth) + middle + close.repeat(random.chance(0.8) ? depth : Math.max(0, depth - 1))
}

/** A random shape: `{ shape, text }`. */
export function anyShape(random, bytes, names = Object.keys(shapes)) {
  const shape = random.pick(names)
  return { shape, text: shapes[shape](random, bytes) }
}

/** Bytes of an input: most are small, some large; `size` below 1 makes all of them smaller. */
export function bytesOf(random, size) {
  const [from, to] = random.pick([
    [10, 400],
    [10, 400],
    [10, 400],
    [400, 8000],
    [400, 8000],
    [8000, 100_000],
    [8000, 100_000],
    [100_000, 3_100_000],
  ])
  return Math.max(1, Math.floor(random.between(from, to) * size))
}
