import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { aggregatedRules } from '../../../src/controllers/rbac/aggregate-roles.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'

const CLUSTER_ROLES = { group: 'rbac.authorization.platform.io', version: 'v1', resource: 'clusterroles' } as const

let lab: TestPlane
beforeEach(async () => {
  lab = await testPlane({ controllers: ['clusterrole-aggregation'], authorizer: 'RBAC', logger: { info() {}, error() {} } })
})
afterEach(() => lab.close())

const roles = () => lab.client().resource<{ rules?: unknown }>(CLUSTER_ROLES)
const rule = (resource: string) => ({ verbs: ['get'], apiGroups: [''], resources: [resource] })
const part = (name: string, label: string, resource: string) => ({
  metadata: { name, labels: { [label]: 'true' } },
  rules: [rule(resource)],
})
const whole = (name: string, label: string, labels = {}) => ({
  metadata: { name, labels },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] },
})
const rulesOf = async (name: string) => {
  await lab.settled()
  return (await roles().get(name)).rules
}

test('aggregated roles follow the roles that they select, also through one another', async () => {
  await roles().create(whole('outer', 'to-outer'))
  expect(await rulesOf('outer')).toBeNull()
  await roles().create(whole('inner', 'to-inner', { 'to-outer': 'true' }))
  await roles().create(part('a', 'to-inner', 'pods'))
  await roles().create(part('b', 'to-outer', 'secrets'))
  expect(await rulesOf('inner')).toEqual([rule('pods')])
  expect(await rulesOf('outer')).toEqual([rule('secrets'), rule('pods')])
  await roles().patch('a', { merge: { rules: [rule('nodes')] } })
  expect(await rulesOf('outer')).toEqual([rule('secrets'), rule('nodes')])
  await roles().delete('a')
  expect(await rulesOf('inner')).toBeNull()
  expect(await rulesOf('outer')).toEqual([rule('secrets')])
})

test('a role that loses its label is not aggregated any more', async () => {
  await roles().create(whole('whole', 'to-whole'))
  await roles().create(part('part', 'to-whole', 'pods'))
  expect(await rulesOf('whole')).toEqual([rule('pods')])
  await roles().patch('part', { merge: { metadata: { labels: null } } })
  expect(await rulesOf('whole')).toBeNull()
})

test('the loop does not rewrite the default roles, and adds the rules of roles labelled for them', async () => {
  const versionOf = async (name: string) => (await roles().get(name)).metadata.resourceVersion
  const [before, begin] = [await versionOf('view'), lab.revision]
  await lab.settled()
  expect([await versionOf('view'), lab.revision]).toEqual([before, begin])
  await roles().create(part('mine', 'rbac.authorization.platform.io/aggregate-to-view', 'lamps'))
  for (const name of ['view', 'edit', 'admin']) expect(await rulesOf(name)).toContainEqual(rule('lamps'))
})

test('a failed write is retried', async () => {
  await roles().create(whole('whole', 'to-whole'))
  await lab.settled()
  lab.faults.add({ verb: 'update', resource: 'clusterroles', times: 1 }, { status: 503 })
  await roles().create(part('part', 'to-whole', 'pods'))
  await lab.advance(5_000)
  expect(lab.faults.count).toBe(1)
  expect(await rulesOf('whole')).toEqual([rule('pods')])
})

test('many roles and selectors are compared with pauses', () => {
  const many = <T>(make: (i: number) => T) => Array.from({ length: 300 }, (_, i) => make(i))
  const clusterRoleSelectors = many((i) => ({ matchLabels: { [`label${i}`]: 'true' } }))
  const type = { apiVersion: 'rbac.authorization.platform.io/v1', kind: 'ClusterRole' }
  const aggregated = { ...type, metadata: { name: 'whole' }, aggregationRule: { clusterRoleSelectors } }
  const parts = many((i) => ({ ...type, ...part(`part${i}`, `label${i}`, `things${i}`) }))
  const work = aggregatedRules(aggregated, parts)
  let pauses = 0
  let step = work.next()
  for (; !step.done; step = work.next()) pauses += 1
  expect([step.value?.size, pauses]).toEqual([300, 900])
})
