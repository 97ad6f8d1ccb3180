import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../../../src/public/adapters.js'
import type { ApiError, ApiObject } from '../../../../src/public/index.js'
import { packagedKinds } from '../../../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../../../src/public/testing.js'

const kinds = packagedKinds()
const labels = { app: 'web' }
let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: Object.values(kinds), logger: { error() {}, info() {} } })
})
afterEach(() => plane.close())

const pods = () => plane.client().resource(kinds.Pod).namespace('default')
const budgets = () => plane.client().resource(kinds.PodDisruptionBudget).namespace('default')
const failureOf = (work: Promise<unknown>) => work.then(String, ({ status }: ApiError) => status)

/** A pod that runs. */
async function pod(
  name: string,
  { phase = 'Running', ready = 'True' }: { phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed'; ready?: string } = {},
): Promise<void> {
  const { metadata } = await pods().create({ metadata: { name, labels }, spec: { containers: [{ name: 'main', image: 'a:1' }] } })
  const conditions = [{ type: 'Ready', status: ready }]
  await pods().status.patch(name, { merge: { metadata: { uid: metadata.uid }, status: { phase, conditions } } })
}

interface Counts {
  readonly disruptionsAllowed: number
  readonly currentHealthy: number
  readonly desiredHealthy: number
  readonly observedGeneration?: number
}

async function budget(name: string, counts: Counts, more: object = {}): Promise<void> {
  await budgets().create({ metadata: { name }, spec: { selector: { matchLabels: labels }, minAvailable: 1, ...more } })
  await budgets().status.patch(name, { merge: { status: { observedGeneration: 1, expectedPods: 3, ...counts } } })
}

const evict = (name: string, more: object = {}, options = {}) =>
  pods()
    .subresource('eviction')
    .create(name, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...more }, options)
const isThere = (name: string) =>
  pods()
    .get(name)
    .then(
      () => true,
      () => false,
    )
const refused = (message: string, more = {}) => ({
  code: 429,
  reason: 'TooManyRequests',
  message: "Cannot evict pod as it would violate the pod's disruption budget.",
  details: { causes: [{ reason: 'DisruptionBudget', message }], ...more },
})

