import { afterEach, describe, expect, test } from '@jest/globals'
import type { AuditEvent } from '../../src/audit/index.js'
import type { LeaseFields } from '../../src/client/index.js'
import type { LogFields } from '../../src/endpoints/index.js'
import { type ControlPlane, createControlPlane } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../src/public/testing.js'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { requestOf, textOf, whole } from '../server/requests.js'
import { faultyStorage } from '../support/faulty-storage.js'
import { ManualClock } from '../support/manual-clock.js'
import { ROOT } from './loop-cases.js'
import { ACCOUNTS, NAMESPACES, namesOf, SECRETS } from './support.js'

const opened: ControlPlane[] = []
afterEach(async () => {
  for (const plane of opened.splice(0)) await plane.close()
})

/** Two planes of one process share what etcd lets planes of several share. */
const shared = (kept: Storage): Storage =>
  new Proxy(kept, {
    get(engine, key) {
      if (key === 'followersAreCurrent') return false
      const value: unknown = Reflect.get(engine, key)
      return typeof value === 'function' ? value.bind(engine) : value
    },
  })

describe('the loops of a plane', () => {
  test('no loop sends requests to a plane that does not run it', async () => {
    const lab = await testPlane()
    await lab
      .client({ user: 'tester' })
      .resource(NAMESPACES)
      .create({ metadata: { name: 'n' } })
    await lab.advance(3_600_000)
    expect(lab.history().map(({ user }) => user)).toEqual(['tester'])
    await lab.close()
  })

  test('a start with everything in place writes nothing, and loops without work list nothing', async () => {
    const lab = await testPlane({
      resources: Object.values(packagedKinds()),
      authorizer: 'RBAC',
      controllers: ['*'],
      rootCertificates: ROOT,
      advertise: { address: '192.0.2.7', port: 6443 },
      featureGates: { ClusterTrustBundle: true },
      runtimeConfig: { 'certificates.platform.io/v1beta1': true },
    })
    const pass = async (plane: TestPlane) => {
      await plane.settled()
      const lists = plane.history({ verb: 'list' }).length
      await plane.advance(120_000)
      await plane.settled()
      expect(plane.history({ verb: 'list' })).toHaveLength(lists)
      return plane.revision
    }
    const revision = await pass(lab)
    expect((await lab.client().resource(SECRETS).list()).items.map(({ metadata }) => metadata.name)).toEqual([
      'binnacle-signing-authority',
    ])
    const again = await lab.fork()
    await lab.close()
    expect(await pass(again)).toBe(revision)
    await again.close()
  }, 60_000)

  test('an unknown name is refused in one line', async () => {
    await expect(createControlPlane({ controllers: ['*', 'nobody'] })).rejects.toThrow(
      /^controllers "nobody": expected \*, or names[^\n]*$/,
    )
  })

  test('all of them leave no timer and no watch behind', async () => {
    const lab = await testPlane({ controllers: ['*'], rootCertificates: ROOT })
    await lab.settled()
    const watches = async () => {
      const text = textOf(await lab.handle(requestOf('/metrics')))
      const counts = [...text.matchAll(/^apiserver_longrunning_requests\{[^}]*verb="WATCH"[^}]*\} (\d+)$/gm)]
      return counts.reduce((sum, [, count]) => sum + Number(count), 0)
    }
    expect(await watches()).toBeGreaterThan(10)
    await lab.drain()
    expect(await watches()).toBe(0)
    await lab.close()
    expect(lab.clock.pending).toBe(0)
  })

  test.each([
    { release: '1.15' },
    ...[
      'v1/secrets',
      'v1/configmaps',
      'v1/serviceaccounts',
      'v1/pods',
      'v1/persistentvolumeclaims',
      'v1/persistentvolumes',
      'v1/events',
      'v1/services',
      'batch/v1/jobs',
      'apiextensions.platform.io/v1',
      'coordination.platform.io/v1',
      'rbac.authorization.platform.io/v1',
      'scheduling.platform.io/v1',
    ].map((type) => ({
      runtimeConfig: { [type]: false, 'certificates.platform.io/v1beta1': true },
      featureGates: { ClusterTrustBundle: true },
      serviceAccounts: {},
    })),
    { runtimeConfig: { 'certificates.platform.io/v1': false, 'v1/secrets': false, 'v1/serviceaccounts': false } },
  ])('a plane skips, without a message, the loops whose types it does not serve: %j', async (options) => {
    const errors: unknown[] = []
    const logger = { info() {}, error: (...said: readonly unknown[]) => void errors.push(said) }
    const resources = Object.values(packagedKinds())
    const lab = await testPlane({ resources, controllers: ['*'], rootCertificates: ROOT, logger, ...options })
    await lab
      .client()
      .resource(NAMESPACES)
      .create({ metadata: { name: 'n' } })
    await lab.client().resource(NAMESPACES).delete('n')
    await lab.advance(60_000)
    expect(await namesOf(lab.client().resource(NAMESPACES))).not.toContain('n')
    expect(errors).toEqual([])
    await lab.close()
  })

  test.each([
    { release: '1.20', type: { group: 'networking.platform.io', version: 'v1beta1', resource: 'ingresses' } },
    { release: '1.24', type: { group: 'policy', version: 'v1beta1', resource: 'poddisruptionbudgets' } },
    { release: '1.36', type: { group: '', version: 'v1', resource: 'endpoints' } },
  ])('at release $release none counts as a user of deprecated versions, as people do', async ({ release, type }) => {
    const events: AuditEvent[] = []
    const lab = await testPlane({
      resources: Object.values(packagedKinds()),
      release,
      controllers: ['*'],
      rootCertificates: ROOT,
      audit: { backends: [(event) => void events.push(event)] },
    })
    const namespaces = lab.client({ user: 'jane' }).resource(NAMESPACES)
    await namespaces.create({ metadata: { name: 'n' } })
    await namespaces.delete('n')
    await lab.advance(5_000)
    expect(await namesOf(namespaces)).not.toContain('n')
    const used = async () => {
      const metrics = textOf(await whole(await lab.handle(requestOf('/metrics'))))
      const usersOf = events.filter(({ annotations }) => annotations?.['platform.io/deprecated']).map(({ user }) => user.username)
      const labels = `group="${type.group}",version="${type.version}",resource="${type.resource}"`
      const counts = [...metrics.matchAll(/^apiserver_request_total\{(.*)\} (\d+)$/gm)]
      const requests = counts.filter(([, all]) => all?.includes(labels)).map(([, , count]) => Number(count))
      return [
        metrics.match(/^apiserver_requested_deprecated_apis\{/gm)?.length ?? 0,
        requests.reduce((sum, count) => sum + count, 0),
        new Set(usersOf),
      ]
    }
    expect(await used()).toEqual([0, 0, new Set()])
    await lab.client({ user: 'jane' }).resource(type).list()
    expect(await used()).toEqual([1, 1, new Set(['jane'])])
    await lab.close()
  })

  test('on a shared storage one of several planes runs them, and another takes over when it is drained', async () => {
    const clock = new ManualClock()
    const kept = createMemoryStorage()
    const storage = shared(kept)
    const open = async () => {
      const plane = await createControlPlane({ storage, clock, controllers: ['serviceaccount'] })
      opened.push(plane)
      return plane
    }
    const [first, second] = [await open(), await open()]
    const client = first.client()
    const holder = async () => {
      const leases = client.resource<LeaseFields>({ group: 'coordination.platform.io', version: 'v1', resource: 'leases' })
      return (await leases.namespace('platform-system').get('binnacle-controllers')).spec?.holderIdentity
    }
    await clock.advanceAndSettle(5_000)
    const leader = await holder()
    expect(leader).toMatch(/^[0-9a-f-]{36}$/)
    const accounts = client.resource(ACCOUNTS).namespace('default')
    expect(await namesOf(accounts)).toEqual(['default'])
    for (const plane of [first, second]) {
      const drained = plane.drain()
      await clock.advanceAndSettle(5_000)
      await drained
      if ((await holder()) !== leader) return
    }
    throw new Error('no other replica took over')
  })

  test('while the storage is away, a failure is logged once a minute', async () => {
    const clock = new ManualClock()
    const { state, storage } = faultyStorage()
    const messages: unknown[] = []
    const logger = { info() {}, error: (_: string, fields?: LogFields) => void messages.push(fields?.repeated) }
    opened.push(await createControlPlane({ storage: shared(storage), clock, controllers: ['serviceaccount'], logger }))
    await clock.advanceAndSettle(5_000)
    state.away = /leases/
    for (let second = 0; second < 50; second += 1) await clock.advanceAndSettle(1_000)
    expect(messages).toEqual([0])
    for (let second = 0; second < 20; second += 1) await clock.advanceAndSettle(1_000)
    expect(messages).toHaveLength(2)
    expect(messages[1]).toBeGreaterThan(10)
    state.away = undefined
  })
})
