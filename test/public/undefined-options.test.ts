import { expect, test } from '@jest/globals'
import { createControlPlane } from '../../src/public/index.js'
import { applyJsonPatch } from '../../src/public/patch.js'
import { createPostgresStorage } from '../../src/public/storage/postgres.js'
import { createEtcdStorage } from '../../src/public/storage.js'
import { testAdmission, testServer } from '../../src/public/testing.js'

/** What a program writes that takes settings from elsewhere, without types or without `exactOptionalPropertyTypes`. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

test('an undefined limit of a plane is its default', async () => {
  const plane = await createControlPlane({ limits: { maxUrlLength: undefined } } as Loose)
  const request = { method: 'GET', url: `/version?${'a'.repeat(100_000)}`, headers: [], peerCertificates: [] }
  const { status } = await plane.handle({ ...request, readBody: async () => new Uint8Array() } as Loose)
  await plane.close()
  expect(status).toBe(414)
})

test('an undefined limit of a patch is its default', () => {
  const operations = Array.from({ length: 20_000 }, () => ({ op: 'test', path: '/a', value: 1 }))
  expect(() => applyJsonPatch({ a: 1 }, operations as Loose, { maxOperations: undefined } as Loose)).toThrow(/operations/)
})

test('undefined options of a storage in etcd are their defaults', async () => {
  const unset = { clock: undefined, random: undefined, timeoutMs: undefined }
  const storage = await createEtcdStorage({ endpoints: ['http://127.0.0.1:1'], ...unset } as Loose)
  await storage.close()
})

test('undefined options of a storage in PostgreSQL are their defaults', async () => {
  const unset = { clock: undefined, random: undefined, timeoutMs: undefined }
  await expect(createPostgresStorage({ url: 'postgres://127.0.0.1:1/a', ...unset } as Loose)).rejects.toThrow('ECONNREFUSED')
})

test('an undefined dialect of a test server is that of existing clients', async () => {
  const { plane, close } = await testServer({ dialect: undefined } as Loose)
  expect(plane.dialect.name).toBe('kubernetes')
  await close()
})

test('an undefined operation of a tried write follows from its objects', async () => {
  const operations: string[] = []
  const plugin = { name: 'mine', validate: ({ operation }: { readonly operation: string }) => void operations.push(operation) }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
  await testAdmission(plugin, { object, operation: undefined } as Loose)
  expect(operations).toEqual(['CREATE'])
})
