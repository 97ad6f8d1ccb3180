import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ApiError } from '../../../../src/public/index.js'
import { packagedKinds } from '../../../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../../../src/public/testing.js'

const { Pod } = packagedKinds()
let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: [Pod] })
})
afterEach(() => plane.close())

const pods = () => plane.client().resource(Pod).namespace('default')
const resize = () => pods().subresource('resize')
const refusalOf = (work: Promise<unknown>) => work.then(String, ({ status }: ApiError) => `${status.code} ${status.message}`)

const burstable = { requests: { cpu: '100m', memory: '1Gi' }, limits: { cpu: '1' } }
const make = (containers: readonly object[], more: object = {}) =>
  pods().create({ metadata: { name: 'a' }, spec: { containers, ...more } } as never)
const container = (resources: object = burstable, name = 'c') => ({ name, image: 'i:1', resources })
const patch = (containers: readonly object[], more: object = {}) =>
  resize().patch('a', { strategic: { spec: { containers }, ...more } } as never)

describe('a resize', () => {
  test('changes requests and limits of containers, and increments the generation', async () => {
    await make([container()])
    const resized = await patch([{ name: 'c', resources: { requests: { cpu: '200m' }, limits: { cpu: '2' } } }])
    expect(resized).toMatchObject({
      metadata: { generation: 2 },
      spec: { containers: [{ resources: { requests: { cpu: '200m', memory: '1Gi' }, limits: { cpu: '2' } } }] },
    })
    expect(await resize().get('a')).toEqual(resized)
    expect(await pods().get('a')).toEqual(resized)
  })

  test('leaves everything else as it is, whatever is sent', async () => {
    const made = await make([container()])
    const resized = await patch([{ name: 'c', image: 'i:2', resources: { requests: { cpu: '200m' } } }], {
      metadata: { labels: { a: 'b' }, annotations: { a: 'b' }, finalizers: ['example.com/a'] },
      status: { phase: 'Failed' },
    })
    expect(resized).toEqual({
      ...made,
      metadata: { ...made.metadata, generation: 2, resourceVersion: expect.anything(), managedFields: expect.anything() },
      spec: { ...made.spec, containers: [{ ...made.spec?.containers[0], resources: expect.anything() }] },
    })
  })

  test('is the only way to change them', async () => {
    await make([container()])
    const merge = { spec: { containers: [{ ...container(), resources: { ...burstable, limits: { cpu: '2' } } }] } }
    expect(await refusalOf(pods().patch('a', { merge }))).toContain('pod updates may not change fields other than')
  })

  test('is possible for restartable init containers', async () => {
    await make([container()], { initContainers: [{ ...container(burstable, 's'), restartPolicy: 'Always' }] })
    const initContainers = [{ name: 's', resources: { limits: { cpu: '2' } } }]
    expect(await resize().patch('a', { strategic: { spec: { initContainers } } } as never)).toMatchObject({
      spec: { initContainers: [{ resources: { limits: { cpu: '2' } } }] },
    })
  })

  test('by an apply owns what it changes, and nothing beside the spec', async () => {
    await make([container()])
    const { metadata } = await resize().apply(
      {
        ...{ apiVersion: 'v1', kind: 'Pod' },
        metadata: { name: 'a', namespace: 'default', labels: { a: 'b' } },
        spec: { containers: [{ name: 'c', resources: { limits: { cpu: '2' } } }] },
      } as never,
      { fieldManager: 'scaler', force: true },
    )
    const own = metadata.managedFields?.find(({ manager }) => manager === 'scaler')
    expect(own).toMatchObject({ operation: 'Apply', subresource: 'resize' })
    expect(own?.fieldsV1).toEqual({
      'f:spec': {
        'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:resources': { 'f:limits': { 'f:cpu': {} } } } },
      },
    })
  })

  test('supports dry run', async () => {
    const made = await make([container()])
    const strategic = { spec: { containers: [{ name: 'c', resources: { limits: { cpu: '2' } } }] } }
    expect(await resize().patch('a', { strategic } as never, { dryRun: true })).toMatchObject({
      spec: { containers: [{ resources: { limits: { cpu: '2' } } }] },
    })
    expect(await pods().get('a')).toEqual(made)
  })
})

