import { describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/meta/index.js'
import { compileSchema } from '../../../src/schema/index.js'

interface Rule {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}

/** What a spec breaks, as texts; `rules` stand on the spec. */
async function judge(properties: JsonObject, rules: readonly Rule[], spec: unknown, old?: unknown): Promise<readonly string[]> {
  return judgeObject({ type: 'object', properties, 'x-platform-validations': rules } as unknown as JsonObject, spec, old)
}

async function judgeObject(specSchema: JsonObject, spec: unknown, old?: unknown): Promise<readonly string[]> {
  const schema = compileSchema({ type: 'object', properties: { spec: specSchema } })
  await schema.prepare?.()
  const object = (value: unknown) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: value })
  const errors = schema.validate(object(spec), old === undefined ? undefined : object(old))
  return errors.map(({ reason, field, message }) => `${reason} ${field}: ${message}`)
}

describe('a rule that is broken', () => {
  const properties: JsonObject = { a: { type: 'integer' }, b: { type: 'string' } }

  test.each([
    [{ rule: 'self.a > 1' }, 'FieldValueInvalid spec: Invalid value: failed rule: self.a > 1'],
    [{ rule: 'self.a > 1', message: ' too small ' }, 'FieldValueInvalid spec: Invalid value: too small'],
    [
      { rule: 'self.a > 1', message: 'm', reason: 'FieldValueForbidden', fieldPath: '.a' },
      'FieldValueForbidden spec.a: Forbidden: m',
    ],
    [{ rule: 'self.a > 1', message: 'm', reason: 'FieldValueRequired' }, 'FieldValueRequired spec: Required value: m'],
    [{ rule: 'self.a > 1', message: 'm', reason: 'FieldValueDuplicate' }, 'FieldValueDuplicate spec: Duplicate value:'],
    [{ rule: 'self.a > 1', messageExpression: '"a is " + string(self.a)' }, 'FieldValueInvalid spec: Invalid value: a is 1'],
    [{ rule: 'self.a > 1', message: 'm', messageExpression: '" "' }, 'FieldValueInvalid spec: Invalid value: m'],
    [{ rule: 'self.a > 1', message: 'm', messageExpression: 'self.b' }, 'FieldValueInvalid spec: Invalid value: m'],
    [{ rule: 'self.b == "x"' }, 'FieldValueInvalid spec: Invalid value: no such key: b evaluating rule: self.b == "x"'],
    [{ rule: 'self.a / 0 == 1', message: 'm' }, 'FieldValueInvalid spec: Invalid value: division by zero evaluating rule: m'],
  ] as const)('%j has the message of Kubernetes', async (rule, text) => {
    expect(await judge(properties, [rule], { a: 1 })).toEqual([text])
  })

  test.each([
    ['[?self.?a, ?self.?b].size() == 1', { a: 1 }],
    ['{?"k": self.?b, "l": self.a} == {"l": 1}', { a: 1 }],
    ['[?self.?b] == ["x"] && {"k": {?"b": self.?b}}.k.b == "x"', { b: 'x' }],
  ])('and what is absent is left out of literals: %s', async (rule, spec) => {
    expect(await judge(properties, [{ rule }], spec)).toEqual([])
  })

  test('on a scalar shows the value', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer', 'x-platform-validations': [{ rule: 'self > 1', message: 'm' }] } },
    }
    expect(await judgeObject(schema, { a: 1 })).toEqual(['FieldValueInvalid spec.a: Invalid value: 1: m'])
  })

  test('on the whole object has no path', async () => {
    const schema = compileSchema({
      type: 'object',
      'x-platform-validations': [{ rule: 'self.metadata.name == "x"' }],
    } as unknown as JsonObject)
    await schema.prepare?.()
    expect(schema.validate({ metadata: { name: 'w' } })).toEqual([
      { reason: 'FieldValueInvalid', field: '<nil>', message: 'Invalid value: failed rule: self.metadata.name == "x"' },
    ])
  })

  test('all rules are run, in their order, and those of members after those above', async () => {
    const schema = {
      type: 'object',
      properties: {
        m: { type: 'object', additionalProperties: { type: 'string', 'x-platform-validations': [{ rule: 'self != "b"' }] } },
      },
      'x-platform-validations': [{ rule: 'size(self.m) > 5' }, { rule: 'true' }, { rule: 'false' }],
    }
    expect(await judgeObject(schema, { m: { k: 'b' } })).toEqual([
      'FieldValueInvalid spec: Invalid value: failed rule: size(self.m) > 5',
      'FieldValueInvalid spec: Invalid value: failed rule: false',
      'FieldValueInvalid spec.m[k]: Invalid value: "b": failed rule: self != "b"',
    ])
  })

  test('rules are evaluated only if types, sizes and required members are valid', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' } },
      required: ['a'],
      'x-platform-validations': [{ rule: 'self.a > 1' }],
    }
    expect(await judgeObject(schema, {})).toEqual([
      'FieldValueRequired spec.a: Required value',
      'FieldValueInvalid <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ])
  })
})

