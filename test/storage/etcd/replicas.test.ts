import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { systemClock } from '../../../src/meta/index.js'
import { createControlPlane } from '../../../src/plane/index.js'
import { createEtcdStorage, createMemoryStorage } from '../../../src/storage/index.js'
import { CONFIG_MAPS, configMap, gadgets, type TestPlane } from '../../server/plane.js'
import { jsonOf, requestOf } from '../../server/requests.js'
import { Reader } from '../../server/watching.js'
import { type Etcd, type Line, layLine, startEtcd, until } from './support.js'

let etcd: Etcd
let line: Line
let count = 0
const planes: TestPlane[] = []

/** A plane over the one etcd. */
async function replica({ by = etcd.url, timeoutMs = 5_000 } = {}): Promise<TestPlane> {
  const storage = await createEtcdStorage({ endpoints: [by], prefix: `/replicas-${count}`, timeoutMs })
  const logged: TestPlane['logged'] = []
  const logger = { error: (message: string, fields: unknown) => logged.push({ message, fields }), info() {} }
  const plane = await createControlPlane({ storage, clock: systemClock, logger, resources: [gadgets] })
  const clock = undefined as never
  const made: TestPlane = { plane, clock, logged, send: (method, url, init) => plane.handle(requestOf(url, { ...init, method })) }
  planes.push(made)
  return made
}

const versionOf = (object: unknown) => (object as { metadata: { resourceVersion: string } }).metadata.resourceVersion
const create = async (plane: TestPlane, name: string, data: Record<string, string> = {}) =>
  jsonOf(await plane.send('POST', CONFIG_MAPS, { body: configMap(name, data) }))

beforeAll(async () => {
  etcd = await startEtcd()
  line = await layLine(etcd.url)
})
afterEach(async () => {
  line.mend()
  await Promise.all(planes.splice(0).map(({ plane }) => plane.close()))
  count += 1
})
afterAll(async () => {
  await line.close()
  await etcd.stop()
})

