import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'

const CLUSTER_ROLES = { group: 'rbac.authorization.platform.io', version: 'v1', resource: 'clusterroles' } as const

let lab: TestPlane
let errors: readonly Error[]
beforeEach(async () => {
  const seen: Error[] = []
  errors = seen
  const logger = { info() {}, error: (_: string, fields?: { error?: Error }) => seen.push(fields?.error?.cause as Error) }
  lab = await testPlane({ controllers: ['clusterrole-aggregation'], authorizer: 'RBAC', logger })
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

describe('rules that do not fit into one role', () => {
  const label = 'to-whole'
  /** Rules of about 60 KiB. */
  const long = (name: string) => ({
    metadata: { name, labels: { [label]: 'true' } },
    rules: Array.from({ length: 60 }, (_, i) => ({ ...rule('pods'), resourceNames: [`${name}-${i}-${'n'.repeat(1_000)}`] })),
  })
  const reports = () => errors.filter(({ message }) => message.includes('no room for all rules'))

  test('are left out and reported once, while small and later roles still take effect', async () => {
    await roles().create(whole('whole', label))
    for (let i = 10; i < 40; i++) await roles().create(long(`long${i}`))
    await roles().create(part('a-part', label, 'lamps'))
    await roles().create(part('z-part', label, 'fans'))
    const rules = (await rulesOf('whole')) as readonly { readonly resourceNames?: readonly string[] }[]
    expect(rules).toContainEqual(rule('lamps'))
    expect(rules).toContainEqual(rule('fans'))
    expect(rules.length).toBeGreaterThan(900)
    expect(rules.length).toBeLessThan(30 * 60)
    await roles().create(part('later', label, 'doors'))
    expect(await rulesOf('whole')).toContainEqual(rule('doors'))
    expect(reports()).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })

  test('are as many as the metadata of the role, and lower limits of the plane, leave room for', async () => {
    const annotations = { note: 'n'.repeat(200_000) }
    const wide = whole('whole', label, Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`k${i}`, 'v'.repeat(60)])))
    await roles().create({ ...wide, metadata: { ...wide.metadata, annotations } })
    for (let i = 10; i < 30; i++) await roles().create(long(`long${i}`))
    const rules = (await rulesOf('whole')) as readonly unknown[]
    expect(rules.length).toBeGreaterThan(200)
    const begin = lab.revision
    await lab.advance(60_000)
    expect(lab.revision).toBe(begin)
    expect(errors).toHaveLength(1)
  })
})