describe('values have the types that the schema gives them', () => {
  const properties: JsonObject = {
    whole: { type: 'integer' },
    number: { type: 'number' },
    time: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    span: { type: 'string', format: 'duration' },
    bytes: { type: 'string', format: 'byte' },
    either: { 'x-platform-int-or-string': true },
    'my-name': { type: 'string' },
    'a.b/c__d': { type: 'string' },
    namespace: { type: 'string' },
    nothing: { type: 'string', nullable: true },
    __proto: { type: 'string' },
    set: { type: 'array', items: { type: 'string' }, 'x-platform-list-type': 'set' },
    list: { type: 'array', items: { type: 'string' } },
    keyed: {
      type: 'array',
      'x-platform-list-type': 'map',
      'x-platform-list-map-keys': ['k'],
      items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer' } } },
    },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { n: { type: 'integer' } } } },
  }
  const spec = {
    whole: 5,
    number: 5,
    time: '2024-01-02T03:04:05Z',
    day: '2024-01-02',
    span: '1h',
    bytes: 'aGk=',
    either: 'x',
    'my-name': 'dash',
    'a.b/c__d': 'all',
    namespace: 'word',
    nothing: null,
    set: ['a', 'b'],
    list: ['a', 'b'],
    keyed: [
      { k: 'a', v: 1 },
      { k: 'b', v: 2 },
    ],
    map: { x: { n: 1 } },
  }
  test.each([
    'self.whole == 5 && type(self.whole) == int',
    'self.number == 5.0 && type(self.number) == double && self.number / 2.0 == 2.5',
    'self.time.getFullYear() == 2024 && self.time > timestamp("2023-01-01T00:00:00Z")',
    'self.day.getFullYear() == 2024',
    'self.span == duration("60m") && self.span.getMinutes() == 60',
    'self.bytes == b"hi" && string(self.bytes) == "hi"',
    'self.either == "x" && (type(self.either) == string || self.either > 1)',
    'self.my__dash__name == "dash" && self.a__dot__b__slash__c__underscores__d == "all" && self.__namespace__ == "word"',
    '!has(self.nothing) && !self.?nothing.hasValue()',
    '!has(self.__underscores__proto)',
    'self.set == ["b", "a"] || self.set == self.set',
    'self.list != ["b", "a"] && self.list == ["a", "b"]',
    '(self.set + ["b", "c"]).size() == 3 && (self.list + ["b"]).size() == 3',
    'self.keyed.all(e, e.v > 0) && self.keyed.exists_one(e, e.k == "a") && self.keyed[0].v == 1 && has(self.keyed[0].v)',
    'self.map.all(k, self.map[k].n == 1) && "x" in self.map && !("y" in self.map) && has(self.map.x) && self.map["x"].n == 1',
    'self.map.all(k, v, k == "x" && v.n == 1)',
  ])('%s', async (rule) => {
    expect(await judge(properties, [{ rule }], spec)).toEqual([])
  })
})

