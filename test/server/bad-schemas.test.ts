import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import type { JsonObject } from '../../src/meta/index.js'
import { type TestPlane, testPlane } from './plane.js'

const DEFINITIONS = '/apis/apiextensions.platform.io/v1/customresourcedefinitions'
const CATS = '/apis/example.com/v1/namespaces/default/cats'
const MANY = 10_000

let made: TestPlane
let handle: (request: Request) => Promise<Response>

interface Answer {
  readonly status: number
  readonly text: string
  readonly warnings: string | null
}

async function send(method: string, path: string, body?: string, type = 'application/json'): Promise<Answer> {
  const headers = { 'content-type': type }
  const response = await handle(new Request(`http://plane${path}`, { method, headers, ...(body !== undefined && { body }) }))
  return { status: response.status, text: await response.text(), warnings: response.headers.get('warning') }
}

/** A definition whose schema is given as text, as some of them cannot be made otherwise. */
const definition = (plural: string, schema: string): string => {
  const kind = `${plural[0]?.toUpperCase()}${plural.slice(1)}`
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: '@' } }]
  const spec = { group: 'example.com', scope: 'Namespaced', names: { plural, kind }, versions }
  const metadata = { name: `${plural}.example.com` }
  return JSON.stringify({ apiVersion: 'apiextensions.platform.io/v1', kind: 'CustomResourceDefinition', metadata, spec }).replace(
    '"@"',
    () => schema,
  )
}
const schemaOf = (properties: JsonObject): string => JSON.stringify({ type: 'object', properties })
const nested = (open: string, inner: string, close: string, levels: number): string =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`
const cat = (name: string, spec: string): string =>
  `{"apiVersion":"example.com/v1","kind":"Cats","metadata":{"name":"${name}"},"spec":${spec}}`

/** Nine aliases of nine aliases of … */
const bomb = ['a: &l0 [x]', ...Array.from({ length: 9 }, (_, n) => `k${n}: &l${n + 1} [${`*l${n}, `.repeat(9)}]`)].join('\n')

beforeAll(async () => {
  made = await testPlane()
  handle = fetchHandler(made.plane)
  const spec = {
    type: 'object',
    properties: {
      nested: { type: 'string', pattern: '^(a+)+$' },
      choice: { type: 'string', pattern: '^(a|aa)+$' },
      greedy: { type: 'string', pattern: '(.*)(.*)(.*)(.*)(.*)x' },
      any: { 'x-platform-preserve-unknown-fields': true },
    },
  }
  expect((await send('POST', DEFINITIONS, definition('cats', schemaOf({ spec })))).status).toBe(201)
})

afterAll(async () => {
  // Whatever came in, the server is alive, and nothing of it was stored.
  expect(JSON.parse((await send('GET', DEFINITIONS)).text).items).toHaveLength(1)
  expect(JSON.parse((await send('GET', CATS)).text).items).toEqual([])
  expect((await send('POST', CATS, cat('alive', '{"nested":"aaa"}'))).status).toBe(201)
  expect(made.logged).toEqual([])
  await made.plane.close()
})

describe('definitions are refused', () => {
  const deep = (levels: number) => nested('{"type":"object","properties":{"a":', '{"type":"string"}', '}}', levels)
  test.each<[string, string, number, string]>([
    ['a schema of a thousand levels', deep(1000), 400, 'exceeded max depth'],
    ['a schema of two hundred levels', deep(200), 422, 'must not be nested more than 100 levels deep'],
    [
      'lists in lists in lists',
      schemaOf({ a: JSON.parse(nested('{"type":"array","items":', '{"type":"string"}', '}', 400)) }),
      422,
      'must not be nested more than 100 levels deep',
    ],
    ['a reference', schemaOf({ a: { $ref: '#/properties/a' } }), 422, 'properties[a].$ref: Forbidden: $ref is not supported'],
    [
      'definitions that refer to themselves',
      JSON.stringify({ type: 'object', definitions: { a: { $ref: '#/definitions/a' } } }),
      422,
      'definitions: Forbidden: definitions is not supported',
    ],
    ['a default of the wrong type', schemaOf({ a: { type: 'string', default: 5 } }), 422, 'properties[a].default: Invalid value'],
    [
      'a default out of bounds',
      schemaOf({ a: { type: 'integer', minimum: 5, default: 1 } }),
      422,
      'should be greater than or equal to 5',
    ],
    [
      'a default with unknown fields',
      schemaOf({ a: { type: 'object', properties: {}, default: { x: 1 } } }),
      422,
      'properties[a].default: Invalid value',
    ],
    [
      'a rule that would not end',
      schemaOf({
        a: {
          type: 'array',
          items: { type: 'string' },
          'x-platform-validations': [{ rule: 'self.all(a, self.all(b, self.all(c, self.all(d, a + b != c + d))))' }],
        },
      }),
      422,
      'estimated rule cost exceeds budget',
    ],
    ['more than 3 MiB', JSON.stringify({ type: 'object', description: 'x'.repeat(3 * 1024 * 1024) }), 413, 'limit is 3145728'],
  ])('with %s', async (_name, schema, status, words) => {
    const answer = await send('POST', DEFINITIONS, definition('bads', schema))
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
  })

  test.each([
    ['POST', DEFINITIONS, 'application/yaml'],
    ['PATCH', `${DEFINITIONS}/bads.example.com?fieldManager=tester`, 'application/apply-patch+yaml'],
    ['PATCH', `${CATS}/tom?fieldManager=tester`, 'application/apply-patch+yaml'],
    ['POST', CATS, 'application/yaml'],
  ])('with aliases that explode: %s %s', async (method, path, type) => {
    const answer = await send(method, path, bomb, type)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('excessive aliasing')])
  })
})

describe('objects are validated in bounded time', () => {
  test.each([
    ['nested', 'should match'],
    ['choice', 'should match'],
    // Each character is tried with all five of its parts: linear, and more than an object may cost all the same.
    ['greedy', 'cannot be checked: this object takes more than'],
  ])('a pattern that would backtrack for ever: %s', async (field, outcome) => {
    const answer = await send('POST', CATS, cat('tom', JSON.stringify({ [field]: `${'a'.repeat(100_000)}!` })))
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(`spec.${field} in body ${outcome}`)])
  })

  test('ten thousand unknown fields are named up to a bound, and all dropped', async () => {
    const spec = JSON.stringify(Object.fromEntries(Array.from({ length: MANY }, (_, n) => [`f${n}`, n])))
    const strict = await send('POST', `${CATS}?fieldValidation=Strict`, cat('tom', spec))
    expect([strict.status, strict.text]).toEqual([400, expect.stringContaining('unknown field \\"spec.f0\\"')])
    expect(strict.text.length).toBeLessThan(2 * 1024 * 1024)
    const warned = await send('POST', `${CATS}?fieldValidation=Warn&dryRun=All`, cat('tom', spec))
    expect([warned.status, JSON.parse(warned.text).spec]).toEqual([201, {}])
    expect(warned.warnings).toContain('unknown field \\"spec.f0\\"')
    expect(warned.warnings?.length).toBeLessThan(10_000)
  })

  test('a field that is repeated ten thousand times is one duplicate field', async () => {
    const answer = await send(
      'POST',
      `${CATS}?fieldValidation=Strict`,
      cat('tom', `{${'"nested":"a",'.repeat(MANY)}"nested":"a"}`),
    )
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('duplicate field \\"spec.nested\\"')])
    expect(answer.text.length).toBeLessThan(1000)
  })

  test.each([
    ['application/json', nested('{"any":1,"any":', '1', '}', 50)],
    ['application/yaml', nested('{any: 1, any: ', '1', '}', 50)],
  ])('duplicate fields are found at every depth: %s', async (type, spec) => {
    const answer = await send('POST', `${CATS}?fieldValidation=Strict`, cat('tom', spec), type)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('duplicate field \\"spec.any.any.any\\"')])
  })

  test.each([
    ['application/json', '[', 100_000, 400],
    ['application/json', '{"any":', 100_000, 400],
    ['application/yaml', '[', 100_000, 400],
  ])('depth: %s %s', async (type, open, levels, status) => {
    const close = open === '[' ? ']' : '}'
    const answer = await send('POST', CATS, cat('tom', `{"any":${nested(open, '1', close, levels)}}`), type)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('max depth')])
  })

  test.each([
    ['POST', CATS, 'application/json'],
    ['PATCH', `${CATS}/tom?fieldManager=tester`, 'application/apply-patch+yaml'],
  ])('a body of more than 3 MiB: %s %s', async (method, path, type) => {
    const answer = await send(method, path, cat('tom', JSON.stringify({ nested: 'a'.repeat(3 * 1024 * 1024) })), type)
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('limit is 3145728')])
  })
})
