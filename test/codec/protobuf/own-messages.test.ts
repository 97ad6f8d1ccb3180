import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  checkProtobufMessages,
  decodeProtobuf,
  encodeProtobuf,
  type OwnKind,
  type ProtobufField,
  type ProtobufMessages,
} from '../../../src/codec/index.js'
import { platformDialect, type UnknownRecord } from '../../../src/meta/index.js'

const metadata: ProtobufField = { id: 1, type: 'ObjectMeta' }
const kindOf = (messages: ProtobufMessages): OwnKind => ({
  apiVersion: 'a.example.com/v1',
  kind: 'Thing',
  listKind: 'Things',
  messages,
})

describe('a description', () => {
  test.each<[string, Record<string, ProtobufField>, string]>([
    ['an id of 0', { x: { id: 0, type: 'string' } }, 'field x: the id 0 must be a number'],
    ['an id that protobuf keeps', { x: { id: 19_500, type: 'string' } }, 'field x: the id 19500 must be a number'],
    ['an id that is text', { x: { id: '2' as unknown as number, type: 'string' } }, 'field x: the id 2 is taken'],
    ['an id that two fields have', { x: { id: 1, type: 'string' } }, 'field x: the id 1 is taken'],
    ['a type that there is not', { x: { id: 3, type: 'sint32' } }, 'field x: the type sint32 must be one of string, bytes'],
    ['a rule that there is not', { x: { id: 3, type: 'string', rule: 'some' as 'repeated' } }, 'the rule some must be'],
    ['keys that are no texts', { x: { id: 3, type: 'string', keyType: 'int32' } }, 'the keyType int32 must be string'],
  ])('with %s is refused in one line', (name, fields, problem) => {
    const problems = checkProtobufMessages('Thing', { Thing: { fields: { metadata, ...fields } } })
    if (name === 'an id that is text') expect(problems).toEqual([expect.stringContaining('field x: the id 2 must be a number')])
    else expect(problems).toEqual([expect.stringContaining(problem)])
  })

  test.each([
    ['no message of the kind', {}],
    ['a kind without metadata', { Thing: { fields: {} } }],
    ['metadata of another type', { Thing: { fields: { metadata: { id: 1, type: 'string' } } } }],
  ])('with %s is refused', (_, messages) => {
    expect(checkProtobufMessages('Thing', messages)).toEqual([
      'protobuf must have a message Thing with a field metadata of type ObjectMeta',
    ])
  })

  test('may be recursive, and have messages whose names the built-in kinds use too', async () => {
    const messages: ProtobufMessages = {
      Thing: { fields: { metadata, spec: { id: 2, type: 'Pod' } } },
      Pod: { fields: { inner: { id: 1, type: 'Pod' }, quantity: { id: 2, type: 'Quantity' } } },
      Quantity: { fields: { amount: { id: 1, type: 'int32' } } },
    }
    expect(checkProtobufMessages('Thing', messages)).toEqual([])
    const object = { apiVersion: 'a.example.com/v1', kind: 'Thing', spec: { inner: { inner: { quantity: { amount: 7 } } } } }
    expect(await roundTrip(object, kindOf(messages))).toEqual(object)
  })
})

async function roundTrip(object: UnknownRecord, own: OwnKind): Promise<UnknownRecord> {
  const bytes = await encodeProtobuf(object, platformDialect, own)
  const { apiVersion, kind, value } = await decodeProtobuf(bytes ?? new Uint8Array(), platformDialect, own)
  return { ...value, apiVersion, kind }
}

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  bool: fc.boolean(),
  int32: fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }),
  int64: fc.maxSafeInteger(),
  uint32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  JSON: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
}
const types = Object.keys(VALUES)

test('whatever a description says, an object is what it was before it was encoded', async () => {
  const field = fc.record({ type: fc.constantFrom(...types), form: fc.constantFrom('optional', 'repeated', 'map') })
  const described = fc.array(field, { minLength: 1, maxLength: 12 }).chain((fields) => {
    const entries = fields.map(({ type, form }, at) => {
      const value = VALUES[type] as fc.Arbitrary<unknown>
      const description: ProtobufField = {
        id: at + 2,
        type,
        ...(form === 'map' ? { keyType: 'string' } : { rule: form as 'optional' | 'repeated' }),
      }
      const made =
        form === 'map'
          ? fc.dictionary(fc.string(), value, { minKeys: 1, noNullPrototype: true })
          : form === 'repeated'
            ? fc.array(value, { minLength: 1 })
            : value
      return [`f${at}`, description, made] as const
    })
    const messages: ProtobufMessages = {
      Thing: { fields: { metadata, ...Object.fromEntries(entries.map(([name, description]) => [name, description])) } },
    }
    const object = fc.record(Object.fromEntries(entries.map(([name, , made]) => [name, made])))
    return object.map((content) => ({ messages, content }))
  })
  await fc.assert(
    fc.asyncProperty(described, async ({ messages, content }) => {
      expect(checkProtobufMessages('Thing', messages)).toEqual([])
      const object = { ...content, apiVersion: 'a.example.com/v1', kind: 'Thing' }
      expect(await roundTrip(object, kindOf(messages))).toEqual(object)
      const list = { apiVersion: 'a.example.com/v1', kind: 'Things', metadata: { resourceVersion: '1' }, items: [content] }
      expect(await roundTrip(list, kindOf(messages))).toEqual(list)
    }),
    { numRuns: 60 },
  )
})