describe('a null in a nullable field is absent', () => {
  const nullable = { type: 'integer', nullable: true }
  const properties: JsonObject = {
    n: nullable,
    text: { type: 'string' },
    list: { type: 'array', items: nullable },
    map: { type: 'object', additionalProperties: nullable },
  }
  const rules = [{ rule: '!has(self.n) || self.n > 5' }, { rule: 'self.?n.orValue(6) > 5' }]

  test('for rules about it', async () => {
    expect(await judge(properties, rules, { n: null })).toEqual([])
    expect(await judge(properties, rules, { n: 5 })).toHaveLength(2)
    expect(await judge(properties, [{ rule: 'has(self.n)' }], { n: null })).toHaveLength(1)
  })
  test('but remains an entry of a list or a map', async () => {
    const rule = 'self.list.size() == 2 && self.list[0] == null && has(self.map.a) && self.map.a == null && self.map.size() == 1'
    expect(await judge(properties, [{ rule }], { list: [null, 1], map: { a: null } })).toEqual([])
  })
  test.each([
    ['is equal to itself', { n: null, text: 'a' }, { text: 'a', n: null }, 0],
    ['is not equal to a number', { n: 1 }, { n: null }, 1],
    ['nor is a number equal to it', { n: null }, { n: 1 }, 1],
    ['is not equal to nothing', { n: null }, {}, 1],
    ['is not equal to another member', { n: null }, { text: 'a' }, 1],
  ] as const)('and %s', async (_, spec, old, errors) => {
    expect(await judge(properties, [{ rule: 'self == oldSelf' }], spec, old)).toHaveLength(errors)
  })
})

