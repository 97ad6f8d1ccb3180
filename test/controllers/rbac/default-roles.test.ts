import { describe, expect, test } from '@jest/globals'
import { dialects } from '../../../src/meta/index.js'
import { createMemoryStorage, type Storage } from '../../../src/storage/index.js'
import { RBAC, rbacPlane, rule } from '../../plane/access/rbac-plane.js'
import { faultyStorage } from '../../support/faulty-storage.js'
import { settle } from '../../support/manual-clock.js'

/** A storage that outlives the planes on it. */
function lastingStorage(): Storage {
  return new Proxy(createMemoryStorage(), {
    get(target, member) {
      if (member === 'close') return async () => {}
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const MERGE = { 'content-type': 'application/merge-patch+json' }

describe('default roles', () => {
  test.each(dialects)('are in the words of the plane: $name', async (dialect) => {
    const { as } = await rbacPlane({ dialect })
    const { body } = await as(
      'root',
      'GET',
      `/apis/rbac.authorization.${dialect.groupDomain}/v1/clusterrolebindings/system:basic-user`,
    )
    expect(body).toMatchObject({
      metadata: {
        labels: { [`${dialect.labelDomain}/bootstrapping`]: 'rbac-defaults' },
        annotations: { [`rbac.authorization.${dialect.labelDomain}/autoupdate`]: 'true' },
      },
      subjects: [{ kind: 'Group', apiGroup: `rbac.authorization.${dialect.groupDomain}`, name: 'system:authenticated' }],
      roleRef: { apiGroup: `rbac.authorization.${dialect.groupDomain}`, kind: 'ClusterRole', name: 'system:basic-user' },
    })
  })

  test('for people have the rules of those below them when the plane is ready', async () => {
    const { as } = await rbacPlane()
    const rulesOf = async (name: string) => (await as('root', 'GET', `${RBAC}/clusterroles/${name}`)).body.rules
    const [view, edit, admin] = [await rulesOf('view'), await rulesOf('edit'), await rulesOf('admin')]
    expect(view.length).toBeGreaterThan(0)
    expect(edit).toEqual(expect.arrayContaining(view))
    expect(admin).toEqual(expect.arrayContaining(edit))
    const readsSecrets = (rules: { resources?: string[] }[]) => rules.some(({ resources }) => resources?.includes('secrets'))
    expect([readsSecrets(view), readsSecrets(edit)]).toEqual([false, true])
  })

  test('let service accounts read trust bundles, where the plane has these', async () => {
    const name = 'system:cluster-trust-bundle-discovery'
    const { as } = await rbacPlane({ featureGates: { ClusterTrustBundle: true } })
    const role = await as('root', 'GET', `${RBAC}/clusterroles/${name}`)
    expect(role.body.rules).toEqual([rule('get list watch', 'clustertrustbundles', {}, 'certificates.platform.io')])
    const { body } = await as('root', 'GET', `${RBAC}/clusterrolebindings/${name}`)
    expect([body.subjects[0].name, body.roleRef.name]).toEqual(['system:serviceaccounts', name])

    const without = await rbacPlane()
    expect((await without.as('root', 'GET', `${RBAC}/clusterroles/${name}`)).status).toBe(404)
  })

  test('get back at the next start what they lack, and keep what they have', async () => {
    const storage = lastingStorage()
    const first = await rbacPlane({ storage })
    const at = (name: string) => `${RBAC}/clusterroles/${name}`
    const extra = { verbs: ['get'], nonResourceURLs: ['/extra'] }
    const replace = async (name: string, change: object, annotation = 'true') => {
      const { body } = await first.as('root', 'GET', at(name))
      const annotations = { 'rbac.authorization.platform.io/autoupdate': annotation }
      await first.as('root', 'PUT', at(name), { ...body, ...change, metadata: { ...body.metadata, annotations } })
    }
    await replace('system:public-info-viewer', { rules: [extra] })
    await replace('system:monitoring', { rules: [extra] }, 'false')
    await first.as('root', 'DELETE', at('system:discovery'))
    await first.as('root', 'PATCH', `${RBAC}/clusterrolebindings/system:public-info-viewer`, { subjects: [] }, MERGE)
    await first.plane.close()

    const { as } = await rbacPlane({ storage })
    expect((await as('root', 'GET', at('system:public-info-viewer'))).body.rules).toEqual([
      extra,
      ...['/healthz', '/livez', '/readyz', '/version', '/version/'].map((path) => ({ verbs: ['get'], nonResourceURLs: [path] })),
    ])
    expect((await as('root', 'GET', at('system:monitoring'))).body.rules).toEqual([extra])
    expect((await as('jane', 'GET', '/apis')).status).toBe(200)
    expect((await as('', 'GET', '/version')).status).toBe(200)
  })

  test('are not written again at a start that finds them', async () => {
    const storage = lastingStorage()
    const first = await rbacPlane({ storage })
    await first.plane.close()
    const before = await storage.revision()
    await rbacPlane({ storage })
    expect(await storage.revision()).toBe(before)
  })
})

describe('aggregated roles', () => {
  const part = (name: string, label: string, resource: string) => ({
    metadata: { name, labels: { [label]: 'true' } },
    rules: [rule('get', resource)],
  })
  const whole = (name: string, label: string, labels = {}) => ({
    metadata: { name, labels },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] },
  })

  test('follow the roles that they select, also through one another', async () => {
    const { as } = await rbacPlane()
    const put = (role: { metadata: { name: string } }) => as('root', 'PUT', `${RBAC}/clusterroles/${role.metadata.name}`, role)
    const rules = async (name: string) => {
      await settle()
      return (await as('root', 'GET', `${RBAC}/clusterroles/${name}`)).body.rules
    }
    await put(whole('outer', 'to-outer'))
    expect(await rules('outer')).toBeNull()
    await put(whole('inner', 'to-inner', { 'to-outer': 'true' }))
    await put(part('a', 'to-inner', 'pods'))
    await put(part('b', 'to-outer', 'secrets'))
    expect(await rules('inner')).toEqual([rule('get', 'pods')])
    expect(await rules('outer')).toEqual([rule('get', 'secrets'), rule('get', 'pods')])
    await put(part('a', 'to-inner', 'nodes'))
    expect(await rules('outer')).toEqual([rule('get', 'secrets'), rule('get', 'nodes')])
    await as('root', 'DELETE', `${RBAC}/clusterroles/a`)
    expect(await rules('inner')).toBeNull()
    expect(await rules('outer')).toEqual([rule('get', 'secrets')])
  })

  test('get their rules when a storage that was away is back', async () => {
    const { state, storage } = faultyStorage()
    const { as, clock } = await rbacPlane({ storage })
    const url = `${RBAC}/clusterroles`
    await as('root', 'POST', url, whole('whole', 'to-whole'))
    state.away = /clusterroles\/.*whole$/
    await as('root', 'POST', url, part('part', 'to-whole', 'pods'))
    await settle()
    expect((await as('root', 'GET', `${url}/whole`)).body.rules).toBeNull()
    state.away = undefined
    await clock.advanceAndSettle(1_000)
    expect((await as('root', 'GET', `${url}/whole`)).body.rules).toEqual([rule('get', 'pods')])
  })
})
