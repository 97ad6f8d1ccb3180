import { beforeAll, describe, expect, test } from '@jest/globals'
import { loadEngine } from '../../../src/cel/index.js'
import { atOnce, type JsonObject } from '../../../src/meta/index.js'
import { NodeFactory } from '../../../src/schema/node.js'
import { estimateCost } from '../../../src/schema/rules/estimate.js'
import { compileRules } from '../../../src/schema/rules/rules.js'

beforeAll(() => loadEngine())

/** The estimate for a rule of a schema. */
function costOf(schema: JsonObject, rule: string): number {
  const factory = new NodeFactory({}, 'structural')
  const member = { ...schema, 'x-platform-validations': [{ rule }] }
  const whole = { type: 'object', properties: { member } } as unknown as JsonObject
  const tree = atOnce(compileRules(factory.resource(whole), factory))?.members.get('member')
  const compiled = tree?.rules[0]?.compiled
  if (!tree || !compiled || 'error' in compiled) throw new Error(JSON.stringify(compiled))
  return estimateCost(compiled.program.root, { self: tree.node, oldSelf: tree.node }, tree.node)
}

const text = (more: object = {}) => ({ type: 'string', ...more }) as unknown as JsonObject
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more }) as unknown as JsonObject
const map = (values: object, more: object = {}) =>
  ({ type: 'object', additionalProperties: values, ...more }) as unknown as JsonObject
const object = (properties: object) => ({ type: 'object', properties }) as unknown as JsonObject

const INTEGER = { type: 'integer' }
const REQUEST = 3 * 1024 * 1024

describe('a value has at most as many characters, items or entries as a request has room for', () => {
  test.each([
    [list(INTEGER), 2],
    [list(text()), 3],
    [list({ type: 'boolean' }), 5],
    [list(text({ format: 'duration' })), 4],
    [list(text({ format: 'date' })), 13],
    [list(text({ format: 'date-time' })), 22],
    [list({ 'x-platform-int-or-string': true }), 2],
    [list({ ...object({ name: text(), kind: text({ default: 'a' }) }), required: ['name', 'kind'] }), 13],
    [map(INTEGER), 7],
    [map(list(text())), 8],
  ])('%j: %d bytes an item', (schema, bytes) => {
    expect(costOf(schema, 'self.all(x, true)')).toBe(3 * Math.floor((REQUEST - 2) / bytes) + 2)
  })

  test.each([
    [text(), Math.ceil((REQUEST - 2) / 10)],
    [text({ maxLength: 25 }), 10],
    [text({ maxLength: 25, enum: ['a'] }), 10],
    [text({ enum: ['a', 'eleven long'] }), 2],
  ])('%j is searched for %d', (schema, cost) => expect(costOf(schema, `self.contains('a')`)).toBe(1 + cost))

  test.each([
    [text({ format: 'byte', maxLength: 40 }), 4],
    [text({ format: 'date' }), 2],
    [text({ format: 'date-time' }), 4],
    [text({ format: 'duration' }), 4],
    [INTEGER as unknown as JsonObject, 0],
    [object({}), 0],
  ])('%j is compared with the old value for %d', (schema, cost) => expect(costOf(schema, 'self == oldSelf')).toBe(2 + cost))
})

