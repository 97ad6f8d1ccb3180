import { describe, expect, test } from '@jest/globals'
import { dialects } from '../../src/meta/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { kept } from '../support/kept-storage.js'

test.each(dialects)('a plane with the packaged kinds has what clients of a cluster expect to find: $name', async (dialect) => {
  const kinds = packagedKinds({ dialect })
  const plane = await createControlPlane({ dialect, resources: Object.values(kinds) })
  const service = await plane.client().resource(kinds.Service).namespace(dialect.namespaces.default).get(dialect.name)
  expect(service.spec).toMatchObject({ clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443 }] })
  const classes = await plane.client().resource(kinds.PriorityClass).list()
  expect(classes.items.map(({ metadata, value }) => [metadata.name, value])).toEqual([
    ['system-cluster-critical', 2_000_000_000],
    ['system-node-critical', 2_000_001_000],
  ])
  const gone = plane.client().resource(kinds.PriorityClass).delete('system-node-critical')
  await expect(gone).rejects.toMatchObject({ status: { reason: 'Forbidden' } })
  await plane.close()
})

describe.each(dialects)('behind the Service of a plane that knows its address: $name', (dialect) => {
  const kinds = packagedKinds({ dialect })
  const planeOf = (address: string, more: Partial<ControlPlaneOptions> = {}) =>
    createControlPlane({ dialect, resources: Object.values(kinds), advertise: { address, port: 7443 }, ...more })
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

test('nothing is made when it is not wanted', async () => {
  const kinds = packagedKinds()
  const plane = await createControlPlane({ resources: Object.values(kinds), controllers: ['-cluster-objects'] })
  expect((await plane.client().resource(kinds.Service).list()).items).toEqual([])
  await plane.close()
})
