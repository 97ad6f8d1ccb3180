import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { UnknownRecord } from '../../src/meta/index.js'
import { simulateWorkloads, type TestPlane, testPlane } from '../../src/public/testing.js'
import { fromOpenAPI } from '../../src/resources/index.js'

const document = JSON.parse(readFileSync(new URL('../../../shared/data/openapi-v2.json', import.meta.url), 'utf8'))
const resources = fromOpenAPI(document)

let lab: TestPlane
let stop: () => Promise<void>
beforeEach(async () => {
  lab = await testPlane({ resources })
  stop = await simulateWorkloads(lab.client(), { readyAfterMs: 5_000, doneAfterMs: 60_000 })
})
afterEach(() => lab.close())

const objects = (group: string, resource: string) =>
  lab.client().resource<UnknownRecord>({ group, version: 'v1', resource }).namespace('default')
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'i' }] } }
const selector = { matchLabels: { app: 'a' } }

test.each<[string, object, UnknownRecord]>([
  [
    'deployments',
    { replicas: 3, selector, template },
    { replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 },
  ],
  ['replicasets', { replicas: 2, selector, template }, { replicas: 2, readyReplicas: 2, availableReplicas: 2 }],
  ['statefulsets', { replicas: 2, selector, template, serviceName: 's' }, { replicas: 2, readyReplicas: 2, currentReplicas: 2 }],
  ['daemonsets', { selector, template }, { desiredNumberScheduled: 1, numberReady: 1 }],
])('%s are ready after their time, and no earlier; and again after a change', async (resource, spec, ready) => {
  const workloads = objects('apps', resource)
  await workloads.create({ metadata: { name: 'a' }, spec })
  await lab.advance(4_000)
  expect((await workloads.get('a')).status).not.toMatchObject(ready)
  await lab.advance(1_000)
  const { metadata, status } = await workloads.get('a')
  expect(status).toMatchObject({ ...ready, observedGeneration: metadata.generation })
  await workloads.patch('a', { merge: { spec: { template: { metadata: { labels: { version: '2' } } } } } })
  await lab.advance(4_000)
  expect((await workloads.get('a')).status).toMatchObject({ observedGeneration: metadata.generation })
  await lab.advance(1_000)
  expect((await workloads.get('a')).status).toMatchObject({ ...ready, observedGeneration: (metadata.generation ?? 0) + 1 })
})

test('a Deployment is available by its conditions', async () => {
  const deployments = objects('apps', 'deployments')
  await deployments.create({ metadata: { name: 'a' }, spec: { selector, template } })
  await lab.advance(5_000)
  const conditions = [
    { type: 'Available', status: 'True' },
    { type: 'Progressing', status: 'True' },
  ]
  expect((await deployments.get('a')).status).toMatchObject({ conditions })
})

test('a Pod that is deleted on its node is removed, as its agent would do', async () => {
  const pods = objects('', 'pods')
  for (const [name, finalizers] of [
    ['free', []],
    ['held', ['example.com/hold']],
  ] as const) {
    await pods.create({ metadata: { name, finalizers: [...finalizers] }, spec: { ...template.spec, nodeName: 'n' } })
    expect((await pods.delete(name)).metadata).toMatchObject({ deletionGracePeriodSeconds: 30 })
  }
  await lab.settled()
  const { items } = await pods.list()
  expect(items.map(({ metadata }) => [metadata.name, metadata.deletionGracePeriodSeconds])).toEqual([['held', 0]])
})

test('a Pod runs', async () => {
  const pods = objects('', 'pods')
  await pods.create({ metadata: { name: 'a' }, spec: template.spec })
  await lab.advance(5_000)
  expect((await pods.get('a')).status).toMatchObject({
    phase: 'Running',
    conditions: expect.arrayContaining([expect.objectContaining({ type: 'Ready', status: 'True' })]),
  })
})

test('a Job is complete after its time; a suspended one waits until it is resumed', async () => {
  const jobs = objects('batch', 'jobs')
  await jobs.create({
    metadata: { name: 'a' },
    spec: { completions: 4, template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  })
  await jobs.create({
    metadata: { name: 'b' },
    spec: { suspend: true, template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  })
  await lab.advance(60_000)
  const complete = { conditions: expect.arrayContaining([expect.objectContaining({ type: 'Complete', status: 'True' })]) }
  expect((await jobs.get('a')).status).toMatchObject({ ...complete, succeeded: 4 })
  await lab.advance(60_000)
  expect((await jobs.get('b')).status).not.toMatchObject(complete)
  await jobs.patch('b', { merge: { spec: { suspend: false } } })
  await lab.advance(59_000)
  expect((await jobs.get('b')).status).not.toMatchObject(complete)
  await lab.advance(1_000)
  expect((await jobs.get('b')).status).toMatchObject({ ...complete, succeeded: 1 })
})

test('nothing becomes ready after it is stopped', async () => {
  await stop()
  const deployments = objects('apps', 'deployments')
  await deployments.create({ metadata: { name: 'a' }, spec: { selector, template } })
  await lab.advance(60_000)
  expect((await deployments.get('a')).status).not.toHaveProperty('readyReplicas')
})

test('a plane that serves no workloads has none', async () => {
  const bare = await testPlane()
  const end = await simulateWorkloads(bare.client())
  await bare.advance(10_000)
  expect(bare.history({ verb: 'watch' })).toEqual([])
  await end()
  await bare.close()
})
