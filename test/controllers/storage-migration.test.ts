import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { outdatedTypes } from '../../src/controllers/outdated-types.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { createStorageVersionMigrator, migrateStorage } from '../../src/public/controllers.js'
import { defineResource } from '../../src/public/index.js'
import { createLmdbStorage } from '../../src/public/storage/lmdb.js'

const planes: ControlPlane[] = []
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close())))

const GROUP = 'shop.example.com'
const DEFINITIONS = { group: 'apiextensions.platform.io', version: 'v1', kind: 'CustomResourceDefinition' }
const version = (name: string, storage: boolean, properties: object = {}) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
})
const definition = (versions: readonly object[]) => ({
  metadata: { name: `lamps.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'lamps', singular: 'lamp', kind: 'Lamp', listKind: 'LampList' },
    versions,
  },
})

async function planeWithLamps(): Promise<ControlPlane> {
  const plane = await createControlPlane({ logger: { error() {}, info() {} } })
  planes.push(plane)
  await plane
    .client()
    .resource(DEFINITIONS)
    .create(definition([version('v1beta1', true), version('v1', false)]))
  const lamps = plane.client().resource({ group: GROUP, version: 'v1beta1', kind: 'Lamp' })
  for (const name of ['a', 'b']) await lamps.namespace('default').create({ metadata: { name }, spec: {} })
  return plane
}
const stateOf = (plane: ControlPlane) => plane.client().resource(DEFINITIONS).get(`lamps.${GROUP}`)
const storedVersions = async (plane: ControlPlane) =>
  ((await stateOf(plane)).status as { storedVersions: string[] }).storedVersions
const storeInV1 = async (plane: ControlPlane, properties: object = {}) => {
  const live = await stateOf(plane)
  const { spec } = definition([version('v1', true, properties), version('v1beta1', false)])
  await plane
    .client()
    .resource(DEFINITIONS)
    .update({ ...live, spec: { ...(live.spec as object), ...spec } })
}
const revisions = async (plane: ControlPlane) => {
  const { items } = await plane.client().resource({ group: GROUP, version: 'v1', kind: 'Lamp' }).list()
  return items.map(({ metadata }) => metadata.resourceVersion)
}

/** A plane whose lamps were stored in another version before, and cannot be written any more. */
async function planeThatRefuses(): Promise<ControlPlane> {
  const plane = await createControlPlane({
    logger: { error() {}, info() {} },
    admission: [
      {
        name: 'never',
        handles: ({ resource, operation }) => resource === 'lamps' && operation === 'UPDATE',
        validate: () => {
          throw new Error('broken')
        },
      },
    ],
  })
  planes.push(plane)
  await plane
    .client()
    .resource(DEFINITIONS)
    .create(definition([version('v1beta1', true), version('v1', false)]))
  await plane
    .client()
    .resource({ group: GROUP, version: 'v1beta1', kind: 'Lamp' })
    .namespace('default')
    .create({ metadata: { name: 'a' }, spec: {} })
  await storeInV1(plane)
  return plane
}

describe('a migration of the storage', () => {
  test('rewrites objects that are stored in an older version, and no others', async () => {
    const plane = await planeWithLamps()
    const before = await revisions(plane)
    await migrateStorage(plane.client())
    expect(await revisions(plane)).toEqual(before)
    await storeInV1(plane)
    expect(await storedVersions(plane)).toEqual(['v1beta1', 'v1'])
    const { objects, failed, problems } = await migrateStorage(plane.client())
    expect([objects >= 2, failed, problems]).toEqual([true, 0, []])
    const after = await revisions(plane)
    expect(after.filter((revision) => before.includes(revision))).toEqual([])
    await migrateStorage(plane.client())
    expect(await revisions(plane)).toEqual(after)
  })

  test('updates storedVersions of the definition, so that other versions can be removed', async () => {
    const plane = await planeWithLamps()
    await storeInV1(plane)
    await migrateStorage(plane.client())
    expect(await storedVersions(plane)).toEqual(['v1'])
    const live = await stateOf(plane)
    const { spec } = definition([version('v1', true)])
    await plane
      .client()
      .resource(DEFINITIONS)
      .update({ ...live, spec: { ...(live.spec as object), ...spec } })
  })

  test('leaves the definition unchanged when an object could not be rewritten, and reports which', async () => {
    const plane = await planeThatRefuses()
    const { failed, problems } = await migrateStorage(plane.client())
    expect(failed).toBe(1)
    expect(problems[0]).toMatch(/^lamps default\/a: /)
    expect(await storedVersions(plane)).toEqual(['v1beta1', 'v1'])
  })
})

describe('the loop storage-version-migrator', () => {
  test('migrates a type when its storage version changes, and removes the older one from storedVersions', async () => {
    const plane = await planeWithLamps()
    const loop = createStorageVersionMigrator(plane.client())
    await loop.synced
    const before = await revisions(plane)
    await storeInV1(plane)
    while ((await storedVersions(plane)).length > 1) await new Promise((resolve) => setImmediate(resolve))
    expect(await storedVersions(plane)).toEqual(['v1'])
    expect((await revisions(plane)).filter((revision) => before.includes(revision))).toEqual([])
    await loop.stop()
  })

  test('keeps the older versions while an object cannot be written, and reports why', async () => {
    const plane = await planeThatRefuses()
    const told = await new Promise<unknown>((resolve) => {
      const loop = createStorageVersionMigrator(plane.client(), { onError: (error) => resolve(error) })
      planes.push({ close: () => loop.stop() } as ControlPlane)
    })
    expect(String(told)).toMatch(/storage version of shop.example.com\/lamps: lamps default\/a: /)
    expect(await storedVersions(plane)).toEqual(['v1beta1', 'v1'])
  })

  test('rewrites at the start what an earlier release has stored of built-in types', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'binnacle-migration-'))
    const spec = z.object({ watts: z.number().optional() })
    const open = async (stored: 'v1' | 'v1beta1', controllers: readonly string[]) => {
      const versions = (['v1', 'v1beta1'] as const).map((name) => ({ name, schema: { spec }, storage: name === stored }))
      const plane = await createControlPlane({
        storage: await createLmdbStorage({ directory }),
        resources: [defineResource({ group: GROUP, kind: 'Lamp', versions })],
        controllers,
      })
      const lamps = plane.client().resource({ group: GROUP, version: 'v1', kind: 'Lamp' }).namespace('default')
      return { plane, lamps, outdated: async () => (await outdatedTypes(plane.registry)).map(({ resource }) => resource) }
    }
    try {
      const former = await open('v1beta1', [])
      await former.lamps.create({ metadata: { name: 'a' }, spec: { watts: 7 } })
      const { resourceVersion } = (await former.lamps.get('a')).metadata
      expect(await former.outdated()).toEqual([])
      await former.plane.close()

      const idle = await open('v1', [])
      expect(await idle.outdated()).toEqual(['lamps'])
      await idle.plane.close()

      const next = await open('v1', ['storage-version-migrator'])
      while ((await next.outdated()).length > 0) await new Promise((resolve) => setImmediate(resolve))
      const { metadata, spec } = await next.lamps.get('a')
      expect(spec).toEqual({ watts: 7 })
      expect(metadata.resourceVersion).not.toBe(resourceVersion)
      await next.plane.close()
    } finally {
      await rm(directory, { recursive: true })
    }
  })
})
