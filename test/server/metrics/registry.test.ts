import { afterEach, describe, expect, test } from '@jest/globals'
import { Counter, collectDefaultMetrics, type OpenMetricsContentType, Registry } from 'prom-client'
import { fetchHandler } from '../../../src/adapters/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../../src/public/index.js'

const planes: ControlPlane[] = []
afterEach(async () => {
  await Promise.all(planes.splice(0).map((plane) => plane.close()))
})
const open = async (metrics: NonNullable<ControlPlaneOptions['metrics']>) => {
  const plane = await createControlPlane({ metrics })
  planes.push(plane)
  const get = async (path: string) => (await fetchHandler(plane)(new Request(`http://plane${path}`))).text()
  return { plane, get }
}

describe('a registry of the embedder', () => {
  test('has the metrics of the plane from the start, and /metrics shows what else it holds', async () => {
    const registry = new Registry()
    new Counter({ name: 'shop_orders_total', help: 'Orders.', registers: [registry] }).inc(3)
    const { get } = await open({ registry })
    expect(await registry.metrics()).toContain('# TYPE apiserver_request_total counter')
    await get('/api/v1/namespaces')
    expect(await registry.metrics()).toMatch(/^apiserver_request_total\{verb="LIST",.*resource="namespaces".*\} 1$/m)
    expect(await get('/metrics')).toMatch(/^shop_orders_total 3$/m)
  })

  test('serves one plane: a second one is refused when it is made', async () => {
    const registry = new Registry()
    await open({ registry })
    const has = 'createControlPlane: metrics.registry has a metric apiserver_request_total already'
    await expect(open({ registry })).rejects.toThrow(`${has}: expected a registry of its own for each plane`)
  })

  test('has none of a closed plane, so that the next one can have it; what others put there stays', async () => {
    const registry = new Registry<OpenMetricsContentType>()
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
    const orders = new Counter({ name: 'shop_orders_total', help: 'Orders.', registers: [registry] })
    const { plane } = await open({ registry, process: true })
    await registry.metrics()
    await plane.close()
    expect(registry.getMetricsAsArray()).toEqual([orders])
    await open({ registry, process: true })
    await expect(registry.metrics()).resolves.toContain('apiserver_request')
  })

  test('that was filled anew before the plane is closed keeps its metrics', async () => {
    const registry = new Registry()
    const { plane } = await open({ registry })
    registry.clear()
    const own = new Counter({ name: 'apiserver_request_total', help: 'Of another server.', registers: [registry] })
    await plane.close()
    expect(registry.getMetricsAsArray()).toEqual([own])
  })

  test('of a plane that could not be created has none of its metrics', async () => {
    const registry = new Registry()
    await expect(createControlPlane({ metrics: { registry }, controllers: ['nope'] })).rejects.toThrow('nope')
    expect(registry.getMetricsAsArray()).toEqual([])
  })

  test('that collects metrics of the process is told so, and takes the others without them', async () => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    await expect(open({ registry, process: true })).rejects.toThrow(
      'createControlPlane: metrics.process is true: expected false, as the registry has metrics of the process already',
    )
    await expect(open({ registry })).resolves.toBeDefined()
  })

  test('that is not a registry is refused by name', async () => {
    await expect(open({ registry: {} as never })).rejects.toThrow(
      'metrics.registry is an object: expected a registry of prom-client',
    )
  })
})

test.each([
  [true, true],
  [false, false],
])('metrics of the process are shown when configured (%s)', async (process, expected) => {
  const { get } = await open({ process })
  const text = await get('/metrics')
  expect(text).toContain('apiserver_request_total')
  expect([/^process_resident_memory_bytes \d+$/m.test(text), /^nodejs_heap_size_used_bytes \d+$/m.test(text)]).toEqual([
    expected,
    expected,
  ])
})
