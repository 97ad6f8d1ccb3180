import { beforeAll, describe, expect, test } from '@jest/globals'
import { atOnce, type JsonObject, type UnknownRecord } from '../../../src/meta/index.js'
import {
  checkRules as checkRulesWithPauses,
  checkRuleTexts,
  prepareRules,
  type RuleCheckOptions,
} from '../../../src/schema/index.js'

const checkRules = (document: JsonObject, options: RuleCheckOptions) => atOnce(checkRulesWithPauses(document, options))

beforeAll(() => prepareRules())

const options = { path: 'schema', prefix: 'x-platform-' }
const texts = (errors: readonly { field: string; message: string }[]) =>
  errors.map(({ field, message }) => `${field}: ${message}`)

const spec = (rules: readonly UnknownRecord[], properties: UnknownRecord): JsonObject =>
  ({
    type: 'object',
    properties: { spec: { type: 'object', properties, 'x-platform-validations': rules } },
  }) as unknown as JsonObject

describe('what a rule says', () => {
  const document = (rule: UnknownRecord): UnknownRecord => ({
    type: 'object',
    properties: {
      a: { type: 'string' },
      'b.c': { type: 'object', additionalProperties: { type: 'string' } },
      l: { type: 'array', items: {} },
    },
    'x-platform-validations': [rule],
  })
  test.each([
    [{ rule: ' ' }, 'rule: Required value: rule is not specified'],
    [{ rule: 'r', message: ' ' }, 'message: Invalid value: " ": message must be non-empty if specified'],
    [{ rule: 'r', message: 'a\nb' }, 'message: Invalid value: "a\\nb": message must not contain line breaks'],
    [
      { rule: 'r', message: 'x'.repeat(2049) },
      'message: Invalid value: "xxxxxxxxxx...": message must have a maximum length of 2048 characters',
    ],
    [{ rule: 'r\n== 1' }, 'message: Required value: message must be specified if rule contains line breaks'],
    [
      { rule: 'r', messageExpression: ' ' },
      'messageExpression: Required value: messageExpression must be non-empty if specified',
    ],
    [
      { rule: 'r', reason: 'Because' },
      'reason: Unsupported value: "Because": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
    ],
    [
      { rule: 'r', fieldPath: '.nope' },
      'fieldPath: Invalid value: ".nope": fieldPath must be a valid path: does not refer to a valid field',
    ],
    [{ rule: 'r', fieldPath: 'a' }, 'fieldPath: Invalid value: "a": fieldPath must be a valid path: expected [ or . but got: a'],
    [{ rule: 'r', fieldPath: '.' }, 'fieldPath: Invalid value: ".": fieldPath must be a valid path: unexpected end of JSON path'],
    [
      { rule: 'r', fieldPath: '.l[0]' },
      'fieldPath: Invalid value: ".l[0]": fieldPath must be a valid path: expected single quoted string but got 0',
    ],
  ])('%j is refused', (rule, text) => {
    expect(texts(checkRuleTexts(document(rule), options))).toEqual([`schema.x-platform-validations[0].${text}`])
  })
  test.each(['.a', "['a']", "['b.c']", "['b.c'].any", "['b.c']['any']"])('the path %s leads to a member', (fieldPath) => {
    expect(checkRuleTexts(document({ rule: 'r', fieldPath }), options)).toEqual([])
  })
})

