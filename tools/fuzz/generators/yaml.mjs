// YAML bodies: constructs that expand, JSON texts (which are YAML), and mutated bytes.
import { mutatedBytes } from '../mutate.mjs'
import { KINDS } from '../objects.mjs'
import { bytesOf } from '../shapes.mjs'
import { anyText, anyWrite, LARGE } from './json.mjs'

const lines = (bytes, line) => line.repeat(Math.max(1, Math.floor(bytes / line.length)))
const levels = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n')

const SHAPES = {
  'a flow list': (random, bytes) => `[${lines(bytes, random.pick(['a,', '1,', '[],', '{},', '"",', 'a: b,', '? a,', '~,']))}]`,
  'a flow list over lines': (_random, bytes) => `[${lines(bytes, 'a,\n  ')}]`,
  'a block list': (random, bytes) =>
    `\n${lines(bytes, random.pick(['  - a\n', '  -\n', '  - - - a\n', '  - a\r\n', '  - {}\n', '  - |\n    a\n', '  - !!str a\n', '  - &a a\n', '  - "a"\n']))}`,
  'explicit keys': (random, bytes) =>
    `\n${lines(bytes, random.pick(['  ? a\n', '  ? a\n  : b\n', '  ? [a]\n', '  ? {a: b}\n']))}`,
  'the same key': (_random, bytes) => `\n${lines(bytes, '  a: b\n')}`,
  'many keys': (_random, bytes) => `\n${levels(Math.max(1, Math.floor(bytes / 14)), (index) => `  k${index}: v`)}\n`,
  'one anchor, many aliases': (_random, bytes) => `\n  a: &a [x]\n  b: [${lines(bytes, '*a,')}]\n`,
  'aliases of aliases': (random, bytes) => {
    const wide = `[${Array.from({ length: random.pick([2, 9, 30]) }, () => 'X').join(',')}]`
    return `\n  k0: &k0 x\n${levels(Math.max(1, Math.min(200, bytes / 40)), (index) => `  k${index + 1}: &k${index + 1} ${wide.replaceAll('X', `*k${index}`)}`)}\n`
  },
  'many anchors': (_random, bytes) => `\n${levels(Math.max(1, Math.floor(bytes / 16)), (index) => `  - &a${index} x`)}\n`,
  'merge keys': (_random, bytes) => `\n  a: &a {x: y}\n${lines(bytes, '  b: {<<: *a}\n')}`,
  'an alias of itself': () => '\n  a: &a [*a]\n',
  'deep flow lists': (random, bytes) => '['.repeat(bytes) + (random.chance(0.5) ? ']'.repeat(bytes) : ''),
  'deep block lists': (_random, bytes) => `\n  ${'- '.repeat(bytes / 2)}a\n`,
  'deep block maps': (_random, bytes) =>
    `\n${levels(Math.max(1, Math.floor(Math.min(3000, Math.sqrt(bytes * 2)))), (index) => `${' '.repeat(index + 2)}a:`)}\n`,
  'a long text over lines': (random, bytes) =>
    `${random.pick(['|', '>', '|+', '>-'])}\n${lines(bytes, random.pick(['  a\n', '  a\r\n', '\n', '  \n', '   a\n']))}`,
  'a plain text over lines': (_random, bytes) => `a\n${lines(bytes, '  b\n')}`,
  'a quoted text': (random, bytes) => `"${lines(bytes, random.pick(['\\x41', '\\u00e9', 'a\n  ', '\\\n  ', ' ']))}"`,
  comments: (random, bytes) => `1\n${lines(bytes, random.pick(['#\n', '# a\n', '  #\n', '\r\n', '\n']))}`,
  blanks: (random, bytes) => `1${lines(bytes, random.pick([' ', '\t', ' \n', '\r']))}`,
  documents: (random, bytes) => `1\n${lines(bytes, random.pick(['---\n', '---\na\n', '...\n', '--- !x\n']))}`,
  tags: (_random, bytes) => `\n${lines(bytes, '  - !<tag:example.com,2000:x> a\n')}`,
  directives: (_random, bytes) => `1\n...\n${lines(bytes, '%TAG ! tag:example.com:\n')}`,
  'odd values': (random) =>
    random.pick([
      '0x7fffffffffffffff',
      '0o777',
      '.inf',
      '-.NaN',
      '2001-12-14t21:59:43.10-05:00',
      '9007199254740993',
      '!!binary aGk=',
      '!!set {a}',
      '!!omap [a: b]',
      '!!js/function x',
      '!!timestamp 2001-12-14',
      '{__proto__: {polluted: 1}}',
      '1_000',
      '190:20:30',
      '~',
      'y',
      '=',
      '<<',
      '? ',
    ]),
  errors: (random, bytes) =>
    lines(bytes, random.pick(['}', ']', '"', '@', '`', '%', ': ', '\t- ', '&a ', '*a ', '!a ', '- ? : ', '{a b '])),
}

export function yaml(random, size) {
  const bytes = bytesOf(random, size)
  const { target, object, method, path } = anyWrite(random, { kinds: KINDS, large: bytes > LARGE })
  const apply = random.chance(0.35)
  const name = object.metadata.name
  const shape = random.pick(Object.keys(SHAPES))
  const start = `apiVersion: ${target.apiVersion}\nkind: ${target.kind}\nmetadata:\n  name: ${name}\n`
  const { what, body } = random.pick([
    () => ({
      what: shape,
      body: `${start}${random.pick(target.places).split('.')[0].replace('metadata', 'x')}: ${SHAPES[shape](random, bytes)}`,
    }),
    () => ({ what: shape, body: `${start}data: ${SHAPES[shape](random, bytes)}` }),
    () => ({ what: `${shape} alone`, body: SHAPES[shape](random, bytes) }),
    () => ({
      what: 'changed bytes',
      body: mutatedBytes(random, Buffer.from(`${start}data:\n  a: &a b\n  c: [*a, "d"]\n  e: |\n    f\n`)),
    }),
    () => {
      const { what: inner, text } = anyText(random, target, object, bytes)
      return { what: `JSON, ${inner}`, body: text }
    },
  ])()
  const [collection, query = ''] = path.split('?')
  const own = method === 'POST' ? `${collection}/${name}` : collection
  const step = apply
    ? {
        method: 'PATCH',
        path: `${own}?fieldManager=fuzz&force=true${query && `&${query}`}`,
        type: 'application/apply-patch+yaml',
      }
    : { method, path, type: 'application/yaml' }
  return {
    title: `${what}, ${apply ? 'apply' : method} ${target.kind}`,
    steps: [{ user: random.chance(0.1) ? 'nobody' : 'admin', ...step, body }],
  }
}