describe('a resize is refused', () => {
  const forbidden = (text: string) => `422 Pod "a" is invalid: ${text}`

  test.each([
    [
      'of anything but cpu and memory',
      { requests: { 'ephemeral-storage': '1Gi' } },
      'spec: Forbidden: only cpu and memory resources are mutable',
    ],
    [
      'that takes a request away',
      { requests: { memory: null } },
      'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
    ],
    [
      'that takes a limit away',
      { limits: { cpu: null } },
      'spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed',
    ],
    [
      'that asks for more than may be used',
      { requests: { cpu: '2' } },
      'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ],
  ])('%s', async (_, resources, text) => {
    await make([container()])
    expect(await refusalOf(patch([{ name: 'c', resources }]))).toBe(forbidden(text))
  })

  test('that changes the class of service', async () => {
    const same = { cpu: '1', memory: '1Gi' }
    await make([container({ requests: same, limits: same })])
    expect(await refusalOf(patch([{ name: 'c', resources: { limits: { cpu: '2' } } }]))).toBe(
      forbidden('spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing'),
    )
  })

  test('that renames, reorders, adds or removes containers', async () => {
    await make([container(), container(burstable, 'd')])
    const put = async (containers: readonly object[]) => {
      const live = await pods().get('a')
      return refusalOf(resize().update({ ...live, spec: { ...live.spec, containers } } as never))
    }
    expect(await put([container(burstable, 'd'), container()])).toContain(
      'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
    )
    expect(await put([container()])).toBe(
      forbidden('spec.containers: Forbidden: containers may not be added or removed on resize'),
    )
  })

  test('of an init container that runs to its end', async () => {
    await make([container()], { initContainers: [container(burstable, 'i')] })
    const initContainers = [{ name: 'i', resources: { limits: { cpu: '2' } } }]
    expect(await refusalOf(resize().patch('a', { strategic: { spec: { initContainers } } } as never))).toBe(
      forbidden('spec: Forbidden: resources for non-sidecar init containers are immutable'),
    )
  })

  test.each([
    [
      'of a pod of a node',
      { metadata: { annotations: { 'platform.io/config.mirror': 'x' } } },
      { nodeName: 'n' },
      'static pods cannot be resized',
    ],
    ['of a pod of Windows', {}, { os: { name: 'windows' } }, 'windows pods cannot be resized'],
    [
      'of a pod that says it for all',
      {},
      { resources: { limits: { cpu: '4' } } },
      'pods with pod-level resources cannot be resized',
    ],
  ])('%s', async (_, more, spec, text) => {
    await pods().create({
      ...more,
      metadata: { name: 'a', ...(more as { metadata?: object }).metadata },
      spec: { containers: [container()], ...spec },
    } as never)
    expect(await refusalOf(patch([{ name: 'c', resources: { limits: { cpu: '2' } } }]))).toContain(`Forbidden: ${text}`)
  })

  test('where the node cannot', async () => {
    await make([container()])
    const running = (more: object) => ({
      status: {
        containerStatuses: [
          { name: 'c', image: 'i:1', imageID: '', ready: true, restartCount: 0, state: { running: {} }, ...more },
        ],
      },
    })
    await pods().status.patch('a', { merge: running({}) } as never)
    const more = [{ name: 'c', resources: { limits: { cpu: '2' } } }]
    expect(await refusalOf(patch(more))).toBe(forbidden('spec: Forbidden: Pod running on node without support for resize'))
    await pods().status.patch('a', { merge: running({ resources: burstable }) } as never)
    expect(await patch(more)).toMatchObject({ metadata: { generation: 2 } })
  })
})
