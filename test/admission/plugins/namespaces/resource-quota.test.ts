import { afterEach, describe, expect, test } from '@jest/globals'
import { type AdmissionPlugin, admissionDenied, resourceQuota } from '../../../../src/admission/index.js'
import type { ApiError, ApiObject } from '../../../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../../../src/testing/index.js'
import { kinds } from '../../kinds.js'

let plane: TestPlane | undefined
afterEach(() => plane?.close())

const core = (kind: string, resource: string) => ({ group: '', version: 'v1', resource, kind, namespaced: true }) as const

/** A plane with a quota of some amounts, or several; says what becomes of writes in its namespace. */
async function planeWith(quotas: Readonly<Record<string, object>>, ...more: readonly AdmissionPlugin[]) {
  const opened = await testPlane({ resources: kinds, admission: [resourceQuota(), ...more] })
  plane = opened
  const client = opened.client()
  const of = (kind: string, resource: string) => client.resource(core(kind, resource)).namespace('default')
  const all = of('ResourceQuota', 'resourcequotas')
  for (const [name, spec] of Object.entries(quotas)) await all.create({ metadata: { name }, spec } as never)
  await opened.settled()
  const outcome = (write: Promise<unknown>) =>
    write.then(
      () => 'done',
      (error: ApiError) => `${error.status.code} ${error.status.message}`,
    )
  return {
    plane: opened,
    of,
    outcome,
    maps: of('ConfigMap', 'configmaps'),
    pods: of('Pod', 'pods'),
    used: async (name = 'q') => {
      await opened.settled()
      return ((await all.get(name)) as ApiObject & { status?: { used?: object } }).status?.used
    },
    quotas: all,
  }
}

const map = (name: string) => ({ metadata: { name } })
const pod = (name: string, resources: object, spec: object = {}) =>
  ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec } }) as never
const cpu = (request: string, limit?: string) => ({ requests: { cpu: request }, ...(limit && { limits: { cpu: limit } }) })

test('unknown options are refused', () => {
  expect(() => resourceQuota({ limitedResource: [] } as never)).toThrow(
    'limitedResource is unknown: did you mean limitedResources?',
  )
  expect(() => resourceQuota(null as never)).toThrow('the options are null: expected an object')
})

test('a pod in its grace period counts, until it is removed or that time has passed since its end', async () => {
  const { plane, pods, outcome, used } = await planeWith({ q: { hard: { pods: '2' } } })
  for (const name of ['a', 'b']) {
    await pods.create(pod(name, {}, { nodeName: 'n', terminationGracePeriodSeconds: 10 }))
    await pods.delete(name)
  }
  expect([await used(), await outcome(pods.create(pod('c', {})))]).toEqual([{ pods: '2' }, expect.stringMatching(/^403/)])
  await pods.delete('a', { gracePeriodSeconds: 0 })
  expect(await used()).toEqual({ pods: '1' })
  await plane.advance(19_000)
  expect(await used()).toEqual({ pods: '1' })
  await plane.advance(1_000)
  expect(await used()).toEqual({ pods: '0' })
  for (const name of ['c', 'd']) expect(await outcome(pods.create(pod(name, {})))).toBe('done')
  await pods.delete('b', { gracePeriodSeconds: 0 })
  expect(await used()).toEqual({ pods: '2' })
})

