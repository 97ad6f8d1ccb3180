import { describe, expect, test } from '@jest/globals'
import {
  type AdmissionAttributes,
  alwaysDeny,
  alwaysPullImages,
  createPlugins,
  defaultIngressClass,
  defaultStorageClass,
  defaultTolerationSeconds,
  denyServiceExternalIPs,
  type EventLimit,
  eventRateLimit,
  extendedResourceToleration,
  namedPlugins,
} from '../../../src/admission/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
import { write } from '../support.js'
import { planeWith } from './plane-with.js'

const object = (kind: string, spec: object, metadata: object = {}): ApiObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'a', ...metadata }, spec }) as ApiObject
const pod = (spec: object, more: Partial<AdmissionAttributes> = {}, metadata: object = {}) =>
  write({ resource: 'pods', kind: 'Pod', object: object('Pod', spec, metadata), ...more })

describe('AlwaysDeny', () => {
  test('refuses all writes in both phases', async () => {
    const { changed, judged } = await planeWith(alwaysDeny())
    const refusal = '403 configmaps "a" is forbidden: admission control is denying all modifications'
    expect(await changed(write())).toBe(refusal)
    expect(await changed(write({ operation: 'DELETE', object: undefined }))).toBe(refusal)
    expect(await judged(write())).toBe(refusal)
  })

  test.each([
    [{ generateName: 'a-' }, 'a-'],
    [{}, 'Unknown'],
  ])('an object without a name, and with metadata %j, is called %s', async (metadata, name) => {
    const { changed } = await planeWith(alwaysDeny())
    const sent = write({ name: '', object: object('ConfigMap', {}, { name: '', ...metadata }) })
    expect(await changed(sent)).toBe(`403 configmaps "${name}" is forbidden: admission control is denying all modifications`)
  })
})

describe('AlwaysPullImages', () => {
  const spec = {
    containers: [{ name: 'a', image: 'i', imagePullPolicy: 'Never' }],
    initContainers: [{ name: 'b', image: 'j' }],
    volumes: [{ name: 'v', image: { reference: 'k', pullPolicy: 'Never' } }],
  }

  test('pulls every image of a pod, and leaves other kinds alone', async () => {
    const { changed } = await planeWith(alwaysPullImages())
    expect(await changed(pod(spec))).toEqual({
      containers: [{ name: 'a', image: 'i', imagePullPolicy: 'Always' }],
      initContainers: [{ name: 'b', image: 'j', imagePullPolicy: 'Always' }],
      volumes: [{ name: 'v', image: { reference: 'k', pullPolicy: 'Always' } }],
    })
    expect(await changed(pod(spec, { resource: 'podtemplates' }))).toBe(spec)
    expect(await changed(pod(spec, { subresource: 'status' }))).toBe(spec)
  })

  test('refuses another policy that came later, but not on updates without new images', async () => {
    const { judged } = await planeWith(alwaysPullImages())
    expect(await judged(pod(spec))).toBe(
      '403 pods "a" is forbidden: spec.initContainers[0].imagePullPolicy: Unsupported value: "": supported values: "Always"',
    )
    expect(await judged(pod(spec, { operation: 'UPDATE', oldObject: object('Pod', spec) }))).toBe('passes')
    const other = object('Pod', { ...spec, containers: [{ name: 'a', image: 'other' }] })
    expect(await judged(pod(spec, { operation: 'UPDATE', oldObject: other }))).toContain('403')
  })
})

