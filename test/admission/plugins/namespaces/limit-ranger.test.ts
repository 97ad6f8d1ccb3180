import { describe, expect, test } from '@jest/globals'
import { type AdmissionAttributes, limitRanger } from '../../../../src/admission/index.js'
import type { ApiObject } from '../../../../src/meta/index.js'
import { write } from '../../support.js'
import { planeWith } from '../plane-with.js'

const podOf = (spec: object): ApiObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec }) as ApiObject
const pod = (spec: object, more: Partial<AdmissionAttributes> = {}) =>
  write({ resource: 'pods', kind: 'Pod', object: podOf(spec), ...more })
const containers = (resources: object) => ({ containers: [{ name: 'c', resources }] })

const withLimits = async (...limits: readonly object[]) => {
  const all = await planeWith(limitRanger())
  all.plane.put('limitranges', { metadata: { name: 'l', namespace: 'default' }, spec: { limits } })
  return all
}

describe('LimitRanger gives', () => {
  test.each([
    [
      'what the range says',
      { default: { cpu: '2' }, defaultRequest: { cpu: '1' } },
      {},
      { limits: { cpu: '2' }, requests: { cpu: '1' } },
    ],
    ['the default limit as request', { default: { cpu: '2' } }, {}, { limits: { cpu: '2' }, requests: { cpu: '2' } }],
    ['the maximum as limit', { max: { cpu: '2' } }, {}, { limits: { cpu: '2' }, requests: { cpu: '2' } }],
    ['the minimum as request', { min: { cpu: '100m' } }, {}, { requests: { cpu: '100m' } }],
    [
      'nothing to who says it',
      { default: { cpu: '2' }, defaultRequest: { cpu: '1' } },
      { limits: { cpu: '3' }, requests: { cpu: '2' } },
      { limits: { cpu: '3' }, requests: { cpu: '2' } },
    ],
    ['no request to who has a limit', { defaultRequest: { cpu: '1' } }, { limits: { cpu: '3' } }, { limits: { cpu: '3' } }],
    ['nothing of a pod', { type: 'Pod', default: { cpu: '2' } }, {}, {}],
  ])('%s', async (_, limit, resources, expected) => {
    const { changed } = await withLimits({ type: 'Container', ...limit })
    expect(await changed(pod(containers(resources)))).toEqual(containers(expected))
  })

  test('defaults to init containers, too, and an annotation', async () => {
    const { plugin, plane } = { plugin: limitRanger(), plane: (await withLimits()).plane }
    plane.put('limitranges', {
      metadata: { name: 'l', namespace: 'default' },
      spec: { limits: [{ type: 'Container', default: { memory: '1Gi', cpu: '1' } }] },
    })
    await plugin.start?.(plane.sources)
    const draft = structuredClone(podOf({ containers: [{ name: 'c' }], initContainers: [{ name: 'i' }] }))
    await plugin.mutate?.(draft as never, pod({}))
    expect(draft.metadata.annotations).toEqual({
      'platform.io/limit-ranger':
        'LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c; ' +
        'cpu, memory request for init container i; cpu, memory limit for init container i',
    })
  })

  test('nothing where its limits and the containers of a pod are too many together', async () => {
    const max = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`a.b/r${i}`, '1']))
    const { changed, judged, plane } = await withLimits({ type: 'Container', max })
    const many = { containers: Array.from({ length: 1000 }, (_, i) => ({ name: `c${i}` })) }
    const tooMany = '413 1000 containers are too many for the limits that the LimitRanges of namespace default set'
    expect([await changed(pod(many)), await judged(pod(many))]).toEqual([tooMany, tooMany])
    plane.put('limitranges', { metadata: { name: 'l', namespace: 'default' }, spec: { limits: [] } })
    expect(await changed(pod(many))).toEqual(many)
  })

  test('nothing in other namespaces, on updates, or after the range is deleted', async () => {
    const { changed, plane } = await withLimits({ type: 'Container', default: { cpu: '1' } })
    const spec = containers({})
    expect(await changed(pod(spec, { namespace: 'other' }))).toBe(spec)
    expect(await changed(pod(spec, { operation: 'UPDATE', oldObject: podOf(spec) }))).toBe(spec)
    plane.remove('limitranges', 'l', 'default')
    expect(await changed(pod(spec))).toBe(spec)
  })
})