describe('ResourceQuota of numbers', () => {
  test('admits objects up to the limit, and shows the number in use', async () => {
    const { maps, outcome, used } = await planeWith({ q: { hard: { configmaps: '2', 'count/secrets': '1' } } })
    expect(await used()).toEqual({ configmaps: '0', 'count/secrets': '0' })
    expect(await outcome(maps.create(map('a')))).toBe('done')
    expect(await used()).toEqual({ configmaps: '1', 'count/secrets': '0' })
    expect(await outcome(maps.create(map('b')))).toBe('done')
    expect(await outcome(maps.create(map('c')))).toBe(
      '403 configmaps "c" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
    )
    await maps.delete('a')
    expect(await used()).toEqual({ configmaps: '1', 'count/secrets': '0' })
    expect(await outcome(maps.create(map('c')))).toBe('done')
  })

  test('yields to the event loop between writes of quotas', async () => {
    const names = Array.from({ length: 1001 }, (_, i) => [`requests.example.com/r${i}`, '1'])
    const hard = { pods: '9', ...Object.fromEntries(names) }
    const { pods, outcome, used } = await planeWith({ a: { hard }, b: { hard }, c: { hard }, d: { hard } })
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    expect(await outcome(pods.create(pod('p', {})))).toBe('done')
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(3)
    expect(await used('d')).toMatchObject({ pods: '1' })
  })

  test('counts no Events, as Kubernetes does not', async () => {
    const { of, outcome, used } = await planeWith({
      q: { hard: { 'count/events': '0', 'count/events.events.platform.io': '0' } },
    })
    const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' } }
    expect(await outcome(of('Event', 'events').create(event as never))).toBe('done')
    expect(await used()).toEqual({})
  })

  test('counts objects that are older than the quota, and none of other namespaces', async () => {
    const { plane, maps, outcome, quotas, used } = await planeWith({})
    await maps.create(map('a'))
    await quotas.create({ metadata: { name: 'q' }, spec: { hard: { configmaps: '1' } } } as never)
    expect(await used()).toEqual({ configmaps: '1' })
    expect(await outcome(maps.create(map('b')))).toContain('exceeded quota: q')
    const elsewhere = plane.client().resource(core('ConfigMap', 'configmaps')).namespace(plane.dialect.namespaces.public)
    expect(await outcome(elsewhere.create(map('b')))).toBe('done')
  })

  test('applies the changed quota, and none after it is deleted', async () => {
    const { maps, outcome, quotas, used } = await planeWith({ q: { hard: { configmaps: '1' } } })
    await maps.create(map('a'))
    await quotas.patch('q', { merge: { spec: { hard: { configmaps: '2' } } } })
    expect(await outcome(maps.create(map('b')))).toBe('done')
    await quotas.patch('q', { merge: { spec: { hard: { configmaps: '1' } } } })
    expect(await used()).toEqual({ configmaps: '2' })
    expect(await outcome(maps.patch('a', { merge: { data: { still: 'changes' } } }))).toBe('done')
    await quotas.delete('q')
    expect(await outcome(maps.create(map('c')))).toBe('done')
  })

  test('corrects a status that another client wrote', async () => {
    const { maps, quotas, used } = await planeWith({ q: { hard: { configmaps: '3' } } })
    await maps.create(map('a'))
    await quotas.status.patch('q', { merge: { status: { used: { configmaps: '3' } } } })
    expect(await used()).toEqual({ configmaps: '1' })
  })

  test.each([[{}], [{ hard: {} }]])('a quota that limits nothing (%j) has an empty status, and can be changed', async (spec) => {
    const { plane, quotas } = await planeWith({ q: spec })
    const changed = await quotas.patch('q', { merge: { metadata: { labels: { a: 'b' } } } })
    expect(changed.metadata.labels).toEqual({ a: 'b' })
    await plane.settled()
    expect(await quotas.get('q')).toMatchObject({ status: {} })
  })

  test('asks all quotas of the namespace, in the order of their names', async () => {
    const { maps, outcome } = await planeWith({ b: { hard: { configmaps: '0' } }, a: { hard: { configmaps: '0' } } })
    expect(await outcome(maps.create(map('x')))).toContain('exceeded quota: a,')
  })

  test('a dry run is checked, and uses nothing', async () => {
    const { maps, outcome, used } = await planeWith({ q: { hard: { configmaps: '1' } } })
    expect(await outcome(maps.create(map('a'), { dryRun: true }))).toBe('done')
    expect(await used()).toEqual({ configmaps: '0' })
    await maps.create(map('a'))
    expect(await outcome(maps.create(map('b'), { dryRun: true }))).toContain('exceeded quota')
  })

  test('counts ports and balancers of Services', async () => {
    const { of, outcome, used } = await planeWith({
      q: { hard: { services: '5', 'services.nodeports': '2', 'services.loadbalancers': '1' } },
    })
    const services = of('Service', 'services')
    const service = (name: string, type: string) =>
      ({
        metadata: { name },
        spec: {
          type,
          ports: [
            { name: 'a', port: 1 },
            { name: 'b', port: 2 },
          ],
        },
      }) as never
    expect(await outcome(services.create(service('plain', 'ClusterIP')))).toBe('done')
    expect(await outcome(services.create(service('balanced', 'LoadBalancer')))).toBe('done')
    expect(await used()).toEqual({ services: '2', 'services.loadbalancers': '1', 'services.nodeports': '2' })
    expect(await outcome(services.create(service('ports', 'NodePort')))).toContain(
      'requested: services.nodeports=2, used: services.nodeports=2, limited: services.nodeports=2',
    )
  })

  test('counts the requests of claims, by class, too', async () => {
    const prefix = 'fast.storageclass.storage.platform.io/'
    const hard = { persistentvolumeclaims: '9', 'requests.storage': '3Gi', [`${prefix}requests.storage`]: '1Gi' }
    const { of, outcome, used } = await planeWith({ q: { hard } })
    const claims = of('PersistentVolumeClaim', 'persistentvolumeclaims')
    const claim = (name: string, storage: string, storageClassName?: string) =>
      ({
        metadata: { name },
        spec: { storageClassName, resources: { requests: { storage } }, accessModes: ['ReadWriteOnce'] },
      }) as never
    expect(await outcome(claims.create(claim('a', '1536Mi')))).toBe('done')
    expect(await outcome(claims.create(claim('b', '1Gi', 'fast')))).toBe('done')
    expect(await used()).toEqual({
      persistentvolumeclaims: '2',
      'requests.storage': '2560Mi',
      [`${prefix}requests.storage`]: '1Gi',
    })
    expect(await outcome(claims.create(claim('c', '1', 'fast')))).toContain(`requested: ${prefix}requests.storage=1, used:`)
    // What a claim has got counts while it wants less, and the older word for the class before the newer one.
    await claims.status.patch('a', { merge: { status: { allocatedResources: { storage: '2Gi' } } } })
    expect(await used()).toMatchObject({ 'requests.storage': '3Gi' })
    const older = claim('d', '1', 'slow') as { metadata: object }
    const annotations = { 'volume.beta.platform.io/storage-class': 'fast' }
    expect(await outcome(claims.create({ ...older, metadata: { name: 'd', annotations } } as never))).toContain(prefix)
  })
})