describe('default classes', () => {
  const group = 'networking.platform.io'
  const ingress = (spec: object, more: Partial<AdmissionAttributes> = {}, metadata: object = {}) =>
    write({ group, resource: 'ingresses', kind: 'Ingress', object: object('Ingress', spec, metadata), ...more })
  const withDefaults = async (...names: readonly string[]) => {
    const all = await planeWith(defaultIngressClass())
    for (const name of ['plain', ...names]) {
      const annotations = { 'ingressclass.platform.io/is-default-class': String(name !== 'plain') }
      all.plane.put(`ingressclasses.${group}`, { metadata: { name, annotations } })
    }
    return all
  }

  test.each([
    [ingress({}), { ingressClassName: 'default' }],
    [ingress({ ingressClassName: 'plain' }), { ingressClassName: 'plain' }],
    [ingress({}, {}, { annotations: { 'platform.io/ingress.class': 'old' } }), {}],
    [ingress({}, { operation: 'UPDATE' }), {}],
    [ingress({}, { group: 'example.com' }), {}],
  ])('an Ingress %#', async (attributes, expected) => {
    const { changed } = await withDefaults('default')
    expect(await changed(attributes)).toEqual(expected)
  })

  test('are not set when no class is the default, and are an error when two are', async () => {
    const { changed, plane } = await withDefaults('one')
    plane.put(`ingressclasses.${group}`, { metadata: { name: 'one' } })
    expect(await changed(ingress({}))).toEqual({})
    const two = await withDefaults('one', 'two')
    expect(await two.changed(ingress({}))).toBe(
      '403 ingresses.networking.platform.io "a" is forbidden: Internal error occurred: 2 default IngressClasses were found, only 1 allowed',
    )
    expect(await two.changed(ingress({ ingressClassName: 'plain' }))).toEqual({ ingressClassName: 'plain' })
    two.plane.remove(`ingressclasses.${group}`, 'two')
    expect(await two.changed(ingress({}))).toEqual({ ingressClassName: 'one' })
  })

  test.each([
    [{}, {}, { storageClassName: 'default' }],
    [{ storageClassName: '' }, {}, { storageClassName: '' }],
    [{}, { annotations: { 'volume.beta.platform.io/storage-class': 'old' } }, {}],
  ])('a claim with %j %j', async (spec, metadata, expected) => {
    const { changed, plane } = await planeWith(defaultStorageClass())
    const annotations = { 'storageclass.platform.io/is-default-class': 'true' }
    plane.put('storageclasses.storage.platform.io', { metadata: { name: 'default', annotations } })
    const claim = object('PersistentVolumeClaim', spec, metadata)
    expect(await changed(write({ resource: 'persistentvolumeclaims', object: claim }))).toEqual(expected)
  })
})

