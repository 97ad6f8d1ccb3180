import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { mergeOwnerReferences, type OwnerReference, validateOwnerReferences } from '../../../src/meta/index.js'

const owner = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'x',
  uid,
  ...more,
})

const texts = (references: readonly OwnerReference[]): string[] =>
  validateOwnerReferences(references, 'metadata.ownerReferences').map(({ field, message }) => `${field}: ${message}`)

describe('owner references', () => {
  test('complete ones with one controller are fine', () => {
    expect(texts([])).toEqual([])
    expect(
      texts([owner('u1', { controller: true, blockOwnerDeletion: true }), owner('u2', { controller: false }), owner('u3')]),
    ).toEqual([])
  })

  test('each missing member is one error', () => {
    expect(texts([{ apiVersion: '', kind: '', name: '', uid: '' }])).toEqual([
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ])
  })

  test.each(['apps/', 'a/b/c'])('apiVersion %j names no version', (apiVersion) => {
    expect(texts([owner('u', { apiVersion })])).toEqual([
      `metadata.ownerReferences.apiVersion: Invalid value: "${apiVersion}": version must not be empty`,
    ])
  })

  test('an event owns nothing', () => {
    expect(texts([owner('u', { kind: 'Event' })])).toEqual([
      'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"x","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
    ])
    expect(texts([owner('u', { kind: 'Event', apiVersion: 'example.com/v1' })])).toEqual([])
  })

  test('two controllers are an error', () => {
    const references = [owner('u1', { controller: true }), owner('u2', { name: 'y', controller: true })]
    expect(texts(references)).toEqual([
      `metadata.ownerReferences: Invalid value: ${JSON.stringify(references)}: Only one reference can have Controller set to true. Found "true" in references for ConfigMap/x and ConfigMap/y`,
    ])
  })
})

describe('repeated owners', () => {
  test('a list without any is left alone', () => {
    const references = [owner('u1'), owner('u2')]
    expect(mergeOwnerReferences(references)).toEqual({ references })
    expect(mergeOwnerReferences(references).references).toBe(references)
  })

  test('are merged into the first, with a warning that names their uids', () => {
    const { references, warning } = mergeOwnerReferences([owner('u1'), owner('u2'), owner('u1'), owner('u1', { name: 'y' })])
    expect(references).toEqual([owner('u1'), owner('u2')])
    expect(warning).toContain('.metadata.ownerReferences contains duplicate entries')
    expect(warning).toMatch(/observed: u1$/)
  })

  test('merging leaves each uid once, in order, and is idempotent', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', '__proto__')), (uids) => {
        const { references, warning } = mergeOwnerReferences(uids.map((uid) => owner(uid)))
        expect(references.map(({ uid }) => uid)).toEqual([...new Set(uids)])
        expect(warning !== undefined).toBe(references.length < uids.length)
        expect(mergeOwnerReferences(references).warning).toBeUndefined()
      }),
    )
  })
})
