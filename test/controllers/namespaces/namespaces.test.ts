import { afterEach, describe, expect, test } from '@jest/globals'
import type { AdmissionPlugin } from '../../../src/admission/index.js'
import { ApiError, formatTime, platformDialect } from '../../../src/meta/index.js'
import { createNamespaceController } from '../../../src/public/controllers.js'
import { fromOpenAPI } from '../../../src/public/index.js'
import { type TestPlane, type TestPlaneOptions, testPlane } from '../../../src/public/testing.js'
import { WIDGET_DEFINITION } from '../../registry/support.js'
import { smallDocument } from '../../resources/openapi/document.js'
import { configMaps, deleteNamespace, letGo, NAMESPACES, namesOf, secrets } from '../support.js'

const HOLD = ['example.com/hold']

let lab: TestPlane
afterEach(() => lab.close())

async function planeWith(options: TestPlaneOptions = {}): Promise<TestPlane> {
  lab = await testPlane({ controllers: ['namespace'], ...options })
  await lab
    .client()
    .resource(NAMESPACES)
    .create({ metadata: { name: 'n' } })
  return lab
}

const namespaces = () => lab.client().resource(NAMESPACES)
const stay = async () => (await namesOf(namespaces())).includes('n')

/** Conditions of the namespace by type: those that are true, with their messages. */
async function troubles(): Promise<Record<string, string>> {
  const { status } = await namespaces().get('n')
  const { conditions } = status as { conditions: readonly { type: string; status: string; message: string }[] }
  expect(conditions.map(({ type }) => type)).toEqual([
    'NamespaceDeletionDiscoveryFailure',
    'NamespaceDeletionGroupVersionParsingFailure',
    'NamespaceDeletionContentFailure',
    'NamespaceContentRemaining',
    'NamespaceFinalizersRemaining',
  ])
  return Object.fromEntries(conditions.filter(({ status }) => status === 'True').map(({ type, message }) => [type, message]))
}

