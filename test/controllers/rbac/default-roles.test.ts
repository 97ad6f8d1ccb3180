import { describe, expect, test } from '@jest/globals'
import { dialects } from '../../../src/meta/index.js'
import { createMemoryStorage, type Storage } from '../../../src/storage/index.js'
import { RBAC, rbacPlane, rule } from '../../plane/access/rbac-plane.js'

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
  test.each(dialects)('use the API groups of the dialect: $name', async (dialect) => {
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

  test('for users are aggregated when the plane is ready, without the loop', async () => {
    const { as } = await rbacPlane()
    const rulesOf = async (name: string) => (await as('root', 'GET', `${RBAC}/clusterroles/${name}`)).body.rules
    const [view, edit, admin] = [await rulesOf('view'), await rulesOf('edit'), await rulesOf('admin')]
    expect(view.length).toBeGreaterThan(0)
    expect(edit).toEqual(expect.arrayContaining(view))
    expect(admin).toEqual(expect.arrayContaining(edit))
    const readsSecrets = (rules: { resources?: string[] }[]) => rules.some(({ resources }) => resources?.includes('secrets'))
    expect([readsSecrets(view), readsSecrets(edit)]).toEqual([false, true])
  })

  test('for editors allow no writes of endpoints, which would direct traffic to other namespaces', async () => {
    const { as } = await rbacPlane()
    const verbsOf = async (name: string, resource: string) => {
      const rules: { resources?: string[]; verbs: string[] }[] = (await as('root', 'GET', `${RBAC}/clusterroles/${name}`)).body
        .rules
      return rules.flatMap(({ resources, verbs }) => (resources?.includes(resource) ? verbs : [])).sort()
    }
    const reads = ['get', 'list', 'watch']
    const all = [...reads, 'create', 'delete', 'deletecollection', 'patch', 'update'].sort()
    for (const name of ['edit', 'admin']) {
      expect([await verbsOf(name, 'endpoints'), await verbsOf(name, 'endpointslices')]).toEqual([reads, reads])
      expect(await verbsOf(name, 'events')).toEqual(all)
    }
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

  test('are completed at the next start, and keep additions', async () => {
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

  test('are not written again if they exist at the start', async () => {
    const storage = lastingStorage()
    const first = await rbacPlane({ storage })
    await first.plane.close()
    const before = await storage.revision()
    await rbacPlane({ storage })
    expect(await storage.revision()).toBe(before)
  })

  test('are not created when they are turned off', async () => {
    const { as } = await rbacPlane({ controllers: ['*', '-rbac-defaults'] })
    expect((await as('root', 'GET', `${RBAC}/clusterroles`)).body.items).toEqual([])
    expect((await as('root', 'GET', `${RBAC}/clusterrolebindings`)).body.items).toEqual([])
  })
})
