import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ApiError, readObjectMeta } from '../../../src/meta/index.js'

const read = (raw: unknown) => readObjectMeta(raw).meta

describe('metadata of a body', () => {
  test('all known fields are kept', () => {
    const full = {
      name: 'a',
      generateName: 'a-',
      namespace: 'ns',
      uid: 'u',
      resourceVersion: '7',
      generation: 3,
      creationTimestamp: '2024-01-02T03:04:05Z',
      deletionTimestamp: '2024-01-02T03:04:06Z',
      deletionGracePeriodSeconds: 0,
      labels: { a: 'b', empty: '' },
      annotations: { c: 'd' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u', controller: false, blockOwnerDeletion: true }],
      finalizers: ['example.com/a'],
      managedFields: [
        {
          manager: 'm',
          operation: 'Apply',
          apiVersion: 'v1',
          time: '2024-01-02T03:04:05Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { '.': {} } },
          subresource: 'status',
        },
      ],
    }
    expect(readObjectMeta(full)).toEqual({ meta: full, unknownFields: [] })
  })

  test('absent fields stay absent', () => {
    for (const raw of [undefined, null, {}]) expect(readObjectMeta(raw)).toEqual({ meta: {}, unknownFields: [] })
  })

  test('nulls and empty values are left out', () => {
    expect(
      read({
        name: '',
        generateName: null,
        uid: '',
        resourceVersion: '',
        generation: 0,
        creationTimestamp: null,
        deletionTimestamp: '0001-01-01T00:00:00Z',
        deletionGracePeriodSeconds: null,
        labels: null,
        annotations: {},
        ownerReferences: [],
        finalizers: [],
        managedFields: [],
      }),
    ).toEqual({})
  })

  test('an empty entry of managedFields stays: it asks for a reset', () => {
    expect(read({ managedFields: [{}] })).toEqual({ managedFields: [{}] })
    expect(read({ managedFields: [null] })).toEqual({ managedFields: [{}] })
  })

  test('the required members of an owner reference are there even when they were not sent', () => {
    expect(read({ ownerReferences: [{ name: 'x', controller: null }] })).toEqual({
      ownerReferences: [{ apiVersion: '', kind: '', name: 'x', uid: '' }],
    })
  })

  test('null among texts is the empty text', () => {
    expect(read({ labels: { a: null }, finalizers: [null] })).toEqual({ labels: { a: '' }, finalizers: [''] })
  })

  test('times become UTC seconds', () => {
    expect(read({ creationTimestamp: '2024-01-02T04:04:05.75+01:00' }).creationTimestamp).toBe('2024-01-02T03:04:05Z')
  })

  test('unknown fields are dropped and named, selfLink is dropped silently', () => {
    expect(
      readObjectMeta({
        name: 'a',
        extra: 1,
        Labels: {},
        selfLink: '/somewhere',
        ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u' }, { more: 1 }],
        managedFields: [{ other: {} }],
      }),
    ).toEqual({
      meta: {
        name: 'a',
        ownerReferences: [
          { apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u' },
          { apiVersion: '', kind: '', name: '', uid: '' },
        ],
        managedFields: [{}],
      },
      unknownFields: ['metadata.extra', 'metadata.Labels', 'metadata.ownerReferences[1].more', 'metadata.managedFields[0].other'],
    })
  })

  test('unknown fields of metadata that cannot be read are named all the same', () => {
    const unknown: string[] = []
    expect(() => readObjectMeta({ labels: 5, extra: 1 }, 'metadata', unknown)).toThrow('metadata.labels: expected an object')
    expect(unknown).toEqual(['metadata.extra'])
  })

  test('paths start with the given path', () => {
    expect(readObjectMeta({ extra: 1 }, 'spec.template.metadata').unknownFields).toEqual(['spec.template.metadata.extra'])
    expect(() => readObjectMeta({ name: 1 }, 'spec.template.metadata')).toThrow(
      'spec.template.metadata.name: expected a string, found number',
    )
  })

  test('keys that name members of every object are data', () => {
    const { meta, unknownFields } = readObjectMeta(
      JSON.parse('{"__proto__":{"name":"evil"},"constructor":1,"labels":{"__proto__":"a","constructor":"b"}}'),
    )
    expect(unknownFields).toEqual(['metadata.__proto__', 'metadata.constructor'])
    expect(meta.name).toBeUndefined()
    expect(JSON.stringify(meta)).toBe('{"labels":{"__proto__":"a","constructor":"b"}}')
  })

  test.each<[unknown, string]>([
    ['x', 'metadata: expected an object, found string'],
    [[], 'metadata: expected an object, found array'],
    [{ name: 7 }, 'metadata.name: expected a string, found number'],
    [{ selfLink: {} }, 'metadata.selfLink: expected a string, found object'],
    [{ labels: [] }, 'metadata.labels: expected an object, found array'],
    [{ labels: { a: 1 } }, 'metadata.labels.a: expected a string, found number'],
    [{ annotations: { a: {} } }, 'metadata.annotations.a: expected a string, found object'],
    [{ generation: 1.5 }, 'metadata.generation: expected a whole number, found number'],
    [{ generation: '1' }, 'metadata.generation: expected a whole number, found string'],
    [{ deletionGracePeriodSeconds: 2 ** 60 }, 'metadata.deletionGracePeriodSeconds: expected a whole number, found number'],
    [{ creationTimestamp: 5 }, 'metadata.creationTimestamp: expected a string, found number'],
    [{ creationTimestamp: 'yesterday' }, 'metadata.creationTimestamp: expected a time such as 2006-01-02T15:04:05Z'],
    [{ finalizers: 'a' }, 'metadata.finalizers: expected a list, found string'],
    [{ finalizers: [1] }, 'metadata.finalizers[0]: expected a string, found number'],
    [{ ownerReferences: ['a'] }, 'metadata.ownerReferences[0]: expected an object, found string'],
    [
      { ownerReferences: [{ controller: 'yes' }] },
      'metadata.ownerReferences[0].controller: expected true or false, found string',
    ],
    [{ managedFields: [{ fieldsV1: [] }] }, 'metadata.managedFields[0].fieldsV1: expected an object, found array'],
  ])('%j is refused with 400', (raw, message) => {
    expect(() => readObjectMeta(raw)).toThrow(ApiError)
    expect(() => readObjectMeta(raw)).toThrow(message)
  })

  test('reading twice changes nothing, and any JSON is read or refused with 400', () => {
    const field = fc.constantFrom(
      'name',
      'labels',
      'finalizers',
      'ownerReferences',
      'generation',
      'creationTimestamp',
      'managedFields',
      'x',
    )
    const value = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.string(), fc.string()),
      fc.array(fc.record({ name: fc.string(), uid: fc.string(), controller: fc.boolean() })),
      fc.constant('2024-01-02T03:04:05Z'),
    )
    fc.assert(
      fc.property(fc.dictionary(field, value), (raw) => {
        try {
          const { meta } = readObjectMeta(raw)
          expect(readObjectMeta(meta)).toEqual({ meta, unknownFields: [] })
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          expect((error as ApiError).status.code).toBe(400)
        }
      }),
      { numRuns: 300 },
    )
  })
})

test('unknown fields are collected up to one more than an error names, with shortened paths', () => {
  const raw = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`unknown${i}`, 1]))
  expect(readObjectMeta(raw).unknownFields).toHaveLength(10_001)
  const { unknownFields } = readObjectMeta({ ['k'.repeat(1 << 20)]: 1 })
  expect(unknownFields).toEqual([`metadata.${'k'.repeat(991)}… (cut)`])
  expect(() => readObjectMeta({ labels: { ['k'.repeat(1 << 20)]: 7 } })).toThrow(
    /^metadata\.labels\.k+… \(cut\): expected a string/,
  )
})