describe('an eviction', () => {
  test.each(['policy/v1', 'policy/v1beta1'])('deletes a pod that no budget counts, asked in %s', async (apiVersion) => {
    await pod('a')
    expect(await evict('a', { apiVersion })).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      code: 201,
    })
    expect(await isThere('a')).toBe(false)
  })

  test('answers 201 over HTTP', async () => {
    await pod('a')
    const body = JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a' } })
    const headers = { 'content-type': 'application/json' }
    const url = 'http://plane/api/v1/namespaces/default/pods/a/eviction'
    const response = await fetchHandler(plane)(new Request(url, { method: 'POST', headers, body }))
    expect([response.status, await response.json()]).toMatchObject([201, { kind: 'Status', status: 'Success', code: 201 }])
  })

  test('decrements the allowed disruptions of the budget, and is refused at zero', async () => {
    await pod('a')
    await pod('b')
    await budget('keep', { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2 })
    await evict('a')
    const { status } = await budgets().get('keep')
    expect(status).toMatchObject({ disruptionsAllowed: 0, disruptedPods: { a: expect.any(String) } })
    const words = 'The disruption budget keep needs 2 healthy pods and has 3 currently'
    expect(await failureOf(evict('b'))).toMatchObject(refused(words))
    expect(await isThere('b')).toBe(true)
  })

  test('evicts no more pods concurrently than the budget allows', async () => {
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) await pod(name)
    await budget('keep', { disruptionsAllowed: 2, currentHealthy: 4, desiredHealthy: 2 })
    const answers = await Promise.allSettled(names.map((name) => evict(name)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await budgets().get('keep')).status?.disruptionsAllowed).toBe(0)
  })

  test('waits for a budget without a status', async () => {
    await pod('a')
    await budget('keep', { disruptionsAllowed: 1, currentHealthy: 1, desiredHealthy: 0, observedGeneration: 0 })
    const words = 'The disruption budget keep is still being processed by the server.'
    expect(await failureOf(evict('a'))).toMatchObject(refused(words, { retryAfterSeconds: 10 }))
  })

  test('is refused when several budgets count the pod', async () => {
    await pod('a')
    for (const name of ['one', 'two']) await budget(name, { disruptionsAllowed: 1, currentHealthy: 1, desiredHealthy: 0 })
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
    expect(await failureOf(evict('a'))).toMatchObject({ code: 500, message })
  })

  test.each(['Pending', 'Succeeded', 'Failed'] as const)('asks no budget about a pod that is %s', async (phase) => {
    await pod('a', { phase })
    await budget('keep', { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 1 })
    await evict('a')
    expect(await isThere('a')).toBe(false)
  })

  test.each([
    ['while enough others do', { currentHealthy: 2, desiredHealthy: 2 }, {}, true],
    ['but not while too few do', { currentHealthy: 1, desiredHealthy: 2 }, {}, false],
    [
      'always, where the budget says so',
      { currentHealthy: 1, desiredHealthy: 2 },
      { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
      true,
    ],
  ])('evicts an unhealthy pod, %s', async (_when, counts, more, isGone) => {
    await pod('a', { ready: 'False' })
    await budget('keep', { disruptionsAllowed: 0, ...counts }, more)
    await failureOf(evict('a'))
    expect(await isThere('a')).toBe(!isGone)
  })

  test.each([
    ['in the query', {}, { dryRun: true }],
    ['in its options', { deleteOptions: { dryRun: ['All'] } }, {}],
  ])('has no effect on a dry run by %s, and returns the result', async (_where, more, options) => {
    await pod('a')
    await budget('keep', { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 })
    expect(await evict('a', more, options)).toMatchObject({ status: 'Success' })
    expect([await isThere('a'), (await budgets().get('keep')).status?.disruptionsAllowed]).toEqual([true, 1])
  })

  test('respects preconditions', async () => {
    await pod('a')
    const { metadata } = await pods().get('a')
    const { uid, resourceVersion } = metadata
    const when = (preconditions: object) => failureOf(evict('a', { deleteOptions: { preconditions } }))
    expect(await when({ uid: 'another' })).toMatchObject({ code: 409, reason: 'Conflict' })
    expect(await when({ resourceVersion: '1' })).toMatchObject({ code: 409, reason: 'Conflict' })
    await when({ uid, resourceVersion })
    expect(await isThere('a')).toBe(false)
  })

  test('adds the condition DisruptionTarget to a pod that has to terminate first', async () => {
    await pod('a')
    await pods().patch('a', { merge: { metadata: { finalizers: ['example.com/wait'] } } })
    await evict('a')
    const { metadata, status } = await pods().get('a')
    expect(metadata.deletionTimestamp).toEqual(expect.any(String))
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }),
    )
  })

  test.each([
    ['of another pod', { metadata: { name: 'b' } }, { code: 400, message: 'name in URL does not match name in Eviction object' }],
    ['with a policy that there is not', { deleteOptions: { propagationPolicy: 'Never' } }, { code: 422 }],
    ['in another version', { apiVersion: 'policy/v2' }, { code: 400 }],
  ])('is refused %s', async (_what, more, expected) => {
    await pod('a')
    expect(await failureOf(evict('a', more))).toMatchObject(expected)
    expect(await isThere('a')).toBe(true)
  })

  test('of a pod that is not there is 404', async () => {
    expect(await failureOf(evict('a'))).toMatchObject({ code: 404, message: 'pods "a" not found' })
  })
})

describe('a binding', () => {
  const bind = (name: string, more: object = {}, options = {}) =>
    pods()
      .subresource('binding')
      .create(
        name,
        { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { kind: 'Node', name: 'n1' }, ...more },
        options,
      )

  test('says on which node a pod runs, and adds its annotations and labels', async () => {
    await pod('a', { phase: 'Pending' })
    await pods().patch('a', { merge: { metadata: { annotations: { own: '1' }, labels: { own: '1', zone: 'a' } } } })
    const added = { annotations: { added: '2' }, labels: { zone: 'b', region: 'r' } }
    const answer: ApiObject = await bind('a', { metadata: { name: 'a', ...added } })
    expect(answer).toMatchObject({ kind: 'Status', status: 'Success' })
    const { metadata, spec, status } = await pods().get('a')
    expect([metadata.annotations, spec?.nodeName]).toEqual([{ own: '1', added: '2' }, 'n1'])
    expect(metadata.labels).toMatchObject({ own: '1', zone: 'b', region: 'r' })
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'PodScheduled', status: 'True' }))
  })

  test('is possible once, and only for the pod of its uid', async () => {
    await pod('a')
    const another = { metadata: { name: 'a', uid: 'another' } }
    expect(await failureOf(bind('a', another))).toMatchObject({ code: 409 })
    await bind('a', {}, { dryRun: true })
    expect((await pods().get('a')).spec?.nodeName).toBeUndefined()
    await bind('a')
    expect(await failureOf(bind('a', { target: { name: 'n2' } }))).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "n1"',
    })
  })

  test.each([
    ['to what is no node', { target: { kind: 'Pod', name: 'x' } }, { code: 422 }],
    ['to nothing', { target: { kind: 'Node' } }, { code: 422 }],
    ['of another pod', { metadata: { name: 'b' } }, { code: 400, message: 'name in URL does not match name in Binding object' }],
  ])('is refused %s', async (_what, more, expected) => {
    await pod('a')
    expect(await failureOf(bind('a', more))).toMatchObject(expected)
  })
})