describe('objects are equal if all of them is', () => {
  const preserved = { 'x-platform-preserve-unknown-fields': true } as const
  const immutable = { 'x-platform-validations': [{ rule: 'self == oldSelf' }] } as const
  const text = { type: 'string' } as const
  const pod = (label: string, image: string) => ({
    template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels: { label } }, spec: { image } },
  })
  const template = { type: 'object', 'x-platform-embedded-resource': true, ...preserved } as const

  test.each<readonly [what: string, schema: object, old: object, ...changed: object[]]>([
    ['unknown fields', preserved, { a: 1, l: [{ b: 1.5 }] }, { a: 2, l: [{ b: 1.5 }] }, { a: 1, l: [{ b: 2 }] }, { b: 1 }, {}],
    [
      'unknown fields beside others',
      { ...preserved, properties: { n: text } },
      { n: 'x', image: 'good' },
      { n: 'x', image: 'evil' },
      { n: 'x', label: 'good' },
      { n: 'x' },
      { n: 'x', image: 'good', more: null },
    ],
    ['a member without a type', { properties: { v: preserved } }, { v: { i: 'good' } }, { v: { i: 'evil' } }, { v: 'good' }, {}],
    ['labels of an embedded resource', { properties: { template } }, pod('good', 'good'), pod('evil', 'good')],
    ['the spec of an embedded resource', { properties: { template } }, pod('good', 'good'), pod('good', 'evil')],
    ['a property without a name in rules', { properties: { '1st image': text } }, { '1st image': 'a' }, { '1st image': 'b' }, {}],
    ['__proto__', preserved, JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":2}}'), {}],
  ])('%s', async (_, schema, old, ...changed) => {
    const whole = { type: 'object', ...schema, ...immutable } as unknown as JsonObject
    const turned = Object.fromEntries(Object.entries(old).toReversed())
    expect(await judgeObject(whole, turned, old)).toEqual([])
    for (const spec of changed) expect(await judgeObject(whole, spec, old)).toHaveLength(1)
  })

  const entry = { type: 'object', properties: { k: text }, ...preserved }
  test.each([
    ['self.list == oldSelf.list'],
    ['self.list.all(x, x in oldSelf.list)'],
    ['oldSelf.list.indexOf(self.list[0]) == 0'],
    ['sets.contains(oldSelf.list, self.list)'],
    ['self.keyed == oldSelf.keyed'],
    ['self.map == oldSelf.map'],
    ['[self.list[0], oldSelf.list[0]].distinct().size() == 1'],
  ])('also by %s', async (rule) => {
    const list = { type: 'array', items: entry }
    const keyed = { ...list, 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['k'] }
    const properties = { list, keyed, map: { type: 'object', additionalProperties: entry } } as unknown as JsonObject
    const spec = (image: string) => ({ list: [{ k: 'a', image }], keyed: [{ k: 'a', image }], map: { a: { k: 'a', image } } })
    expect(await judge(properties, [{ rule }], spec('good'), spec('good'))).toEqual([])
    expect(await judge(properties, [{ rule }], spec('evil'), spec('good'))).toHaveLength(1)
  })

  test('but for the metadata of the object itself, which the server changes with each write', async () => {
    const schema = compileSchema({ type: 'object', ...preserved, ...immutable } as unknown as JsonObject)
    await schema.prepare?.()
    const object = (resourceVersion: string, size: number) => ({ kind: 'W', metadata: { name: 'w', resourceVersion }, size })
    expect(schema.validate(object('2', 1), object('1', 1))).toEqual([])
    expect(schema.validate(object('2', 2), object('1', 1))).toHaveLength(1)
  })

  test('and comparing what is not declared costs what it takes', async () => {
    const object = (last: number) => ({ many: Array.from({ length: 50_000 }, (_, i) => (i < 49_999 ? i : last)) })
    const rule = 'lists.range(100).all(i, self.v != oldSelf.v)'
    const [error] = await judge({ v: { type: 'object', ...preserved } }, [{ rule }], { v: object(1) }, { v: object(2) })
    expect(error).toContain('cost limit exceeded')
  })
})

describe('rules about changes', () => {
  const properties: JsonObject = { a: { type: 'integer' } }

  test('are not evaluated for new values', async () => {
    expect(await judge(properties, [{ rule: 'self.a == oldSelf.a' }], { a: 1 })).toEqual([])
  })
  test('compare with the old value', async () => {
    expect(await judge(properties, [{ rule: 'self.a == oldSelf.a' }], { a: 1 }, { a: 2 })).toHaveLength(1)
  })
  test('are evaluated for new values with optionalOldSelf', async () => {
    const rule = { rule: 'oldSelf.hasValue() || self.a > 5', optionalOldSelf: true }
    expect(await judge(properties, [rule], { a: 1 })).toHaveLength(1)
    expect(await judge(properties, [rule], { a: 1 }, { a: 1 })).toEqual([])
  })

  test('have messages about the old value, which may be missing with optionalOldSelf', async () => {
    const messageExpression = `oldSelf.hasValue() ? 'was ' + string(oldSelf.value().a) : 'new'`
    const rule = { rule: 'oldSelf.hasValue() && self.a > 5', optionalOldSelf: true, messageExpression }
    expect(await judge(properties, [rule], { a: 1 })).toEqual(['FieldValueInvalid spec: Invalid value: new'])
    expect(await judge(properties, [rule], { a: 1 }, { a: 2 })).toEqual(['FieldValueInvalid spec: Invalid value: was 2'])
  })

  const entry = {
    type: 'object',
    properties: { k: { type: 'string' }, v: { type: 'integer' } },
    'x-platform-validations': [{ rule: 'self.v >= oldSelf.v' }],
  }
  test('find entries of keyed lists by their keys', async () => {
    const list = { type: 'array', items: entry, 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['k'] }
    const schema = { type: 'object', properties: { list } } as unknown as JsonObject
    const old = {
      list: [
        { k: 'a', v: 5 },
        { k: 'b', v: 1 },
      ],
    }
    expect(
      await judgeObject(
        schema,
        {
          list: [
            { k: 'b', v: 2 },
            { k: 'a', v: 5 },
            { k: 'c', v: 0 },
          ],
        },
        old,
      ),
    ).toEqual([])
    expect(
      await judgeObject(
        schema,
        {
          list: [
            { k: 'b', v: 2 },
            { k: 'a', v: 4 },
          ],
        },
        old,
      ),
    ).toEqual(['FieldValueInvalid spec.list[1]: Invalid value: failed rule: self.v >= oldSelf.v'])
  })
})

