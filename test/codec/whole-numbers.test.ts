import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decodeJson, decodeProtobuf, decodeYaml } from '../../src/codec/index.js'
import { ApiError, platformDialect } from '../../src/meta/index.js'
import { utf8 } from './bytes.js'
import { encode, envelope } from './protobuf/published.js'

const json = async (body: string) => decodeJson(utf8(body)).value
const yaml = async (body: string) => (await decodeYaml(utf8(body))).value
const protobuf = async (apiVersion: string, kind: string, message: string, value: object) =>
  (await decodeProtobuf(envelope(apiVersion, kind, encode(message, value)), platformDialect)).value
const namespace = (metadata: object) => protobuf('v1', 'Namespace', 'Namespace', { metadata })
const definition = (openAPIV3Schema: object) =>
  protobuf('apiextensions.platform.io/v1', 'CustomResourceDefinition', 'Definition', {
    spec: { versions: [{}, { schema: { openAPIV3Schema } }] },
  })

/** What a refusal says: the code, and each field with what is wrong. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) return error
  const { code, reason, details } = error.status
  return { code, reason, fields: details?.causes?.map(({ field, message }) => `${field}: ${message}`) }
}

const invalid = (...fields: string[]) => ({
  code: 422,
  reason: 'Invalid',
  fields: fields.map((field) => `${field}: a whole number beyond 2^53 cannot be kept exactly; write it as text`),
})

describe('a whole number that JavaScript would round is refused, with its field', () => {
  test.each([
    ['{"spec":{"x":9007199254740993}}', ['spec.x: Invalid value: 9007199254740993']],
    ['{"spec":{"x":-9223372036854775808}}', ['spec.x: Invalid value: -9223372036854775808']],
    ['{"a":[1,{"b":9223372036854775807}]}', ['a[1].b: Invalid value: 9223372036854775807']],
    ['[{"op":"add","path":"/x","value":9007199254740993}]', ['[0].value: Invalid value: 9007199254740993']],
    ['9007199254740993', ['<nil>: Invalid value: 9007199254740993']],
    [
      '{"a":18446744073709551615,"b":[9007199254740993]}',
      ['a: Invalid value: 18446744073709551615', 'b[0]: Invalid value: 9007199254740993'],
    ],
    ['{"a":9007199254740993,"a":1}', ['a: Invalid value: 9007199254740993']],
  ])('%s in JSON', async (body, fields) => {
    expect(await refusal(json(body))).toEqual(invalid(...fields))
  })

  test.each([
    ['x: 9007199254740993', 'x: Invalid value: 9007199254740993'],
    ['x: -9_007_199_254_740_993', 'x: Invalid value: -9_007_199_254_740_993'],
    ['x: 0x20000000000001', 'x: Invalid value: 0x20000000000001'],
    ['x: 0400000000000000001', 'x: Invalid value: 0400000000000000001'],
    ['x: [1, {k: 9223372036854775807}]', 'x[1].k: Invalid value: 9223372036854775807'],
    ['s: {9007199254740993: x}', 's: Invalid value: 9007199254740993'],
    ['{"x": 9007199254740993}', 'x: Invalid value: 9007199254740993'],
    [`x: ${'0'.repeat(500)}9007199254740993`, `x: Invalid value: ${'0'.repeat(500)}9007199254740993`],
  ])('%s in YAML', async (body, field) => {
    expect(await refusal(yaml(body))).toEqual(invalid(field))
  })

  test.each([
    [namespace({ generation: '9007199254740993' }), 'metadata.generation: Invalid value: 9007199254740993'],
    [namespace({ generation: '-9223372036854775808' }), 'metadata.generation: Invalid value: -9223372036854775808'],
    [
      definition({ properties: { a: { maxLength: '9007199254740993' } } }),
      'spec.versions[1].schema.openAPIV3Schema.properties.a.maxLength: Invalid value: 9007199254740993',
    ],
  ])('an int64 of protobuf (%#)', async (work, field) => {
    expect(await refusal(work)).toEqual(invalid(field))
  })

  test('a number in JSON that a protobuf body carries', async () => {
    const raw = { raw: utf8('{"n":9223372036854775807}') }
    expect(await refusal(definition({ default: raw }))).toEqual(invalid('n: Invalid value: 9223372036854775807'))
  })

  test('no more than a hundred are named', async () => {
    const numbers = Array(5000).fill('9007199254740993').join()
    expect(await refusal(json(`[${numbers}]`))).toMatchObject({ fields: { length: 100 } })
    expect(await refusal(yaml(`x: [${numbers}]`))).toMatchObject({ fields: { length: 100 } })
  })
})

describe('a number that JavaScript writes as it was read, or that is a double in Kubernetes too, is taken', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740992', -9007199254740992],
    ['9223372036854776000', 9223372036854776000],
    ['1e22', 1e22],
    ['9007199254740993.0', 9007199254740992],
    ['9.007199254740993e15', 9007199254740992],
    ['123456789012345678901234567890e-10', 12345678901234567000],
    ['"9007199254740993"', '9007199254740993'],
  ])('%s', async (literal, value) => {
    expect(await json(`{"x":${literal}}`)).toEqual({ x: value })
    expect(await yaml(`x: ${literal}`)).toEqual({ x: value })
  })

  test('an int64 of protobuf that a double holds', async () => {
    expect(await namespace({ generation: '9007199254740994' })).toMatchObject({ metadata: { generation: 9007199254740994 } })
  })

  test('bounds in the schemas of a definition, which are doubles; its defaults are not', async () => {
    const text = (schema: string) =>
      `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"schema":${schema}}}`
    const bounds = text('{"minimum":-9223372036854775808,"maximum":9223372036854775807}')
    expect(await json(bounds)).toMatchObject({ spec: { schema: { maximum: 2 ** 63, minimum: -(2 ** 63) } } })
    expect(await yaml(`# definition\n${bounds}`)).toMatchObject({ spec: { schema: { maximum: 2 ** 63 } } })
    expect(await refusal(json(text('{"default":9223372036854775807}')))).toEqual(
      invalid('spec.schema.default: Invalid value: 9223372036854775807'),
    )
    expect(await refusal(json('{"kind":"Gadget","apiVersion":"v1","maximum":9223372036854775807}'))).toMatchObject({ code: 422 })
  })
})

test('whatever whole number is sent, it is kept or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), async (number) => {
      for (const read of [json(`{"x":${number}}`), yaml(`x: ${number}`)]) {
        const value = await read.catch((error: unknown) => error)
        if (value instanceof ApiError) expect([value.status.code, Math.abs(Number(number)) >= 2 ** 53]).toEqual([422, true])
        else expect(JSON.stringify(value)).toBe(`{"x":${number}}`)
      }
    }),
  )
})