describe('a rule has to compile', () => {
  const shown = (rule: string, more: UnknownRecord = {}) =>
    JSON.stringify({
      Rule: rule,
      Message: '',
      MessageExpression: '',
      Reason: null,
      FieldPath: '',
      OptionalOldSelf: null,
      ...more,
    })
  const at = 'schema.properties[spec].x-platform-validations[0]'
  test.each([
    [
      { rule: 'self.b == 1' },
      `${at}.rule: Invalid value: ${shown('self.b == 1')}: compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b == 1\n | ....^`,
    ],
    [{ rule: 'self.a + 1' }, `${at}.rule: Invalid value: ${shown('self.a + 1')}: cel expression must evaluate to a bool`],
    [
      { rule: 'other == 1' },
      `${at}.rule: Invalid value: ${shown('other == 1')}: compilation failed: ERROR: <input>:1:1: undeclared reference to 'other' (in container '')\n | other == 1\n | ^`,
    ],
    [
      { rule: 'self.a == 1', messageExpression: 'self.a' },
      `${at}.messageExpression: Invalid value: ${shown('self.a == 1', { MessageExpression: 'self.a' })}: messageExpression must evaluate to a string`,
    ],
    [
      { rule: 'self.a == 1', messageExpression: 'self.b' },
      `${at}.messageExpression: Invalid value: ${shown('self.a == 1', { MessageExpression: 'self.b' })}: messageExpression compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b\n | ....^`,
    ],
    [
      { rule: 'self.a == 1', optionalOldSelf: true },
      `${at}.optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`,
    ],
  ])('%j', (rule, text) => {
    expect(texts(checkRules(spec([rule], { a: { type: 'integer' } }), options))).toEqual([text])
  })

  test.each([
    [`oldSelf.hasValue() ? 'was ' + oldSelf.value().t : 'new'`, []],
    [`'was ' + oldSelf.t`, [expect.stringContaining('messageExpression compilation failed')]],
    [`'was ' + string(oldSelf)`, [expect.stringContaining('messageExpression compilation failed')]],
  ])('%s: with optionalOldSelf, the message has the optional old value as well', (messageExpression, errors) => {
    const rule = { rule: 'oldSelf.hasValue() && self.a == 1', optionalOldSelf: true, messageExpression }
    expect(texts(checkRules(spec([rule], { a: { type: 'integer' }, t: { type: 'string' } }), options))).toEqual(errors)
  })

  test.each(['self.metadata.name == "a"', 'self.metadata.generateName == "a" && self.kind == "K" && has(self.apiVersion)'])(
    '%s: a rule of the whole object reads its name',
    (rule) => {
      expect(checkRules({ type: 'object', 'x-platform-validations': [{ rule }] } as unknown as JsonObject, options)).toEqual([])
    },
  )
  test('of the metadata, nothing but names can be read', () => {
    const schema = {
      type: 'object',
      'x-platform-validations': [{ rule: 'self.metadata.labels.size() == 0' }],
    } as unknown as JsonObject
    expect(texts(checkRules(schema, options))[0]).toContain("undefined field 'labels'")
  })
})

describe('a transition rule needs a correlatable path', () => {
  const changed = (list: UnknownRecord): JsonObject =>
    ({
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 5,
          items: {
            type: 'object',
            properties: { k: { type: 'string' } },
            'x-platform-validations': [{ rule: 'self == oldSelf' }],
          },
          ...list,
        },
      },
    }) as unknown as JsonObject
  test.each([{}, { 'x-platform-list-type': 'atomic' }, { 'x-platform-list-type': 'set' }])('%j cannot', (list) => {
    expect(texts(checkRules(changed(list), options))).toEqual([
      'schema.properties[l].items.x-platform-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[l].items',
    ])
  })
  test('a list with keys can', () => {
    expect(checkRules(changed({ 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['k'] }), options)).toEqual([])
  })
})

