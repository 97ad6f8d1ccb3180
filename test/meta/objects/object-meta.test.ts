import { describe, expect, test } from '@jest/globals'
import {
  dnsLabelName,
  type FieldError,
  type ObjectMeta,
  pathSegmentName,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../src/meta/index.js'

const NAME =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

const texts = (errors: readonly FieldError[]): string[] => errors.map(({ field, message }) => `${field}: ${message}`)

const check = (meta: ObjectMeta): string[] =>
  texts(validateObjectMeta({ name: 'a', namespace: 'ns', ...meta }, { namespaced: true }))

describe('names', () => {
  test('an object needs a name', () => {
    expect(validateObjectMeta({ namespace: 'ns' }, { namespaced: true })).toEqual([
      { reason: 'FieldValueRequired', field: 'metadata.name', message: 'Required value: name or generateName is required' },
    ])
  })

  test('a bad prefix and the bad name made of it are two errors', () => {
    const errors = validateObjectMeta({ generateName: 'Bad_', name: 'Bad_xyz', namespace: 'ns' }, { namespaced: true })
    expect(errors.map(({ reason, field }) => [reason, field])).toEqual([
      ['FieldValueInvalid', 'metadata.generateName'],
      ['FieldValueInvalid', 'metadata.name'],
    ])
  })

  test('the type says which names are allowed, DNS subdomains unless it does', () => {
    expect(validateObjectMeta({ name: 'a.b' }, { namespaced: false })).toEqual([])
    expect(texts(validateObjectMeta({ name: 'a.b' }, { namespaced: false, nameRule: dnsLabelName }))).toEqual([
      'metadata.name: Invalid value: "a.b": must not contain dots',
    ])
    expect(validateObjectMeta({ name: 'a:B c' }, { namespaced: false, nameRule: pathSegmentName })).toEqual([])
  })

  test('a namespace is required for namespaced types, and refused for others', () => {
    expect(texts(validateObjectMeta({ name: 'a' }, { namespaced: true }))).toEqual(['metadata.namespace: Required value'])
    expect(texts(validateObjectMeta({ name: 'a', namespace: 'n.s' }, { namespaced: true }))).toEqual([
      'metadata.namespace: Invalid value: "n.s": must not contain dots',
    ])
    expect(texts(validateObjectMeta({ name: 'a', namespace: 'ns' }, { namespaced: false }))).toEqual([
      'metadata.namespace: Forbidden: not allowed on this type',
    ])
  })
})

describe('values', () => {
  test('good ones pass', () => {
    expect(
      check({
        generateName: 'a-',
        generation: 1,
        labels: { a: 'b' },
        annotations: { A: '' },
        finalizers: ['example.com/ok', 'orphan', 'kubernetes'],
        ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u' }],
      }),
    ).toEqual([])
  })

  test('errors come in the order of the fields, below the path that was given', () => {
    const errors = validateObjectMeta(
      {
        name: 'Bad',
        generation: -1,
        labels: { '-a': '' },
        annotations: { '-b': '' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: '' }],
        finalizers: ['plain'],
      },
      { namespaced: false, path: 'spec.template.metadata' },
    )
    expect(errors.map(({ field }) => field.replace('spec.template.metadata.', ''))).toEqual([
      'name',
      'generation',
      'labels',
      'annotations',
      'ownerReferences.uid',
      'finalizers[0]',
    ])
    expect(errors[1]?.message).toBe('Invalid value: -1: must be greater than or equal to 0')
  })
})

describe('finalizers', () => {
  test.each([
    [
      ['foregroundDeletion', 'orphan'],
      [
        'metadata.finalizers: Invalid value: ["foregroundDeletion","orphan"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      ['plain'],
      ['metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified'],
    ],
    [
      ['example.com/a', 'bad name'],
      [
        `metadata.finalizers: Invalid value: "bad name": ${NAME}`,
        'metadata.finalizers[1]: Invalid value: "bad name": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      [''],
      [
        'metadata.finalizers: Invalid value: "": name part must be non-empty',
        `metadata.finalizers: Invalid value: "": ${NAME}`,
        'metadata.finalizers[0]: Invalid value: "": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
  ])('%j are refused', (finalizers, messages) => {
    expect(check({ finalizers })).toEqual(messages)
  })

  test('one with two slashes breaks the rule for keys only', () => {
    expect(check({ finalizers: ['a/b/c'] })).toHaveLength(1)
    expect(check({ finalizers: ['a/b/c'] })[0]).toMatch(
      /^metadata\.finalizers: Invalid value: "a\/b\/c": a valid label key must consist/,
    )
  })
})

describe('a change', () => {
  const live: ObjectMeta = {
    name: 'a',
    namespace: 'ns',
    uid: 'u',
    generation: 2,
    creationTimestamp: '2024-01-02T03:04:05Z',
    finalizers: ['example.com/one', 'example.com/two'],
  }
  const dying: ObjectMeta = { ...live, deletionTimestamp: '2024-01-02T03:05:00Z', deletionGracePeriodSeconds: 0 }

  test('may leave everything as it is, and change mutable fields', () => {
    expect(validateObjectMetaUpdate(live, live)).toEqual([])
    expect(validateObjectMetaUpdate({ ...live, generation: 3, labels: { a: 'b' }, finalizers: ['x/y'] }, live)).toEqual([])
  })

  test.each<[Partial<ObjectMeta>, string]>([
    [{ name: 'b' }, 'metadata.name: Invalid value: "b": field is immutable'],
    [{ namespace: 'other' }, 'metadata.namespace: Invalid value: "other": field is immutable'],
    [{ uid: 'v' }, 'metadata.uid: Invalid value: "v": field is immutable'],
    [{ creationTimestamp: null }, 'metadata.creationTimestamp: Invalid value: null: field is immutable'],
    [{ generation: 1 }, 'metadata.generation: Invalid value: 1: must not be decremented'],
  ])('to %j is refused', (change, message) => {
    expect(texts(validateObjectMetaUpdate({ ...live, ...change }, live))).toEqual([message])
  })

  test('a write cannot set deletionTimestamp', () => {
    const next = { ...live, deletionTimestamp: '2001-02-03T04:05:06Z', deletionGracePeriodSeconds: 5 }
    expect(texts(validateObjectMetaUpdate(next, live))).toEqual([
      'metadata.deletionTimestamp: Invalid value: "2001-02-03T04:05:06Z": field is immutable',
      'metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable',
    ])
  })

  test('null and absence are the same', () => {
    expect(validateObjectMetaUpdate({ ...live, deletionTimestamp: null }, live)).toEqual([])
  })

  test('an object that is being deleted takes no new finalizers', () => {
    const finalizers = ['example.com/three', 'example.com/one', 'b.example.com/four', 'example.com/three']
    expect(validateObjectMetaUpdate({ ...dying, finalizers }, dying)).toEqual([
      {
        reason: 'FieldValueForbidden',
        field: 'metadata.finalizers',
        message:
          'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"b.example.com/four", "example.com/three"}',
      },
    ])
  })

  test('finalizers of an object that is being deleted may be removed and put in another order', () => {
    for (const finalizers of [['example.com/two', 'example.com/one'], ['example.com/two'], []]) {
      expect(validateObjectMetaUpdate({ ...dying, finalizers }, dying)).toEqual([])
    }
  })
})