describe('ResourceQuota of devices', () => {
  const name = (className: string) => `${className}.deviceclass.resource.platform.io/devices`
  const exactly = (deviceClassName: string, more: object = {}) => ({ exactly: { deviceClassName, ...more } })

  test.each([
    [[exactly('gpu')], { gpu: '1', nic: '0' }],
    [[exactly('gpu', { count: 2 }), exactly('gpu'), exactly('nic', { count: 3 })], { gpu: '3', nic: '3' }],
    [[exactly('gpu', { allocationMode: 'All' })], { gpu: '32', nic: '0' }],
    [
      [
        {
          firstAvailable: [
            { name: 'a', deviceClassName: 'gpu', count: 1 },
            { name: 'b', deviceClassName: 'gpu', count: 4 },
            { name: 'c', deviceClassName: 'nic', count: 2 },
          ],
        },
      ],
      { gpu: '4', nic: '2' },
    ],
    [[], { gpu: '0', nic: '0' }],
  ])('counts %j as %j', async (requests, expected) => {
    const { plane, used } = await planeWith({ q: { hard: { [name('gpu')]: '99', [name('nic')]: '99' } } })
    const type = {
      group: 'resource.platform.io',
      version: 'v1',
      resource: 'resourceclaims',
      kind: 'ResourceClaim',
      namespaced: true,
    }
    const devices = { requests: requests.map((request, i) => ({ name: `r${i}`, ...request })) }
    await plane
      .client()
      .resource(type)
      .namespace('default')
      .create({ metadata: { name: 'a' }, spec: { devices } } as never)
    expect(await used()).toEqual({ [name('gpu')]: expected.gpu, [name('nic')]: expected.nic })
  })

  test('refuses a claim that exceeds the limit', async () => {
    const { plane, outcome } = await planeWith({ q: { hard: { [name('gpu')]: '2' } } })
    const type = {
      group: 'resource.platform.io',
      version: 'v1',
      resource: 'resourceclaims',
      kind: 'ResourceClaim',
      namespaced: true,
    }
    const claims = plane.client().resource(type).namespace('default')
    const claim = (claimName: string, count: number) =>
      ({ metadata: { name: claimName }, spec: { devices: { requests: [{ name: 'r', ...exactly('gpu', { count }) }] } } }) as never
    expect(await outcome(claims.create(claim('a', 1)))).toBe('done')
    expect(await outcome(claims.create(claim('b', 2)))).toContain(`requested: ${name('gpu')}=2, used: ${name('gpu')}=1, limited:`)
    expect(await outcome(claims.create(claim('c', 1)))).toBe('done')
  })
})