describe('replicas of a plane', () => {
  test('start concurrently on an empty etcd, and share the initial namespaces', async () => {
    const [a, b] = await Promise.all([replica(), replica()])
    const [one, two] = [jsonOf(await a.send('GET', '/api/v1/namespaces')), jsonOf(await b.send('GET', '/api/v1/namespaces'))]
    expect(one).toEqual(two)
    expect([...a.logged, ...b.logged]).toEqual([])
  })

  test('show each what was written through the other, at once in Most Recent reads', async () => {
    const [a, b] = [await replica(), await replica()]
    for (let i = 0; i < 20; i += 1) {
      const made = await create(i % 2 ? a : b, `m${i}`)
      const seen = await (i % 2 ? b : a).send('GET', `${CONFIG_MAPS}/m${i}`)
      expect([seen.status, versionOf(jsonOf(seen))]).toEqual([200, versionOf(made)])
    }
  })

  test('accept a namespace of the other at once', async () => {
    const [a, b] = [await replica(), await replica()]
    for (let i = 0; i < 5; i += 1) {
      await a.send('POST', '/api/v1/namespaces', { body: { metadata: { name: `n${i}` } } })
      const made = await b.send('POST', `/api/v1/namespaces/n${i}/configmaps`, { body: configMap('m') })
      expect(made.status).toBe(201)
    }
  })

  test('bring all writes to the watchers of all, in one order', async () => {
    const [a, b] = [await replica(), await replica()]
    const version = versionOf(jsonOf(await a.send('GET', CONFIG_MAPS)))
    const watches = [
      new Reader(await a.send('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${version}`)),
      new Reader(await b.send('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${version}`)),
    ]
    await Promise.all(Array.from({ length: 30 }, (_, i) => create(i % 2 ? a : b, `m${i}`)))
    await until(() => watches.every(({ lines }) => lines.length >= 30))
    expect(watches[0]?.lines).toEqual(watches[1]?.lines)
    expect(new Set(watches[0]?.summary).size).toBe(30)
    for (const { release } of watches) release()
  })

  test('answer 409 to an update that is older than a write through the other', async () => {
    const [a, b] = [await replica(), await replica()]
    const made = (await create(a, 'shared', { from: 'a' })) as object
    const url = `${CONFIG_MAPS}/shared`
    const answers = await Promise.all(
      [a, b].map((plane, at) => plane.send('PUT', url, { body: { ...made, data: { from: String(at) } } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await b.send('POST', CONFIG_MAPS, { body: configMap('shared') })).status).toBe(409)
  })

  test('continue a list that the other has begun, even after a restart', async () => {
    const [a, b] = [await replica(), await replica()]
    for (let i = 0; i < 5; i += 1) await create(a, `m${i}`)
    const page = jsonOf(await a.send('GET', `${CONFIG_MAPS}?limit=2`)) as { metadata: { continue: string } }
    const next = await b.send('GET', `${CONFIG_MAPS}?limit=2&continue=${page.metadata.continue}`)
    expect([next.status, (jsonOf(next) as { items: unknown[] }).items.length]).toEqual([200, 2])
  })

  test('serve a custom type that was defined through the other, and its end', async () => {
    const [a, b] = [await replica(), await replica()]
    const definitions = '/apis/apiextensions.platform.io/v1/customresourcedefinitions'
    const made = await a.send('POST', definitions, {
      body: {
        apiVersion: 'apiextensions.platform.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'lamps.example.org' },
        spec: {
          group: 'example.org',
          names: { plural: 'lamps', kind: 'Lamp' },
          scope: 'Namespaced',
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object', 'x-platform-preserve-unknown-fields': true } },
            },
          ],
        },
      },
    })
    expect(made.status).toBe(201)
    const lamps = '/apis/example.org/v1/namespaces/default/lamps'
    await until(async () => (await b.send('GET', lamps)).status === 200)
    const lamp = { apiVersion: 'example.org/v1', kind: 'Lamp', metadata: { name: 'l' } }
    expect((await b.send('POST', lamps, { body: lamp })).status).toBe(201)
    expect((await a.send('GET', `${lamps}/l`)).status).toBe(200)
    const late = await replica()
    expect((await late.send('GET', `${lamps}/l`)).status).toBe(200)
    await b.send('DELETE', `${definitions}/lamps.example.org`)
    await until(async () => (await a.send('GET', lamps)).status === 404)
    await until(async () => (await late.send('GET', lamps)).status === 404)
  })
})

describe('a replica that has to reload', () => {
  test('ends its watches with 410, and lists the current state afterwards', async () => {
    const [near, far] = [await replica(), await replica({ by: line.url })]
    await create(near, 'kept')
    await create(near, 'gone')
    const before = versionOf(jsonOf(await far.send('GET', CONFIG_MAPS)))
    const watch = new Reader(await far.send('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${before}`))
    line.cut()
    await near.send('DELETE', `${CONFIG_MAPS}/gone`)
    await create(near, 'new')
    const storage = await createEtcdStorage({ endpoints: [etcd.url], prefix: `/replicas-${count}` })
    await storage.compact((await storage.load()).revision)
    await storage.close()
    line.mend()
    await until(() => watch.outcome === 'ended')
    expect(watch.events.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
    const list = jsonOf(await far.send('GET', CONFIG_MAPS)) as { items: { metadata: { name: string } }[] }
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['kept', 'new'])
    const again = await far.send('GET', `${CONFIG_MAPS}?watch=true&resourceVersion=${before}`)
    expect(new Reader(again).events.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 410 } })
    expect(await create(far, 'later')).toMatchObject({ metadata: { name: 'later' } })
  })
})

describe('while etcd is unavailable', () => {
  test('requests are refused with Retry-After, reads with resourceVersion=0 are answered, and /readyz fails', async () => {
    const plane = await replica({ by: line.url, timeoutMs: 1_500 })
    await create(plane, 'there')
    line.cut()
    await until(async () => (await plane.send('GET', CONFIG_MAPS)).status === 503)
    const refused = await plane.send('POST', CONFIG_MAPS, { body: configMap('new') })
    expect([refused.status, refused.headers.find(([name]) => name === 'retry-after')]).toEqual([503, ['retry-after', '2']])
    expect((await plane.send('GET', `${CONFIG_MAPS}?resourceVersion=0`)).status).toBe(200)
    expect((await plane.send('GET', '/readyz')).status).toBe(500)
    expect((await plane.send('GET', '/readyz/etcd')).status).toBe(500)
    expect((await plane.send('GET', '/livez')).status).toBe(200)
    line.mend()
    await until(async () => (await plane.send('GET', '/readyz')).status === 200)
    expect((await plane.send('POST', CONFIG_MAPS, { body: configMap('new') })).status).toBe(201)
  })
})

test('a type can be in an etcd while the others are elsewhere', async () => {
  const storage = await createEtcdStorage({ endpoints: [etcd.url], prefix: `/replicas-${count}` })
  const routes = [{ resources: ['configmaps'], storage }]
  const plane = await createControlPlane({ storage: createMemoryStorage(), routes })
  await plane.handle(requestOf(CONFIG_MAPS, { method: 'POST', body: configMap('there') }))
  await plane.close()
  const reopened = await createEtcdStorage({ endpoints: [etcd.url], prefix: `/replicas-${count}` })
  const keys = [...((await reopened.load()).entries as Iterable<{ key: string }>)].map(({ key }) => key)
  await reopened.close()
  expect(keys.sort()).toEqual(['/configmaps/default/there', 'continue-token-key'])
})