describe('LimitRanger refuses', () => {
  const refused = (reason: string) => `403 pods "a" is forbidden: ${reason}`
  const cpu = (request?: string, limit?: string) => ({
    ...(request && { requests: { cpu: request } }),
    ...(limit && { limits: { cpu: limit } }),
  })

  test.each([
    [{ min: { cpu: '1' } }, cpu('1', '1'), 'passes'],
    [{ min: { cpu: '1' } }, cpu(), refused('minimum cpu usage per Container is 1.  No request is specified')],
    [{ min: { cpu: '1' } }, cpu('500m'), refused('minimum cpu usage per Container is 1, but request is 500m')],
    [{ min: { cpu: '1' } }, cpu('1', '0.5'), refused('minimum cpu usage per Container is 1, but limit is 500m')],
    [{ max: { cpu: '1' } }, cpu('1'), refused('maximum cpu usage per Container is 1.  No limit is specified')],
    [{ max: { cpu: '1' } }, cpu('1', '2'), refused('maximum cpu usage per Container is 1, but limit is 2')],
    [{ max: { cpu: '1' } }, cpu('2', '1'), refused('maximum cpu usage per Container is 1, but request is 2')],
    [{ max: { cpu: '1' } }, cpu('1', '1000m'), 'passes'],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      cpu(undefined, undefined),
      refused('cpu max limit to request ratio per Container is 2, but no request is specified or request is 0'),
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      cpu('1'),
      refused('cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0'),
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      cpu('1', '2500m'),
      refused('cpu max limit to request ratio per Container is 2, but provided ratio is 2.500000'),
    ],
    [{ maxLimitRequestRatio: { cpu: '2500m' } }, cpu('1', '2500m'), 'passes'],
    [
      { min: { cpu: '1' }, max: { cpu: '2' } },
      cpu('500m', '3'),
      refused(
        '[minimum cpu usage per Container is 1, but request is 500m, maximum cpu usage per Container is 2, but limit is 3]',
      ),
    ],
  ])('by %j a container with %j', async (limit, resources, expected) => {
    const { judged } = await withLimits({ type: 'Container', ...limit })
    expect(await judged(pod(containers(resources)))).toBe(expected)
  })

  test('a pod by the sum of its containers, or the greatest of its init containers', async () => {
    const { judged } = await withLimits({ type: 'Pod', max: { cpu: '2' } })
    const spec = (init: string, ...own: readonly string[]) => ({
      initContainers: [{ name: 'i', resources: cpu(init, init) }],
      containers: own.map((amount, i) => ({ name: `c${i}`, resources: cpu(amount, amount) })),
    })
    expect(await judged(pod(spec('2', '1', '1')))).toBe('passes')
    expect(await judged(pod(spec('3', '1')))).toBe(refused('maximum cpu usage per Pod is 2, but limit is 3'))
    expect(await judged(pod(spec('1', '1', '1500m')))).toBe(refused('maximum cpu usage per Pod is 2, but limit is 2500m'))
  })

  test('a restartable init container counts in addition to the others', async () => {
    const { judged } = await withLimits({ type: 'Pod', max: { cpu: '2' } })
    const initContainers = [
      { name: 'side', restartPolicy: 'Always', resources: cpu('1', '1') },
      { name: 'i', resources: cpu('1500m', '1500m') },
    ]
    expect(await judged(pod({ initContainers, ...containers(cpu('1', '1')) }))).toBe(
      refused('maximum cpu usage per Pod is 2, but limit is 2500m'),
    )
    expect(await judged(pod({ initContainers: initContainers.slice(0, 1), ...containers(cpu('1', '1')) }))).toBe('passes')
  })

  test('a resize, unless the pod is being deleted', async () => {
    const { judged, changed } = await withLimits({ type: 'Container', max: { cpu: '2' }, default: { cpu: '1', memory: '1Gi' } })
    const resize = (resources: object, metadata: object = {}) => {
      const before = podOf(containers(cpu('1', '1')))
      const oldObject = { ...before, metadata: { ...before.metadata, ...metadata } }
      return pod(containers(resources), { operation: 'UPDATE', subresource: 'resize', oldObject })
    }
    const tooMuch = cpu('1', '3')
    expect(await judged(resize(tooMuch))).toBe(refused('maximum cpu usage per Container is 2, but limit is 3'))
    expect(await judged(resize(cpu('1', '2')))).toBe('passes')
    expect(await judged(resize(tooMuch, { deletionTimestamp: '2026-01-01T00:00:00Z' }))).toBe('passes')
    expect(await changed(resize(cpu('1', '2')))).toEqual(
      containers({ requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } }),
    )
  })

  test('claims by their requests', async () => {
    const { judged } = await withLimits({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } })
    const claim = (requests: object) => write({ resource: 'persistentvolumeclaims', object: podOf({ resources: { requests } }) })
    const refusedClaim = (reason: string) => `403 persistentvolumeclaims "a" is forbidden: ${reason}`
    expect(await judged(claim({ storage: '1536Mi' }))).toBe('passes')
    expect(await judged(claim({ storage: '3Gi' }))).toBe(
      refusedClaim('maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi'),
    )
    expect(await judged(claim({}))).toBe(
      refusedClaim(
        '[minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified, maximum storage usage per PersistentVolumeClaim is 2Gi.  No request is specified]',
      ),
    )
  })
})
