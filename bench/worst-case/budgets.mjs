// Objects whose validation has the maximum cost.
import { CRDS, create, definition, K, list, many, struct, text, version } from './make.mjs'

/** A rule with lists of one item, each within another one. */
const nested = (depth, rule) =>
  many(depth, (i) => i).reduceRight(
    (inner, i) => `[${i === 0 ? 'self' : `s${i - 1}`}].all(s${i}, ${inner})`,
    `s${depth - 1}.${rule}`,
  )

export function atTheirBudgets() {
  const numbers = list({ type: 'integer' }, { maxItems: 10_000 })
  const objects = (plural, kind, spec) =>
    create(`an object of ${plural}`, `/apis/example.com/v1/namespaces/default/${plural}`, () => ({
      apiVersion: 'example.com/v1',
      kind,
      metadata: { name: 'a' },
      spec: spec(),
    }))
  const define = (plural, kind, spec) =>
    create(`a definition of ${plural}`, CRDS, () => definition(plural, kind, [version('v1', { spec })]))
  const fields = many(10, (i) => `f${i}`)
  const rulesOf = (rule, items = numbers) =>
    struct(Object.fromEntries(fields.map((name) => [name, { ...items, [`${K}validations`]: [{ rule }] }])))
  const texts = { ...text, maxLength: 100_000 }
  const integers = { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 60_000 }
  const openOneOf = (count) => ({
    type: 'object',
    [`${K}preserve-unknown-fields`]: true,
    oneOf: many(count, (i) => ({ required: [`k${i}`] })),
  })
  return [
    define('loops', 'Loop', rulesOf('self.all(x, x >= 0)')),
    objects('loops', 'Loop', () => Object.fromEntries(fields.map((name) => [name, many(8_000, (i) => i)]))),
    define('maps', 'Map', rulesOf('self.map(x, x + 1).filter(x, x > 2).size() >= 0')),
    objects('maps', 'Map', () => Object.fromEntries(fields.map((name) => [name, many(8_000, (i) => i)]))),
    define('words', 'Word', rulesOf('self.matches("[ac]{0,100}[bd]") || true', texts)),
    objects('words', 'Word', () => Object.fromEntries(fields.map((name) => [name, 'ac'.repeat(40_000)]))),
    define('cuts', 'Cut', rulesOf('self.split("a").size() > 0 && self.replace("b", "cc").lowerAscii().size() > 0', texts)),
    objects('cuts', 'Cut', () => Object.fromEntries(fields.map((name) => [name, 'ab'.repeat(40_000)]))),
    define('depths', 'Depth', rulesOf(nested(30, 'all(k, k != "")'), integers)),
    objects('depths', 'Depth', () => ({ f0: Object.fromEntries(many(50_000, (i) => [`k${i}`, i])) })),
    define(
      'lists',
      'List',
      struct({
        a: list({ type: 'integer', [`${K}validations`]: [{ rule: 'self >= 0 && self < 1000000' }] }, { maxItems: 100_000 }),
      }),
    ),
    objects('lists', 'List', () => ({ a: many(95_000, (i) => i) })),
    define(
      'entries',
      'Entry',
      struct({
        a: list(struct({ n: { type: 'integer' } }, { [`${K}validations`]: [{ rule: 'self.n >= 0' }] }), { maxItems: 50_000 }),
      }),
    ),
    objects('entries', 'Entry', () => ({ a: many(45_000, (n) => ({ n })) })),
    define('others', 'Other', struct({ a: openOneOf(20_000) })),
    objects('others', 'Other', () => ({ a: { k1: 1 } })),
    define('eithers', 'Either', struct({ a: list(openOneOf(100)) })),
    objects('eithers', 'Either', () => ({ a: many(20_000, () => ({ k1: 1 })) })),
    define(
      'sets',
      'Set',
      struct({
        a: list(
          { type: 'object', [`${K}preserve-unknown-fields`]: true, [`${K}map-type`]: 'atomic' },
          { [`${K}list-type`]: 'set' },
        ),
      }),
    ),
    objects('sets', 'Set', () => ({ a: many(24_000, (i) => ({ a: { b: [i] } })) })),
    // Lists of lists of unique items can only be had by what is no custom type.
    create('unique items, 100 deep', '/apis/worst.example.com/v1/namespaces/default/uniques', () => ({
      apiVersion: 'worst.example.com/v1',
      kind: 'Unique',
      metadata: { name: 'a' },
      spec: many(97, String).reduce(
        (below) => [below],
        many(40_000, (i) => [i]),
      ),
    })),
    create('50,000 alternatives', '/apis/worst.example.com/v1/namespaces/default/uniques', () => ({
      apiVersion: 'worst.example.com/v1',
      kind: 'Unique',
      metadata: { name: 'b' },
      alternatives: { k1: 1 },
    })),
  ]
}