describe('the price of an expression is that of Kubernetes', () => {
  const schema = object({
    t: text({ maxLength: 25 }),
    u: text(),
    b: text({ format: 'byte', maxLength: 100 }),
    n: INTEGER,
    l: list(text({ maxLength: 25 }), { maxItems: 10 }),
    m: map(text({ maxLength: 25 }), { maxProperties: 10 }),
    i: { 'x-platform-int-or-string': true },
    o: { type: 'object', nullable: true, properties: { t: text({ maxLength: 25 }) } },
  })
  test.each([
    // Operators and literals.
    ['true', 0],
    ['self.n == -1', 2],
    ['-self.n < 1', 4],
    ['self.n + 1 > 2', 4],
    ['self.t == self.u', 14],
    ['self.t < self.u', 14],
    ['self.t + self.t == ""', 24],
    ['self.o.t == self.t', 15],
    ['self.n > 1 ? self.t == self.t : true', 17],
    ['self.n in [1, 2]', 14],
    ['"a" in self.m', 3],
    ['{"a": self.n}.size() == 1', 34],
    ['has(self.t) && has(self.o.t)', 3],
    ['self.?t.orValue("") == "a"', 4],
    ['self.?n.optMap(n, n > 1).orValue(true)', 20],
    ['[self.n][0] == 1', 13],
    // Comprehensions.
    ['self.l.all(x, true)', 33],
    ['self.l.exists(x, true)', 43],
    ['self.l.exists_one(x, true)', 24],
    ['self.l.filter(x, true).size() == 0', 145],
    ['self.l.map(x, x).size() == 0', 145],
    ['self.l.map(x, true, x).size() == 0', 145],
    ['self.l.all(i, x, i >= 0)', 53],
    ['self.m.transformMap(k, v, v).size() == 0', 75],
    ['self.m.transformList(k, v, v).size() == 0', 145],
    // Functions that read their arguments.
    ['self.t.matches("^a+$")', 13],
    ['self.t.contains(self.t)', 104],
    ['self.u.startsWith(self.t)', 14],
    ['self.t.lowerAscii() == ""', 12],
    ['self.t.replace("a", "bcd") == self.u', 54],
    ['self.t.replace("abc", "b") == self.u', 34],
    ['self.t.split(",").size() == 0', 24],
    ['self.t.split(",", 2).all(x, true)', 29],
    ['self.l.join(",") == self.u', 206],
    ['self.l.isSorted()', 112],
    ['self.t.indexOf("a") == 0', 13],
    ['bytes(self.t).size() == 0', 14],
    ['string(self.b) == ""', 12],
    ['url(self.t) == url(self.t)', 34],
    ['sets.contains(self.l, ["a", "b"])', 33],
    ['sets.equivalent(self.l, ["a", "b"])', 53],
    ['self.l.distinct().size() == 0', 215],
    ['self.l.sort()[0] == ""', 224],
    ['self.l.slice(2, 4).all(x, true)', 22],
    ['lists.range(3).all(i, i > 1)', 30],
    ['cidr(self.u).containsIP(self.t)', 19],
    ['cidr(self.u).containsCIDR("::/1")', 11],
    ['format.dns1123Label().validate(self.t).hasValue()', 324],
    // Functions that do not.
    ...['duration', 'timestamp'].map((name) => [`${name}(self.u) == ${name}(self.u)`, 7] as const),
    ...['int', 'double'].map((name) => [`${name}(self.u) > ${name}(self.i)`, 7] as const),
    ...['quantity', 'ip', 'cidr', 'semver'].map((name) => [`${name}(self.u) == ${name}(self.u)`, 7] as const),
    ...['isURL', 'isIP', 'isCIDR', 'isQuantity', 'isSemver'].map((name) => [`${name}(self.u)`, 3] as const),
    ['matches(self.u, "a")', 3],
    ['self.u.charAt(0) == "a"', 4],
    ['self.u.size() > 0', 4],
    ['quantity(self.u).isLessThan(quantity("1"))', 5],
    ['ip(self.u).family() == 4', 5],
    ['dyn(self.u) == "a"', 4],
  ])('%s costs %d', (rule, cost) => expect(costOf(schema, rule)).toBe(cost))

  test.each([
    ['keys of a map are empty', `self.all(k, k.matches('^[a-z]{1,40}$'))`, map(INTEGER, { maxProperties: 10 }), 82],
    ['members of a map have no known length', `self.a.contains('b')`, map(text({ maxLength: 25 })), 2 ** 64 / 10],
    ['its entries do', `self['a'].contains('b')`, map(text({ maxLength: 25 })), 12],
    ['text of a number has no known length', `string(self).contains('b')`, INTEGER as unknown as JsonObject, 2 ** 64 / 10],
    ['the name of a type is as long as the value', `type(self) == string`, text({ maxLength: 25 }), 13],
  ])('%s', (_, rule, of, cost) => expect(costOf(of, rule) / cost).toBeCloseTo(1, 6))
})

test('a part of the schema that a rule mentions often is measured once', () => {
  let reads = 0
  const items = {
    ...object({ a: text() }),
    get required() {
      reads++
      return ['a']
    },
  }
  costOf(object({ l: list(items) }), Array(100).fill('self.l.size() > 1').join(' && '))
  expect(reads).toBeLessThan(5)
})