describe('what has not changed may stay as it is', () => {
  const limited: JsonObject = {
    a: { type: 'string', maxLength: 2 },
    b: { type: 'string' },
    all: { type: 'string', allOf: [{ maxLength: 2 }] },
    inner: { type: 'object', properties: { x: { type: 'string', enum: ['ok'] } }, required: ['y'] },
    list: { type: 'array', items: { type: 'string', maxLength: 2 } },
  }
  test.each([
    ['a value', { a: 'long', b: '1' }, { a: 'long', b: '2' }, 0],
    ['a value that changes', { a: 'longer', b: '1' }, { a: 'long', b: '1' }, 1],
    ['a value that is new', { a: 'long' }, {}, 1],
    ['a value judged by a junction', { all: 'long', b: '1' }, { all: 'long', b: '2' }, 0],
    ['an object and all in it', { inner: { x: 'no' }, b: '1' }, { inner: { x: 'no' }, b: '2' }, 0],
    ['a member that is still missing when its neighbour changes', { inner: { x: 'ok' } }, { inner: { x: 'no' } }, 1],
    ['a list', { list: ['long'], b: '1' }, { list: ['long'], b: '2' }, 0],
    ['an entry of a list without keys', { list: ['long', 'b'] }, { list: ['long'] }, 1],
  ] as const)('%s', async (_, spec, old, errors) => {
    expect(await judgeObject({ type: 'object', properties: limited } as unknown as JsonObject, spec, old)).toHaveLength(errors)
  })

  test('a broken rule may remain, too, unless it is a transition rule', async () => {
    const properties: JsonObject = {
      a: { type: 'integer', 'x-platform-validations': [{ rule: 'self > 5' }, { rule: 'self != oldSelf' }] },
      b: { type: 'integer' },
    }
    expect(await judge(properties, [], { a: 1, b: 1 }, { a: 1, b: 2 })).toEqual([
      'FieldValueInvalid spec.a: Invalid value: 1: failed rule: self != oldSelf',
    ])
  })
})

describe('duplicate entries', () => {
  const sets = { s: { type: 'array', items: { type: 'string' }, 'x-platform-list-type': 'set' }, b: { type: 'string' } }
  const schema = { type: 'object', properties: sets } as unknown as JsonObject
  test('are refused when the old object had none', async () => {
    expect(await judgeObject(schema, { s: ['a', 'a'] }, { s: ['a'] })).toEqual([
      'FieldValueDuplicate spec.s[1]: Duplicate value: "a"',
    ])
  })
  test('may stay when the old object had some', async () => {
    expect(await judgeObject(schema, { s: ['a', 'a', 'b'] }, { s: ['a', 'a'] })).toEqual([])
  })
})