describe('a rule must not cost too much', () => {
  const text = { type: 'string' }
  test.each([
    ['self.l.all(x, x.contains("a string"))', { l: { type: 'array', items: text } }],
    ['self.l.all(x, self.l.all(y, x == y))', { l: { type: 'array', items: text } }],
    ['self.l.sortBy(x, size(x) + size(self.l.filter(y, y == x)))[0] == "a"', { l: { type: 'array', items: text } }],
    ['self.l.sortBy(x, x).all(x, self.l.all(y, x == y))', { l: { type: 'array', items: text } }],
    ['self.l.all(x, [?optional.of(self.l.all(y, x == y))].size() == 1)', { l: { type: 'array', items: text } }],
    ['self.l.transformMapEntry(i, x, {x: self.l.all(y, x == y)}).size() == 1', { l: { type: 'array', items: text } }],
    ['self.m.all(k, self.m[k].matches("^a+$"))', { m: { type: 'object', additionalProperties: text } }],
  ])('%s over what has no limits', (rule, properties) => {
    const at = 'schema.properties[spec].x-platform-validations[0].rule'
    const advice =
      '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'
    expect(texts(checkRules(spec([{ rule }], properties), options))[0]).toBe(
      `${at}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
    )
  })
  test.each([
    ['self.l.all(x, x.contains("a string"))', { l: { type: 'array', maxItems: 25, items: { type: 'string', maxLength: 10 } } }],
    [
      'self.l.all(x, self.l.exists(y, x != y))',
      { l: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 63 } } },
    ],
    [
      'self.l.sortBy(x, x.n)[0].n > 0',
      { l: { type: 'array', maxItems: 25, items: { type: 'object', properties: { n: { type: 'integer' } } } } },
    ],
    ["!has(self.l) || self.l.all(n, n.startsWith('x-'))", { l: { type: 'array', maxItems: 10, items: text } }],
    [
      'self.?n.optMap(n, n > 1).orValue(true) && self.l.first().optMap(x, x == "a").orValue(true)',
      { n: { type: 'integer' }, l: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 10 } } },
    ],
    ["self.t.matches('^[a-z]+$')", { t: { type: 'string', maxLength: 50 } }],
    ['self.t == oldSelf.t', { t: text }],
    ['size(self.l) > 0 && self.n >= 0', { l: { type: 'array', items: text }, n: { type: 'integer' } }],
  ])('%s over what is limited', (rule, properties) => {
    expect(checkRules(spec([{ rule }], properties), options)).toEqual([])
  })
  test('a message that shows a number is refused, as its length is not known', () => {
    const rule = { rule: 'self.n > 1', messageExpression: `'at least ' + string(self.n)` }
    expect(texts(checkRules(spec([rule], { n: { type: 'integer' } }), options))[0]).toContain(
      'messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x',
    )
  })
})

describe('a rule counts as often as its place can be there', () => {
  const item = (rule: string) => ({ type: 'string', maxLength: 10, 'x-platform-validations': [{ rule }] })
  const list = (items: UnknownRecord, maxItems?: number) => ({
    type: 'array',
    items,
    ...(maxItems !== undefined && { maxItems }),
  })
  const map = (additionalProperties: UnknownRecord, maxProperties?: number) => ({
    type: 'object',
    additionalProperties,
    ...(maxProperties !== undefined && { maxProperties }),
  })
  const SIX = 'self.contains("a string") == true'
  const TEN = '[self].size() > 0'
  test.each([
    ['limits of all lists and maps are multiplied', list(map(item(SIX), 1000), 1666), true],
    ['limits of all lists and maps are multiplied', list(map(item(SIX), 1000), 1667), false],
    ['one without a limit has as many as a request has room for', list(item(SIX)), true],
    ['one without a limit has as many as a request has room for', list(item(TEN)), false],
    ['in another without a limit', list(list(item(SIX))), true],
    ['in one with a limit', list(map(item(SIX)), 99), true],
    ['around one with a limit', map(list(item(SIX), 1_000_000)), true],
  ])('%s', (_, l, isAccepted) => {
    const refused = isAccepted ? [] : ['FieldValueForbidden']
    expect(checkRules(spec([], { l }), options).map(({ reason }) => reason)).toEqual(refused)
  })
  test('what its members need bounds the number of values in a request', () => {
    const value = (more: UnknownRecord) => ({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', ...more } },
      'x-platform-validations': [{ rule: '[1, 2].all(i, i > 0)' }],
    })
    expect(checkRules(spec([], { l: list(value({})) }), options)).toEqual([])
    expect(checkRules(spec([], { l: list(value({ default: 'a' })) }), options)).not.toEqual([])
  })
})

describe('a rule that compiles may still be refused', () => {
  const properties = {
    a: { type: 'string', maxLength: 5 },
    l: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 5 } },
    o: { type: 'array', maxItems: 3, items: { type: 'object', properties: { b: { type: 'string', maxLength: 5 } } } },
  }
  const errorsOf = (rule: string) => texts(checkRules(spec([{ rule }], properties), options))
  test.each([
    [`self.a.matches('(')`, 'invalid matches argument'],
    [`self.l.all(x, matches(x, '[z-a]'))`, 'invalid matches argument'],
    [`cel.bind(x, self.a, x == 'b')`, `undeclared reference to 'bind'`],
    [`self.a.reverse() == 'b'`, `undeclared reference to 'reverse'`],
    [`self.o.isSorted()`, 'isSorted'],
    [`self.o.min() == self.o.max()`, 'min'],
    [`[[1], [2]].isSorted()`, 'isSorted'],
    [`[?self.a] == []`, `expected type 'optional_type(string)' but found 'string'`],
    [`self.l.transformMapEntry(i, x, x).size() == 1`, `'cel.@mapInsert' applied to '(map(dyn, dyn), string)'`],
  ])('%s: %s', (rule, reason) => {
    const [error = ''] = errorsOf(rule)
    expect(error).toContain(`schema.properties[spec].x-platform-validations[0].rule: Invalid value: `)
    expect(error).toContain(`compilation failed: ERROR: <input>:1:`)
    expect(error).toContain(reason)
  })

  test.each([
    `self.a.matches('^a+$')`,
    `self.a.matches(self.l[0])`,
    `lists.range(3).all(i, i < 3)`,
    `self.l.slice(0, 1) == ['b']`,
    `self.l.isSorted() && [1.5].isSorted() && [true].isSorted() && self.l.map(x, size(x)).max() > 1`,
    `[?self.?a, 'b'].size() != {?'k': self.?a}[?'k'].orValue('').size()`,
    `self.l.transformMapEntry(i, x, {x: i}).size() == self.l.size()`,
    `self.l.reverse() == ['b'] && self.l.distinct() == self.l.sort() && [self.l].flatten() == self.l`,
  ])('but not %s', (rule) => expect(errorsOf(rule)).toEqual([]))
})

test.each([
  `oldSelf.orValue('x') == self`,
  `oldSelf.or(optional.of('x')).value() == self`,
  `!oldSelf.hasValue() || oldSelf.value() == self`,
])('oldSelf counts as used in %s', (rule) => {
  const a = { type: 'string', maxLength: 5, 'x-platform-validations': [{ rule, optionalOldSelf: true }] }
  expect(texts(checkRules(spec([], { a }), options))).toEqual([])
})