describe('a namespace that is deleted', () => {
  test('is deleted with its content, custom objects included; other namespaces keep theirs', async () => {
    await planeWith()
    const client = lab.client()
    await client
      .resource({ group: 'apiextensions.platform.io', version: 'v1', resource: 'customresourcedefinitions' })
      .create(WIDGET_DEFINITION)
    const widgets = client.resource({ group: 'example.com', version: 'v1', resource: 'widgets' })
    await widgets.namespace('n').create({ metadata: { name: 'w' } })
    await secrets(client, 'n').create({ metadata: { name: 's' } })
    for (const namespace of ['n', 'default']) await configMaps(client, namespace).create({ metadata: { name: 'a' } })
    await deleteNamespace(lab, 'n')
    expect(await stay()).toBe(false)
    expect([await namesOf(widgets), await namesOf(secrets(client, 'n')), await namesOf(configMaps(client, 'n'))]).toEqual([
      [],
      [],
      [],
    ])
    expect(await namesOf(configMaps(client))).toEqual(['a'])
  })

  test('is emptied as soon where the replica that deleted it has a clock an hour ahead', async () => {
    await planeWith()
    const deletionTimestamp = formatTime(lab.clock.now() + 3_600_000)
    const metadata = { name: 'm', deletionTimestamp }
    const spec = { finalizers: [platformDialect.namespaceFinalizer] }
    await lab.seed({ apiVersion: 'v1', kind: 'Namespace', metadata, spec, status: { phase: 'Terminating' } })
    await lab.advance(1_900)
    expect(await namesOf(namespaces())).toContain('m')
    await lab.advance(100)
    expect(await namesOf(namespaces())).not.toContain('m')
  })

  test('is not emptied while other replicas may still create objects in it', async () => {
    await planeWith()
    await configMaps(lab.client(), 'n').create({ metadata: { name: 'a' } })
    await namespaces().delete('n')
    await lab.advance(900)
    expect(await namesOf(configMaps(lab.client(), 'n'))).toEqual(['a'])
    await lab.advance(1_100)
    expect(await stay()).toBe(false)
  })

  test('reports what blocks it, by type and by finalizer, and is deleted when nothing does', async () => {
    await planeWith()
    const client = lab.client()
    await configMaps(client, 'n').create({ metadata: { name: 'a', finalizers: HOLD } })
    await configMaps(client, 'n').create({ metadata: { name: 'b', finalizers: [...HOLD, 'example.com/other'] } })
    await secrets(client, 'n').create({ metadata: { name: 's', finalizers: ['example.com/other'] } })
    await deleteNamespace(lab, 'n')
    expect(await troubles()).toEqual({
      NamespaceContentRemaining:
        'Some resources are remaining: configmaps. has 2 resource instances, secrets. has 1 resource instances',
      NamespaceFinalizersRemaining:
        'Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances, example.com/other in 2 resource instances',
    })
    for (const name of ['a', 'b']) await letGo(configMaps(client, 'n'), name)
    await letGo(secrets(client, 'n'), 's')
    await lab.advance(5_000)
    expect(await stay()).toBe(false)
  })

  test('reports that it waits also for more finalizers than a condition can name', async () => {
    await planeWith()
    const finalizers = Array.from({ length: 1_200 }, (_, i) => `example.com/f${String(i).padStart(4, '0')}`)
    await configMaps(lab.client(), 'n').create({ metadata: { name: 'a', finalizers } })
    await deleteNamespace(lab, 'n')
    const { NamespaceFinalizersRemaining: message = '' } = await troubles()
    expect(message).toMatch(
      /remaining: example.com\/f0000 in 1 resource instances, .*f0049 in 1 resource instances, and at least 950 more$/,
    )
  })

  test('waits for its own finalizers after its content is deleted', async () => {
    lab = await testPlane({ controllers: ['namespace'] })
    await namespaces().create({ metadata: { name: 'n', finalizers: HOLD }, spec: { finalizers: HOLD } })
    await configMaps(lab.client(), 'n').create({ metadata: { name: 'a' } })
    await deleteNamespace(lab, 'n')
    expect(await namesOf(configMaps(lab.client(), 'n'))).toEqual([])
    expect((await namespaces().get('n')).spec).toEqual({ finalizers: HOLD })
    expect(await troubles()).toEqual({})
  })

  test('reports what cannot be deleted, deletes the rest, and retries', async () => {
    let refuses = true
    const sticky: AdmissionPlugin = {
      name: 'sticky',
      validate({ operation, resource }) {
        if (refuses && operation === 'DELETE' && resource === 'configmaps')
          throw new ApiError({ code: 403, message: 'it sticks' })
      },
    }
    await planeWith({ admission: [sticky] })
    await configMaps(lab.client(), 'n').create({ metadata: { name: 'a' } })
    await secrets(lab.client(), 'n').create({ metadata: { name: 's' } })
    await deleteNamespace(lab, 'n')
    expect(await troubles()).toEqual({
      NamespaceDeletionContentFailure: 'Failed to delete all resource types, 1 remaining: it sticks',
    })
    expect(await namesOf(secrets(lab.client(), 'n'))).toEqual([])
    refuses = false
    await lab.advance(5_000)
    expect(await stay()).toBe(false)
  })

  test('has its pods deleted first, and the rest once no pod is left', async () => {
    await planeWith({ resources: fromOpenAPI(smallDocument()) })
    const client = lab.client()
    const pods = client.resource({ group: '', version: 'v1', resource: 'pods' }).namespace('n')
    await pods.create({ metadata: { name: 'p', finalizers: HOLD }, spec: { containers: [{ name: 'c', image: 'i' }] } })
    await secrets(client, 'n').create({ metadata: { name: 's' } })
    await deleteNamespace(lab, 'n')
    expect(await namesOf(secrets(client, 'n'))).toEqual(['s'])
    expect(await troubles()).toMatchObject({
      NamespaceContentRemaining: expect.stringContaining('pods. has 1 resource instances'),
    })
    await pods.patch('p', { merge: { metadata: { finalizers: null } } })
    await lab.advance(5_000)
    expect(await stay()).toBe(false)
    const deleted = lab.history({ verb: 'deletecollection' }).map(({ resource }) => resource)
    expect([...new Set(deleted)]).toEqual(['pods', 'secrets'])
  })

  test('is distinguished from a new one of the same name', async () => {
    lab = await testPlane()
    await namespaces().create({ metadata: { name: 'n' } })
    const loop = createNamespaceController(lab.client(), { delayMs: 0 })
    await loop.synced
    await deleteNamespace(lab, 'n')
    await namespaces().create({ metadata: { name: 'n' } })
    await configMaps(lab.client(), 'n').create({ metadata: { name: 'a' } })
    await lab.advance(60_000)
    expect(await namesOf(configMaps(lab.client(), 'n'))).toEqual(['a'])
    await loop.stop()
  })

  test('is distinguished from a new one of the same name by a loop that receives the events of both late', async () => {
    lab = await testPlane()
    lab.faults.add({ user: 'late', verb: 'watch', times: Number.POSITIVE_INFINITY }, { delayMs: 10_000 })
    const loops = ['prompt', 'late'].map((user) => createNamespaceController(lab.client({ user })))
    await namespaces().create({ metadata: { name: 'n' } })
    await lab.advance(20_000)
    await deleteNamespace(lab, 'n')
    await lab.advance(1_000)
    await namespaces().create({ metadata: { name: 'n' } })
    await configMaps(lab.client(), 'n').create({ metadata: { name: 'a' } })
    await lab.advance(60_000)
    expect(await namesOf(configMaps(lab.client(), 'n'))).toEqual(['a'])
    await Promise.all(loops.map((loop) => loop.stop()))
  })

  test('is deleted however often requests fail, and not finalized before its content', async () => {
    await planeWith({ logger: { error() {}, info() {} } })
    for (let i = 0; i < 5; i++) await configMaps(lab.client(), 'n').create({ metadata: { name: `a${i}` } })
    const user = 'system:apiserver'
    await namespaces().delete('n')
    lab.faults.add({ user, verb: 'deletecollection', times: 3 }, { status: 503 })
    lab.faults.add({ user, verb: 'update', resource: 'namespaces', times: 3 }, { status: 409 })
    lab.faults.add({ user, verb: 'list', resource: 'secrets', times: 2 }, { refuseConnection: true })
    await lab.advance(60_000)
    lab.faults.expectAllUsed()
    expect(await stay()).toBe(false)
  })
})
