import { describe, expect, test } from '@jest/globals'
import { dialects, FLOW_RULES } from '../../src/meta/index.js'
import {
  type ControlPlane,
  type ControlPlaneOptions,
  createControlPlane,
  type ResourceDefinition,
} from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { kept } from '../support/kept-storage.js'

test.each(dialects)('a plane with the packaged kinds has what clients of a cluster expect to find: $name', async (dialect) => {
  const kinds = packagedKinds({ dialect })
  const plane = await createControlPlane({ dialect, resources: Object.values(kinds), controllers: ['cluster-objects'] })
  const service = await plane.client().resource(kinds.Service).namespace(dialect.namespaces.default).get(dialect.name)
  expect(service.spec).toMatchObject({ clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443 }] })
  const range = await plane.client().resource(kinds.ServiceCIDR).get(dialect.name)
  expect(range).toMatchObject({ spec: { cidrs: ['10.0.0.0/24'] }, status: { conditions: [{ type: 'Ready', status: 'True' }] } })
  const classes = await plane.client().resource(kinds.PriorityClass).list()
  expect(classes.items.map(({ metadata, value }) => [metadata.name, value])).toEqual([
    ['system-cluster-critical', 2_000_000_000],
    ['system-node-critical', 2_000_001_000],
  ])
  const gone = plane.client().resource(kinds.PriorityClass).delete('system-node-critical')
  await expect(gone).rejects.toMatchObject({ status: { reason: 'Forbidden' } })
  await plane.close()
})

describe.each(dialects)('the levels of requests: $name', (dialect) => {
  const kinds = packagedKinds({ dialect })
  const types: readonly { type: ResourceDefinition; uids: readonly (readonly [string, string])[] }[] = [
    { type: kinds.PriorityLevelConfiguration, uids: FLOW_RULES.map(({ level, levelUid }) => [level, levelUid] as const) },
    { type: kinds.FlowSchema, uids: FLOW_RULES.map(({ schema, schemaUid }) => [schema, schemaUid] as const) },
  ]
  test('are objects with the uids that the headers of answers have, which stay as they are', async () => {
    const plane = await createControlPlane({ dialect, resources: Object.values(kinds), controllers: ['cluster-objects'] })
    for (const { type, uids } of types) {
      const client = plane.client({ user: 'jane' }).resource(type)
      const { items } = await client.list()
      expect(new Map(items.map(({ metadata }) => [metadata.name, metadata.uid]))).toEqual(new Map(uids))
      for (const { metadata, status } of items) {
        const isSchema = type.names.kind === 'FlowSchema'
        if (isSchema) expect(status).toMatchObject({ conditions: [{ type: 'Dangling', status: 'False' }] })
        const { name } = metadata
        await expect(client.delete(name)).rejects.toMatchObject({ status: { reason: 'Forbidden' } })
        const part = name === 'exempt' ? 'exempt' : 'limited'
        const change = { spec: isSchema ? { matchingPrecedence: 5 } : { [part]: { lendablePercent: 1 } } }
        await expect(client.patch(name, { merge: change })).rejects.toThrow('cannot be changed')
        const labelled = await client.patch(name, { merge: { metadata: { labels: { a: 'b' } } } })
        expect(labelled.metadata.labels).toEqual({ a: 'b' })
      }
    }
    await plane.close()
  })

  test('leave other names to users, who may create and delete objects', async () => {
    const plane = await createControlPlane({ dialect, resources: Object.values(kinds), controllers: ['cluster-objects'] })
    const levels = plane.client().resource(kinds.PriorityLevelConfiguration)
    const limited = { limitResponse: { type: 'Reject' as const } }
    const { metadata } = await levels.create({ metadata: { name: 'mine' }, spec: { type: 'Limited', limited } })
    expect(FLOW_RULES.map(({ levelUid }) => levelUid as string)).not.toContain(metadata.uid)
    await levels.delete('mine')
    await plane.close()
  })
})

describe.each(dialects)('behind the Service of a plane that knows its address: $name', (dialect) => {
  const kinds = packagedKinds({ dialect })
  const planeOf = (address: string, more: Partial<ControlPlaneOptions> = {}) =>
    createControlPlane({
      dialect,
      resources: Object.values(kinds),
      controllers: ['cluster-objects'],
      advertise: { address, port: 7443 },
      ...more,
    })
  const behind = async (plane: ControlPlane) => {
    const { default: namespace } = dialect.namespaces
    return {
      endpoints: await plane.client().resource(kinds.Endpoints).namespace(namespace).get(dialect.name),
      slice: await plane.client().resource(kinds.EndpointSlice).namespace(namespace).get(dialect.name),
      service: await plane.client().resource(kinds.Service).namespace(namespace).get(dialect.name),
    }
  }

  test.each([
    ['192.0.2.7', 'IPv4'],
    ['2001:db8::7', 'IPv6'],
  ])('%s is in its Endpoints and its EndpointSlice', async (address, addressType) => {
    const plane = await planeOf(address)
    const { endpoints, slice, service } = await behind(plane)
    const ports = [expect.objectContaining({ name: 'https', port: 7443, protocol: 'TCP' })]
    expect(endpoints).toMatchObject({ subsets: [{ addresses: [{ ip: address }], ports }] })
    expect(slice).toMatchObject({ addressType, endpoints: [{ addresses: [address], conditions: { ready: true } }], ports })
    expect(slice?.metadata.labels).toEqual({ [`${dialect.labelDomain}/service-name`]: dialect.name })
    expect(service).toMatchObject({ spec: { ports: [{ targetPort: 7443 }] } })
    await plane.close()
  })

  test('another address takes the place of that of an earlier start; the same one is left as it is', async () => {
    const storage = createMemoryStorage()
    const versions: unknown[] = []
    for (const address of ['192.0.2.7', '192.0.2.7', '192.0.2.8']) {
      const plane = await planeOf(address, { storage: kept(storage) })
      const { endpoints, slice } = await behind(plane)
      expect(endpoints).toMatchObject({ subsets: [{ addresses: [{ ip: address }] }] })
      versions.push([endpoints?.metadata.resourceVersion, slice?.metadata.resourceVersion])
      await plane.close()
    }
    expect(versions[1]).toEqual(versions[0])
    expect(versions[2]).not.toEqual(versions[1])
  })
})

test('nothing is created in a plane that does not ask for it', async () => {
  const kinds = packagedKinds()
  const plane = await createControlPlane({ resources: Object.values(kinds) })
  expect((await plane.client().resource(kinds.Service).list()).items).toEqual([])
  await plane.close()
})