describe('tolerations', () => {
  const notReady = { key: 'node.platform.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 7 }
  const unreachable = { ...notReady, key: 'node.platform.io/unreachable', tolerationSeconds: 300 }

  test.each([
    [undefined, [notReady, unreachable]],
    [[{ key: 'other', operator: 'Exists' }], [{ key: 'other', operator: 'Exists' }, notReady, unreachable]],
    [[{ key: notReady.key, operator: 'Exists' }], [{ key: notReady.key, operator: 'Exists' }, unreachable]],
    [[{ key: notReady.key, effect: 'NoSchedule' }], [{ key: notReady.key, effect: 'NoSchedule' }, notReady, unreachable]],
    [[{ operator: 'Exists' }], [{ operator: 'Exists' }]],
  ])('of bad nodes, for a pod with %j', async (tolerations, expected) => {
    const { changed } = await planeWith(defaultTolerationSeconds({ notReadySeconds: 7 }))
    expect(await changed(pod({ ...(tolerations && { tolerations }) }))).toEqual({ tolerations: expected })
  })

  test('of nodes that are reserved for the extended resources of a pod', async () => {
    const { changed } = await planeWith(extendedResourceToleration())
    const asks = (...names: readonly string[]) => ({
      containers: [{ name: 'a', resources: { requests: Object.fromEntries(names.map((name) => [name, '1'])) } }],
    })
    const tolerated = async (...names: readonly string[]) =>
      ((await changed(pod(asks(...names)))) as { tolerations?: { key: string }[] }).tolerations?.map(({ key }) => key)
    expect(await tolerated('example.org/fpga', 'cpu', 'example.com/gpu', 'platform.io/batch', 'requests.example.com/x')).toEqual([
      'example.com/gpu',
      'example.org/fpga',
    ])
    expect(await tolerated('cpu')).toBeUndefined()
    const twice = {
      ...asks('example.com/gpu'),
      tolerations: [{ key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' }],
    }
    expect(await changed(pod(twice))).toEqual(twice)
  })
})

describe('DenyServiceExternalIPs', () => {
  const service = (externalIPs?: readonly string[], old?: readonly string[]) =>
    write({
      operation: old ? 'UPDATE' : 'CREATE',
      resource: 'services',
      object: object('Service', externalIPs ? { externalIPs } : {}),
      oldObject: old && object('Service', { externalIPs: old }),
    })

  test.each([
    [service(), 'passes'],
    [service(['1.2.3.4']), '403 services "a" is forbidden: Use of external IPs is denied by admission control'],
    [service(['1.2.3.4'], ['1.2.3.4', '5.6.7.8']), 'passes'],
    [
      service(['1.2.3.4', '9.9.9.9'], ['1.2.3.4']),
      '403 services "a" is forbidden: Use of external IPs is denied by admission control',
    ],
  ])('%#', async (attributes, expected) => {
    expect(await (await planeWith(denyServiceExternalIPs())).judged(attributes)).toBe(expected)
  })
})

describe('EventRateLimit', () => {
  const event = (more: Partial<AdmissionAttributes> = {}, content: object = {}) =>
    write({ resource: 'events', object: { ...object('Event', {}), ...content }, ...more })
  const limited = (...limits: readonly EventLimit[]) => planeWith(eventRateLimit({ limits }))

  test('allows a burst, and then a number of events a second', async () => {
    const { judged, plane } = await limited({ type: 'Server', qps: 2, burst: 3 })
    const passed = async (times: number) => {
      let count = 0
      for (let i = 0; i < times; i++) if ((await judged(event())) === 'passes') count += 1
      return count
    }
    expect(await passed(5)).toBe(3)
    plane.clock.advance(1_000)
    expect(await passed(5)).toBe(2)
    plane.clock.advance(3_600_000)
    expect(await passed(5)).toBe(3)
  })

  test('distinguishes sources by fields up to the length of names, and caches no more of them', async () => {
    const { judged } = await limited({ type: 'SourceAndObject', qps: 1, burst: 1 })
    const from = (component: string) => event({}, { source: { component } })
    expect(await judged(from(`${'c'.repeat(400)}1`))).toBe('passes')
    expect(await judged(from(`${'c'.repeat(400)}2`))).toBe('passes')
    expect(await judged(from(`${'c'.repeat(1_000_000)}1`))).toBe('passes')
    expect((await judged(from(`${'c'.repeat(1_000_000)}2`))).length).toBeLessThan(1_000)
  })

  test.each([
    ['Server', {}, {}, 'limit reached on type Server for key '],
    ['Namespace', { namespace: 'other' }, {}, 'limit reached on type Namespace for key default'],
    ['User', { user: { username: 'joe', groups: [] } }, {}, 'limit reached on type User for key jane'],
    ['SourceAndObject', {}, { source: { component: 'c' } }, 'limit reached on type SourceAndObject for key xConfigMapn'],
  ] as const)('has a limit for each %s', async (type, more, content, message) => {
    const { judged } = await limited({ type, qps: 1, burst: 1 })
    const first = { source: { component: 'x' }, involvedObject: { kind: 'ConfigMap', name: 'n' } }
    expect(await judged(event({}, first))).toBe('passes')
    expect(await judged(event({}, first))).toBe(`429 Too many requests: ${message}`)
    expect(await judged(event(more, { ...first, ...content }))).toBe(
      type === 'Server' ? `429 Too many requests: ${message}` : 'passes',
    )
  })

  test('forgets the least recently used key when there are too many', async () => {
    const { judged } = await limited({ type: 'Namespace', qps: 1, burst: 1, cacheSize: 2 })
    for (const namespace of ['one', 'two', 'three']) expect(await judged(event({ namespace }))).toBe('passes')
    expect(await judged(event({ namespace: 'one' }))).toBe('passes')
    expect(await judged(event({ namespace: 'three' }))).toContain('429')
  })

  test('with a cache size of 0 has the default cache size', async () => {
    const { judged } = await limited({ type: 'Namespace', qps: 1, burst: 1, cacheSize: 0 })
    for (const namespace of ['one', 'two']) expect(await judged(event({ namespace }))).toBe('passes')
    expect(await judged(event({ namespace: 'one' }))).toContain('429')
  })

  test.each([
    [{ resource: 'configmaps' }],
    [{ group: 'events.platform.io' }],
    [{ dryRun: true }],
    [{ operation: 'DELETE' }],
  ] as const)('leaves %j alone', async (more) => {
    const { judged } = await limited({ type: 'Server', qps: 1, burst: 1 })
    for (let i = 0; i < 3; i++) expect(await judged(event(more))).toBe('passes')
  })
})

describe('plugins by name', () => {
  const made = (enable: readonly string[], disable: readonly string[] = []) =>
    createPlugins({ enable, disable }, {}).map(({ name }) => name)

  test('are the default ones and the named ones, in a fixed order', () => {
    expect(made([])).toEqual([
      'LimitRanger',
      'TaintNodesByCondition',
      'PodSecurity',
      'DefaultTolerationSeconds',
      'DefaultStorageClass',
      'StorageObjectInUseProtection',
      'RuntimeClass',
      'CertificateApproval',
      'CertificateSigning',
      'ClusterTrustBundleAttest',
      'CertificateSubjectRestriction',
      'DefaultIngressClass',
      'MutatingAdmissionPolicy',
      'MutatingAdmissionWebhook',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionWebhook',
      'ResourceQuota',
    ])
    expect(made(['AlwaysDeny', 'AlwaysPullImages'], ['DefaultStorageClass', 'MutatingAdmissionPolicy'])).toEqual([
      'LimitRanger',
      'TaintNodesByCondition',
      'AlwaysPullImages',
      'PodSecurity',
      'DefaultTolerationSeconds',
      'StorageObjectInUseProtection',
      'RuntimeClass',
      'CertificateApproval',
      'CertificateSigning',
      'ClusterTrustBundleAttest',
      'CertificateSubjectRestriction',
      'DefaultIngressClass',
      'MutatingAdmissionWebhook',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionWebhook',
      'ResourceQuota',
      'AlwaysDeny',
    ])
  })

  test('have the names that they are listed by', () => {
    const imagePolicy = {
      target: { server: { url: 'https://images.example.com' } },
      transport: () => Promise.reject(new Error('not called')),
      allowTtlSeconds: 0,
      denyTtlSeconds: 0,
      retryBackoffMs: 0,
      defaultAllow: false,
    }
    const settings = { eventRateLimit: { limits: [] }, imagePolicy }
    expect(namedPlugins.map(({ create }) => create(settings)?.name)).toEqual(namedPlugins.map(({ name }) => name))
  })

  test.each([
    [['None'], [], 'there is no plugin None; there are AlwaysAdmit, '],
    [[], ['None'], 'there is no plugin None'],
    [['AlwaysDeny'], ['AlwaysDeny'], 'AlwaysDeny is in --disable-admission-plugins too'],
    [[], ['NamespaceLifecycle'], 'NamespaceLifecycle is a part of the plane and cannot be off'],
    [['EventRateLimit'], [], 'EventRateLimit needs a configuration in --admission-control-config-file'],
  ])('that are switched on with %j and off with %j are refused', (enable, disable, message) => {
    expect(() => made(enable, disable)).toThrow(message)
  })
})