describe('ResourceQuota of compute', () => {
  test('refuses a pod whose resources are too many for the quotas of the namespace', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `a.b/r${i}`)
    const hard = Object.fromEntries(names.map((name) => [`requests.${name}`, '9']))
    const quotas = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`q${i}`, { hard }]))
    const { pods, outcome } = await planeWith(quotas)
    const resources = (count: number) => {
      const amounts = Object.fromEntries(names.slice(0, count).map((name) => [name, '1']))
      return { requests: amounts, limits: amounts }
    }
    expect(await outcome(pods.create(pod('a', resources(3000))))).toMatch(/^413 .*too many for the 11 quotas of its namespace/)
    expect(await outcome(pods.create(pod('b', resources(10))))).not.toMatch(/^4/)
  })

  test('adds up the requests of pods', async () => {
    const { pods, outcome, used } = await planeWith({ q: { hard: { pods: '9', cpu: '2', 'limits.cpu': '3' } } })
    expect(await outcome(pods.create(pod('a', cpu('500m', '1'))))).toBe('done')
    expect(await outcome(pods.create(pod('b', cpu('1', '1'))))).toBe('done')
    expect(await used()).toEqual({ pods: '2', cpu: '1500m', 'limits.cpu': '2' })
    expect(await outcome(pods.create(pod('c', cpu('501m', '1'))))).toBe(
      '403 pods "c" is forbidden: exceeded quota: q, requested: cpu=501m, used: cpu=1500m, limited: cpu=2',
    )
  })

  test('counts the requests of a resize, and refuses one that exceeds the quota', async () => {
    const { pods, outcome, used } = await planeWith({ q: { hard: { cpu: '2', 'limits.cpu': '9' } } })
    await pods.create(pod('a', cpu('1', '2')))
    const resize = (amount: string) =>
      outcome(
        pods.subresource('resize').patch('a', {
          strategic: { spec: { containers: [{ name: 'c', resources: { requests: { cpu: amount } } }] } },
        } as never),
      )
    expect(await resize('1500m')).toBe('done')
    expect(await used()).toEqual({ cpu: '1500m', 'limits.cpu': '2' })
    await pods.create(pod('b', cpu('500m', '1')))
    expect(await resize('2')).toBe(
      '403 pods "a" is forbidden: exceeded quota: q, requested: cpu=500m, used: cpu=2, limited: cpu=2',
    )
    expect(await resize('1')).toBe('done')
    expect(await used()).toEqual({ cpu: '1500m', 'limits.cpu': '3' })
  })

  test('counts the allocated resources of a container while they exceed its requests', async () => {
    const { pods, used } = await planeWith({ q: { hard: { cpu: '9', 'limits.cpu': '9' } } })
    await pods.create(pod('a', cpu('1', '2')))
    const told = (resources: object, more: object = {}) => {
      const status = { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0, resources }
      return pods.status.patch('a', { merge: { status: { containerStatuses: [status], ...more } } } as never)
    }
    await told(cpu('3', '4'))
    expect(await used()).toEqual({ cpu: '3', 'limits.cpu': '4' })
    await told(cpu('500m', '1'))
    expect(await used()).toEqual({ cpu: '1', 'limits.cpu': '2' })
    const condition = { type: 'PodResizePending', status: 'True', reason: 'Infeasible' }
    await told(cpu('500m', '1'), { conditions: [condition] })
    expect(await used()).toEqual({ cpu: '500m', 'limits.cpu': '1' })
  })

  test('requires every container to have requests', async () => {
    const { pods, outcome } = await planeWith({ q: { hard: { cpu: '2', 'limits.cpu': '3', memory: '1Gi' } } })
    expect(await outcome(pods.create(pod('a', cpu('1'))))).toBe(
      '403 pods "a" is forbidden: failed quota: q: must specify limits.cpu for: c; memory for: c',
    )
  })

  test('ignores updates of existing pods, even if a later quota would not admit them', async () => {
    const { pods, quotas, outcome, used } = await planeWith({})
    await pods.create(pod('a', {}))
    await quotas.create({ metadata: { name: 'q' }, spec: { hard: { cpu: '1', pods: '0' } } } as never)
    expect(await used()).toEqual({ cpu: '0', pods: '1' })
    expect(await outcome(pods.patch('a', { merge: { metadata: { labels: { still: 'changes' } } } }))).toBe('done')
    expect(await outcome(pods.create(pod('b', {})))).toContain('failed quota: q: must specify cpu for: c')
  })

  test('uses the resources at the level of the pod', async () => {
    const { pods, outcome, used } = await planeWith({ q: { hard: { cpu: '2', 'limits.cpu': '9', memory: '1Gi' } } })
    const resources = { requests: { cpu: '1' }, limits: { cpu: '4', memory: '256Mi' } }
    expect(await outcome(pods.create(pod('a', cpu('100m', '200m'), { resources })))).toBe('done')
    expect(await used()).toEqual({ cpu: '1', 'limits.cpu': '4', memory: '256Mi' })
    expect(await outcome(pods.create(pod('b', {}, { resources: { requests: { cpu: '1500m' } } })))).toContain(
      'requested: cpu=1500m',
    )
  })

  test('does not count pods that have terminated', async () => {
    const { pods, used } = await planeWith({ q: { hard: { pods: '1', 'count/pods': '9' } } })
    await pods.create(pod('a', {}))
    await pods.status.patch('a', { merge: { status: { phase: 'Succeeded' } } })
    expect(await used()).toEqual({ pods: '0', 'count/pods': '1' })
  })

  test('counts the pods within its scopes only', async () => {
    const { pods, used, outcome } = await planeWith({
      idle: { hard: { pods: '1' }, scopes: ['BestEffort'] },
      ending: { hard: { pods: '5' }, scopes: ['Terminating', 'NotBestEffort'] },
      high: {
        hard: { pods: '5' },
        scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
      },
    })
    await pods.create(pod('a', {}))
    await pods.create(pod('b', cpu('1'), { activeDeadlineSeconds: 5 }))
    await pods.create(pod('c', cpu('1'), { priorityClassName: 'high' }))
    expect([await used('idle'), await used('ending'), await used('high')]).toEqual([{ pods: '1' }, { pods: '1' }, { pods: '1' }])
    expect(await outcome(pods.create(pod('d', {})))).toContain('exceeded quota: idle')
    expect(await outcome(pods.create(pod('d', cpu('1'))))).toBe('done')
  })
})

