import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { listMap, withRules } from '../../../src/public/zod.js'
import { defineResource, ResourceSpecError } from '../../../src/resources/index.js'

const define = (schema: object) => () =>
  defineResource({ group: 'shop.example.com', kind: 'Box', versions: [{ name: 'v1', schema }] as never })
const refusal = (problem: string) => new ResourceSpecError('Box', [`version "v1": ${problem}`])
const port = z.object({ port: z.int(), protocol: z.enum(['TCP', 'UDP']).default('TCP') })

test.each<[string, z.ZodType, string]>([
  [
    'is too short',
    z.string().min(5).default('x'),
    'spec.a is refused by its schema: spec.a: Invalid value: "x": spec.a in body should be at least 5 chars long',
  ],
  [
    'is of another type',
    z.int().default('3' as never),
    'spec.a is refused by its schema: spec.a: Invalid value: "string": spec.a in body must be of type integer: "string"',
  ],
  [
    'is none of the values',
    z.enum(['b', 'c']).default('d' as never),
    'spec.a is refused by its schema: spec.a: Unsupported value: "d": supported values: "b", "c"',
  ],
  ['lacks a field', port.default({} as never), 'spec.a is refused by its schema: spec.a.port: Required value'],
  [
    'has an unknown field',
    port.default({ port: 1, prot: 2 } as never),
    'spec.a is refused by its schema: spec.a.prot is unknown',
  ],
  [
    'does not match its pattern',
    z.string().regex(/^a+$/).default('b'),
    `spec.a is refused by its schema: "b" should match '^a+$'`,
  ],
  [
    'is inside a list',
    z.array(z.object({ b: z.int().default(0.5) })),
    'spec.a[].b is refused by its schema: spec.a[0].b: Invalid value: "number": spec.a[0].b in body must be of type integer: "number"',
  ],
  [
    'is inside a map',
    z.record(z.string(), z.object({ b: z.boolean().default(1 as never) })),
    'spec.a.*.b is refused by its schema: spec.a.*.b: Invalid value: "integer": spec.a.*.b in body must be of type boolean: "integer"',
  ],
])('a default that %s is refused with its place', (_what, type, problem) => {
  expect(define({ spec: z.object({ a: type }) })).toThrow(refusal(`the default of ${problem}`))
})

test('defaults of JSON schemas and of the status are judged, too', () => {
  const wrong = { type: 'object', properties: { n: { type: 'integer', default: 'x' } } }
  const problem = (part: string) =>
    refusal(
      `the default of ${part}.n is refused by its schema: ${part}.n: Invalid value: "string": ${part}.n in body must be of type integer: "string"`,
    )
  expect(define({ spec: wrong })).toThrow(problem('spec'))
  expect(define({ spec: { type: 'object' }, status: wrong })).toThrow(problem('status'))
  expect(define({ type: 'object', properties: { spec: wrong } })).toThrow(problem('spec'))
  expect(define({ spec: { type: 'object', properties: { n: { type: 'number', default: Number.NaN } } } })).toThrow(
    'the default of spec.n is refused by its schema: it is NaN: expected JSON',
  )
})

test('defaults of a recursive type are judged', () => {
  const Tree: z.ZodType = z.object({
    size: z.int().default('big' as never),
    get below() {
      return z.array(Tree).optional()
    },
  })
  expect(define({ spec: Tree })).toThrow('the default of spec.size is refused by its schema')
})

test.each<[string, z.ZodType]>([
  ['is completed by the defaults of its fields', port.prefault({ port: 80 })],
  ['is a list', listMap(port, ['port']).default([{ port: 80, protocol: 'TCP' }])],
  ['has a pattern that only the engine for patterns understands', z.string().meta({ pattern: '\\Aa\\z' }).default('a')],
  ['has fields with patterns', z.object({ b: z.string().regex(/^x/) }).default({ b: 'x' })],
  ['has a rule', withRules(z.int().default(3), { rule: 'self > 2' })],
  ['is an alternative', z.union([z.literal('a'), z.literal('b')]).default('b')],
  ['is a format', z.email().default('a@example.com')],
  ['is null', z.string().nullable().default(null)],
  ['is of a function that returns the same each time', z.array(z.string()).default(() => [])],
  ['is a time', z.iso.datetime().default('2020-01-01T00:00:00Z')],
])('a default that fits is accepted: it %s', (_what, type) => {
  expect(define({ spec: z.object({ a: type }) })).not.toThrow()
})

test.each<[string, z.ZodType]>([
  ['the time as text', z.iso.datetime().default(() => new Date().toISOString())],
  ['the time in milliseconds', z.int().default(() => Date.now())],
  ['the time in seconds', z.int().default(() => Math.floor(Date.now() / 1000))],
  ['an object with the time', z.object({ at: z.string() }).default(() => ({ at: new Date().toISOString() }))],
  ['a random number that is parsed', z.number().prefault(() => Math.random())],
])('a default that is %s when the type is defined is refused', (_what, type) => {
  expect(define({ spec: z.object({ a: type }) })).toThrow('spec.a has a default that is another one each time')
})
