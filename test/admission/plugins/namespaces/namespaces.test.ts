import { afterEach, describe, expect, test } from '@jest/globals'
import { namespaceAutoProvision, namespaceExists } from '../../../../src/admission/index.js'
import type { ApiError } from '../../../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../../../src/testing/index.js'
import { write } from '../../support.js'
import { planeWith } from '../plane-with.js'

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true } as const
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false } as const

describe('NamespaceExists', () => {
  test.each(['CREATE', 'UPDATE', 'DELETE'] as const)('refuses a %s in a namespace that does not exist', async (operation) => {
    const { judged, plane } = await planeWith(namespaceExists())
    expect(await judged(write({ operation, namespace: 'a' }))).toBe('404 namespaces "a" not found')
    expect(await judged(write({ operation, namespace: '' }))).toBe('passes')
    plane.put('namespaces', { metadata: { name: 'a' } })
    expect(await judged(write({ operation, namespace: 'a' }))).toBe('passes')
  })
})

describe('NamespaceAutoProvision', () => {
  let plane: TestPlane | undefined
  afterEach(() => plane?.close())
  const refusal = (error: ApiError) => error.status.message

  test('creates the namespace of a new object, as a client would, whichever verb creates the object', async () => {
    plane = await testPlane({ admission: [namespaceAutoProvision()] })
    const client = plane.client()
    const maps = client.resource(CONFIG_MAPS)
    await maps.namespace('by-create').create({ metadata: { name: 'a' } })
    await maps.namespace('by-apply').apply({ metadata: { name: 'a' } }, { fieldManager: 'me' })
    for (const name of ['by-create', 'by-apply']) {
      expect(await client.resource(NAMESPACES).get(name)).toMatchObject({
        metadata: { labels: { 'platform.io/metadata.name': name } },
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Active' },
      })
    }
  })

  test('creates one namespace for many concurrent requests', async () => {
    plane = await testPlane({ admission: [namespaceAutoProvision()] })
    const maps = plane.client().resource(CONFIG_MAPS).namespace('a')
    const made = await Promise.all([...Array(20).keys()].map((i) => maps.create({ metadata: { name: `m${i}` } })))
    expect(made).toHaveLength(20)
  })

  test('creates none for a dry run, and none for an invalid name', async () => {
    plane = await testPlane({ admission: [namespaceAutoProvision()] })
    const maps = plane.client().resource(CONFIG_MAPS)
    expect(
      await maps
        .namespace('a')
        .create({ metadata: { name: 'a' } }, { dryRun: true })
        .catch(refusal),
    ).toBe('namespaces "a" not found')
    expect(
      await maps
        .namespace('A_B')
        .create({ metadata: { name: 'a' } })
        .catch(refusal),
    ).toContain('is invalid')
  })
})
