import { afterEach, describe, expect, test } from '@jest/globals'
import { type ResourceQuotaOptions, resourceQuota } from '../../../src/admission/index.js'
import type { ApiError } from '../../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../../src/testing/index.js'
import { kinds } from '../kinds.js'

let plane: TestPlane | undefined
afterEach(() => plane?.close())

type Limited = NonNullable<ResourceQuotaOptions['limitedResources']>[number]

/** A plane where some resources are limited, with some quotas in its namespace. */
async function limitedTo(limited: readonly Limited[], quotas: Readonly<Record<string, object>> = {}) {
  const opened = await testPlane({
    resources: kinds,
    admission: [resourceQuota({ limitedResources: limited })],
    // A refused scope is a 500, which is told of there.
    logger: { error() {}, info() {} },
  })
  plane = opened
  const of = (kind: string, group = '') => opened.client().resource({ group, version: 'v1', kind }).namespace('default')
  for (const [name, spec] of Object.entries(quotas)) await of('ResourceQuota').create({ metadata: { name }, spec } as never)
  await opened.settled()
  const outcome = (write: Promise<unknown>) =>
    write.then(
      () => 'done',
      ({ status }: ApiError) => `${status.code} ${status.message}`,
    )
  return {
    of,
    outcome,
    pod: (name: string, spec: object = {}, requests: object = { 'example.com/gpu': '1' }) =>
      outcome(
        of('Pod').create({
          metadata: { name },
          spec: { containers: [{ name: 'c', image: 'i', resources: { requests, limits: requests } }], ...spec },
        } as never),
      ),
    claim: (name: string, storageClassName: string) =>
      outcome(
        of('PersistentVolumeClaim').create({
          metadata: { name },
          spec: { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        } as never),
      ),
  }
}

const critical = { scopeName: 'PriorityClass', operator: 'In', values: ['critical', 'vital'] }

describe('a resource that is limited by its name', () => {
  const gpus: Limited = { resource: 'pods', matchContains: ['gpu', 'requests.memory'] }

  test('is refused where no quota covers it', async () => {
    const { pod } = await limitedTo([gpus])
    expect(await pod('a', {}, { 'example.com/gpu': '1', memory: '1Gi' })).toBe(
      '403 pods "a" is forbidden: insufficient quota to consume: requests.example.com/gpu,requests.memory',
    )
    expect(await pod('b', {}, { cpu: '1' })).toBe('done')
    expect(await pod('c', {}, { memory: '0' })).toBe('done')
  })

  test('may be used as far as a quota goes that covers it', async () => {
    const { pod } = await limitedTo([gpus], { q: { hard: { 'requests.example.com/gpu': '1' } } })
    expect(await pod('a')).toBe('done')
    expect(await pod('b')).toContain('exceeded quota: q')
    expect(await pod('c', {}, { memory: '1' })).toContain('insufficient quota to consume: requests.memory')
  })

  test('is not covered by a quota that the object is out of the scope of', async () => {
    const { pod } = await limitedTo([gpus], {
      q: { hard: { 'requests.memory': '1Gi' }, scopes: ['Terminating'] },
    })
    expect(await pod('a', {}, { memory: '1' })).toContain('insufficient quota to consume: requests.memory')
    expect(await pod('b', { activeDeadlineSeconds: 5 }, { memory: '1' })).toBe('done')
  })

  test('may be of any type, and a dry run learns of it too', async () => {
    const { of, outcome } = await limitedTo([{ apiGroup: 'apps', resource: 'deployments', matchContains: ['count/'] }])
    const deployment = (name: string) => ({
      metadata: { name },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    })
    const text = 'insufficient quota to consume: count/deployments.apps'
    expect(await outcome(of('Deployment', 'apps').create(deployment('a') as never))).toContain(text)
    expect(await outcome(of('Deployment', 'apps').create(deployment('a') as never, { dryRun: true }))).toContain(text)
    expect(await outcome(of('ConfigMap').create({ metadata: { name: 'a' } }))).toBe('done')
  })

  test('does not apply to Events, which no quota counts', async () => {
    const { of, outcome } = await limitedTo([{ resource: 'events', matchContains: ['count/'] }])
    const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' } }
    expect(await outcome(of('Event').create(event as never))).toBe('done')
  })

  test('allows an update that uses no more, and refuses one that does', async () => {
    const gold: Limited = { resource: 'persistentvolumeclaims', matchContains: ['gold.storageclass'] }
    const hard = Object.fromEntries(
      ['persistentvolumeclaims', 'requests.storage'].map((name) => [`gold.storageclass.storage.platform.io/${name}`, '9Gi']),
    )
    const { of, outcome, claim } = await limitedTo([gold], { q: { hard } })
    expect(await claim('silver', 'silver')).toBe('done')
    expect(await claim('gold', 'gold')).toBe('done')
    await of('ResourceQuota').delete('q')
    const claims = of('PersistentVolumeClaim')
    expect(await outcome(claims.patch('gold', { merge: { metadata: { labels: { still: 'changes' } } } }))).toBe('done')
    expect(await claim('more', 'gold')).toContain('insufficient quota to consume: gold.storageclass')
  })
})

describe('a scope that is limited', () => {
  test('is refused if no quota has it, with the message of Kubernetes', async () => {
    const { pod } = await limitedTo([{ resource: 'pods', matchScopes: [critical] }])
    expect(await pod('a', { priorityClassName: 'critical' })).toBe(
      '500 insufficient quota to match these scopes: [{PriorityClass In [critical vital]}]',
    )
    expect(await pod('b', { priorityClassName: 'low' })).toBe('done')
    expect(await pod('c')).toBe('done')
  })

  test('is covered by a quota of the scope that the object is in, whatever it counts', async () => {
    const { pod } = await limitedTo([{ resource: 'pods', matchScopes: [critical] }], {
      q: { hard: { pods: '1' }, scopeSelector: { matchExpressions: [{ ...critical, values: ['critical'] }] } },
    })
    expect(await pod('a', { priorityClassName: 'critical' })).toBe('done')
    expect(await pod('b', { priorityClassName: 'critical' })).toContain('exceeded quota: q')
    expect(await pod('c', { priorityClassName: 'vital' })).toContain('insufficient quota to match these scopes')
  })

  test('with the operator Exists needs no values', async () => {
    const { pod } = await limitedTo([{ resource: 'pods', matchScopes: [{ scopeName: 'BestEffort', operator: 'Exists' }] }])
    expect(await pod('a', {}, {})).toBe('500 insufficient quota to match these scopes: [{BestEffort Exists []}]')
    expect(await pod('b', {}, { cpu: '1' })).toBe('done')
  })
})