test('a quota may count a type whose objects are not stored: there are none to wait for', async () => {
  const reviews = 'count/localsubjectaccessreviews.authorization.platform.io'
  const { maps, outcome, used } = await planeWith({ q: { hard: { [reviews]: '5', configmaps: '1' } } })
  expect(await used()).toEqual({ [reviews]: '0', configmaps: '0' })
  expect(await outcome(maps.create(map('a')))).toBe('done')
  expect(await outcome(maps.create(map('b')))).toContain('exceeded quota')
})

describe('ResourceQuota under many writers', () => {
  const WRITERS = 200
  const all = [...Array(WRITERS).keys()]

  test('admits exactly as many objects as the quota allows', async () => {
    const { maps, outcome, used } = await planeWith({ q: { hard: { configmaps: '50' } } })
    const outcomes = await Promise.all(
      all.map((i) => outcome(maps.create(i % 2 ? map(`m${i}`) : { metadata: { generateName: 'm' } }))),
    )
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(50)
    expect((await maps.list()).items).toHaveLength(50)
    expect(await used()).toEqual({ configmaps: '50' })
  })

  test('refuses no write within the quota', async () => {
    const { maps, outcome, used } = await planeWith({ q: { hard: { configmaps: String(WRITERS) } } })
    const outcomes = await Promise.all(all.map((i) => outcome(maps.create(map(`m${i}`)))))
    expect(new Set(outcomes)).toEqual(new Set(['done']))
    expect(await used()).toEqual({ configmaps: String(WRITERS) })
  })

  test('counts one object once, however many clients try to create it', async () => {
    const { maps, outcome, used } = await planeWith({ q: { hard: { configmaps: '2' } } })
    const outcomes = await Promise.all(all.map(() => outcome(maps.create(map('same')))))
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
    expect(outcomes.filter((one) => one.includes('exceeded'))).toEqual([])
    expect(await used()).toEqual({ configmaps: '1' })
  })

  test('releases the usage of a write that failed after it was counted', async () => {
    const refusing: AdmissionPlugin = {
      name: 'refusing',
      handles: ({ resource }) => resource === 'configmaps',
      validate(attributes) {
        if (attributes.name.startsWith('bad')) throw admissionDenied(attributes, 'bad')
      },
    }
    const { maps, outcome, used } = await planeWith({ q: { hard: { configmaps: '100' } } }, refusing)
    const outcomes = await Promise.all(all.map((i) => outcome(maps.create(map(`${i % 2 ? 'bad' : 'good'}-${i}`)))))
    const stored = outcomes.filter((one) => one === 'done').length
    expect(stored).toBeGreaterThan(0)
    expect(await used()).toEqual({ configmaps: String(stored) })
    const room = await Promise.all(all.map((i) => outcome(maps.create(map(`more-${i}`)))))
    expect(room.filter((one) => one === 'done')).toHaveLength(100 - stored)
    expect(await used()).toEqual({ configmaps: '100' })
  })

  test('counts correctly under concurrent creates and deletes', async () => {
    const { maps, outcome, used } = await planeWith({ q: { hard: { configmaps: '20' } } })
    await Promise.all(
      all.map(async (i) => {
        const made = await outcome(maps.create(map(`m${i}`)))
        if (made === 'done' && i % 3 === 0) await maps.delete(`m${i}`)
        expect((await maps.list()).items.length).toBeLessThanOrEqual(20)
      }),
    )
    expect(await used()).toEqual({ configmaps: String((await maps.list()).items.length) })
  })
})