describe('schemas without an end', () => {
  test('a thousand levels with a rule on each', async () => {
    let deep: JsonObject = { type: 'integer' }
    for (let i = 0; i < 1000; i++)
      deep = { type: 'object', properties: { a: deep }, 'x-platform-validations': [{ rule: 'true' }] }
    const schema = compileSchema(deep)
    await schema.prepare?.()
    expect(schema.validate({ a: { a: {} } })).toEqual([])
  })
  test('references that branch and come back', async () => {
    const node = {
      type: 'object',
      properties: { l: { $ref: '#/definitions/N' }, r: { $ref: '#/definitions/N' }, v: { type: 'integer' } },
    }
    const rule = { 'x-platform-validations': [{ rule: 'self.v > 0' }] }
    const schema = compileSchema({ ...node, ...rule } as unknown as JsonObject, {
      definitions: { N: { ...node, ...rule } as unknown as JsonObject },
    })
    await schema.prepare?.()
    expect(schema.validate({ v: 1, l: { v: 1 } })).toEqual([])
    expect(schema.validate({ v: 0 })).toHaveLength(1)
  })
})

test('rules are compiled by preparing their schema, and not with the first validation', async () => {
  const schema = compileSchema({ type: 'object', 'x-platform-validations': [{ rule: 'true' }] } as unknown as JsonObject)
  const [first, second] = [schema.prepare?.(), schema.prepare?.()]
  expect(first).toBeInstanceOf(Promise)
  expect(second).toBe(first)
  await first
  expect(schema.prepare?.()).toBeUndefined()
})

describe('rules do not stall', () => {
  const list: JsonObject = { type: 'array', items: { type: 'integer' } }
  const long = Array.from({ length: 20_000 }, (_, i) => i)

  test('one that costs too much is the last one evaluated', async () => {
    const rules = [{ rule: 'self.l.all(a, self.l.all(b, a + b >= 0))' }, { rule: 'false' }]
    expect(await judge({ l: list }, rules, { l: long })).toEqual([
      `FieldValueInvalid spec: Invalid value: 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rules[0]?.rule}`,
    ])
  })
  test.each<[string, JsonObject, unknown]>([
    [
      'comparing objects of a type of many members',
      {
        type: 'object',
        properties: {
          l: {
            type: 'array',
            items: {
              type: 'object',
              properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`m${i}`, { type: 'integer' }])),
            },
            'x-platform-validations': [{ rule: 'self.all(x, self.exists_one(y, x == y))' }],
          },
        },
      } as unknown as JsonObject,
      { l: Array.from({ length: 1_500 }, (_, m1) => ({ m1 })) },
    ],
    ...['integer', 'object'].map((type): [string, JsonObject, unknown] => {
      // Each rule reads the list anew.
      let schema: unknown = { type: 'object', properties: { list: { type: 'array', items: { type } } } }
      let spec: unknown = { list: Array.from({ length: 40_000 }, (_, i) => (type === 'object' ? {} : i)) }
      for (let depth = 1; depth < 90; depth++) {
        const rules = [{ rule: `self${'.a'.repeat(depth)}.list.size() > 0` }]
        schema = { type: 'object', properties: { a: schema }, 'x-platform-validations': rules }
        spec = { a: spec }
      }
      return [`reading a list of ${type}s at many places`, schema as JsonObject, spec]
    }),
  ])('%s is charged by its size', async (_, schema, spec) => {
    const [error] = (await judgeObject(schema, spec)).slice(-1)
    expect(error).toMatch(/cost limit exceeded|running out of cost budget/)
  })
  test('many expensive rules exhaust the budget of their object', async () => {
    const rules = Array.from({ length: 500 }, () => ({ rule: 'self.l.all(a, a >= 0)' }))
    const errors = await judge({ l: list }, rules, { l: long })
    expect(errors).toEqual([
      'FieldValueInvalid spec: Invalid value: validation failed due to running out of cost budget, no further validation rules will be run',
    ])
  })
  test('a message that costs too much is left out', async () => {
    const rule = { rule: 'false', message: 'm', messageExpression: 'string(self.l.all(a, self.l.all(b, a + b >= 0)))' }
    expect(await judge({ l: list }, [rule], { l: long })).toEqual(['FieldValueInvalid spec: Invalid value: m'])
  })
})
