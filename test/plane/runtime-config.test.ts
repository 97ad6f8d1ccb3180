import { describe, expect, test } from '@jest/globals'
import { testPlane } from '../server/plane.js'
import { jsonOf, whole } from '../server/requests.js'

const GROUP = '/apis/authentication.platform.io'
const reviewIn = async (version: string, runtimeConfig: Record<string, boolean> = {}) => {
  const { send } = await testPlane({ runtimeConfig })
  const response = await send('POST', `${GROUP}/${version}/selfsubjectreviews`, { body: {} })
  return { status: response.status, body: jsonOf(response), send }
}

describe('versions that are off by default', () => {
  test.each(['v1alpha1', 'v1beta1'])('%s of SelfSubjectReview is answered in its version', async (version) => {
    const apiVersion = `authentication.platform.io/${version}`
    const { status, body, send } = await reviewIn(version, { [apiVersion]: true })
    expect([status, body]).toMatchObject([
      201,
      { kind: 'SelfSubjectReview', apiVersion, status: { userInfo: { username: 'system:anonymous' } } },
    ])
    const { resources } = jsonOf(await send('GET', `${GROUP}/${version}`)) as { resources: readonly { name: string }[] }
    expect(resources.map(({ name }) => name)).toEqual(['selfsubjectreviews'])
    expect(jsonOf(await send('GET', GROUP))).toMatchObject({ preferredVersion: { version: 'v1' } })
  })

  test.each(['v1alpha1', 'v1beta1'])('%s is not served otherwise', async (version) => {
    expect((await reviewIn(version)).status).toBe(404)
  })

  test('a version can be turned off as well', async () => {
    const { status } = await reviewIn('v1', {
      'authentication.platform.io/v1': false,
      'authentication.platform.io/v1beta1': true,
    })
    expect(status).toBe(404)
  })

  test.each([
    ['authentication.platform.io/v9', 'authentication.platform.io/v1'],
    ['authentication.platform.io/v1/reviews', 'authentication.platform.io/v1/tokenreviews'],
    ['nothing.example.com/v1', 'api/all'],
    ['api/gamma', 'api/all'],
    ['v2', 'api/all'],
  ])('%s, which does not exist, is refused in one line that names %s', async (key, near) => {
    const making = testPlane({ runtimeConfig: { [key]: true } })
    await expect(making).rejects.toThrow(`runtimeConfig ${JSON.stringify(key)}: there is none; expected one of `)
    await expect(making).rejects.toThrow(near)
  })
})

test.each(['api/all', 'api/ga', 'v1', 'api/v1', 'v1/namespaces'])(
  '%s cannot be turned off: every plane needs namespaces',
  async (key) => {
    const making = testPlane({ runtimeConfig: { [key]: false } })
    await expect(making).rejects.toThrow(RangeError)
    await expect(making).rejects.toThrow(`runtimeConfig "${key}": v1/namespaces has to be on`)
  },
)

test.each(['api/all', 'rbac.authorization.platform.io/v1', 'rbac.authorization.platform.io/v1/clusterroles'])(
  '%s cannot be turned off with RBAC',
  async (key) => {
    const making = testPlane({ runtimeConfig: { [key]: false, v1: true }, authorizer: 'RBAC' })
    await expect(making).rejects.toThrow(RangeError)
    await expect(making).rejects.toThrow(
      /^runtimeConfig ".+": rbac.authorization.platform.io\/v1\/(cluster)?role(binding)?s has to be on, /,
    )
  },
)

test('discovery and OpenAPI show exactly the versions that are on', async () => {
  const shown = async (runtimeConfig: Record<string, boolean>) => {
    const { send } = await testPlane({ runtimeConfig })
    const get = async (path: string) => jsonOf(await whole(await send('GET', path))) as Record<string, never>
    const { resources } = (await get('/api/v1')) as unknown as { resources: readonly { name: string }[] }
    const { groups } = (await get('/apis')) as unknown as { groups: readonly { name: string }[] }
    const paths = async (path: string) => Object.keys((await get(path)).paths ?? {})
    return {
      resources: resources.map(({ name }) => name).filter((name) => name === 'secrets'),
      groups: groups.map(({ name }) => name).filter((name) => name === 'coordination.platform.io'),
      documents: (await paths('/openapi/v3')).filter((path) => /coordination|authentication.*v1beta1/.test(path)),
      paths: (await paths('/openapi/v2')).filter((path) => /secrets$|leases$|v1beta1\/selfsubjectreviews$/.test(path)).sort(),
      core: (await paths('/openapi/v3/api/v1')).filter((path) => path.endsWith('/secrets')).sort(),
    }
  }
  const secrets = ['/api/v1/namespaces/{namespace}/secrets', '/api/v1/secrets']
  expect(await shown({})).toEqual({
    resources: ['secrets'],
    groups: ['coordination.platform.io'],
    documents: ['apis/coordination.platform.io/v1'],
    paths: [
      ...secrets,
      '/apis/coordination.platform.io/v1/leases',
      '/apis/coordination.platform.io/v1/namespaces/{namespace}/leases',
    ],
    core: secrets,
  })
  const other = { 'v1/secrets': false, 'coordination.platform.io/v1': false, 'authentication.platform.io/v1beta1': true }
  expect(await shown(other)).toEqual({
    resources: [],
    groups: [],
    documents: ['apis/authentication.platform.io/v1beta1'],
    paths: ['/apis/authentication.platform.io/v1beta1/selfsubjectreviews'],
    core: [],
  })
})

describe('wider and narrower keys', () => {
  const statusesOf = async (runtimeConfig: Record<string, boolean>, paths: readonly string[]) => {
    const { send } = await testPlane({ runtimeConfig })
    return Promise.all(paths.map(async (path) => (await send('GET', path)).status))
  }
  const configMaps = '/api/v1/namespaces/default/configmaps'
  const leases = '/apis/coordination.platform.io/v1/namespaces/default/leases'
  const secrets = '/api/v1/namespaces/default/secrets'

  test.each([
    { config: { 'v1/secrets': false }, statuses: [200, 404, 200] },
    { config: { 'api/v1/secrets': false }, statuses: [200, 404, 200] },
    { config: { 'coordination.platform.io/v1': false }, statuses: [200, 200, 404] },
    { config: { 'coordination.platform.io/v1': false, 'coordination.platform.io/v1/leases': true }, statuses: [200, 200, 200] },
    { config: { 'api/all': false, v1: true }, statuses: [200, 200, 404] },
    { config: { 'api/ga': false, 'api/v1': true, 'v1/secrets': false }, statuses: [200, 404, 404] },
    { config: { 'api/all': false, 'api/ga': true }, statuses: [200, 200, 200] },
  ])('$config', async ({ config, statuses }) => {
    expect(await statusesOf(config, [configMaps, secrets, leases])).toEqual(statuses)
  })

  test.each(['api/alpha', 'api/beta', 'api/all'])('%s turns on what is off by default', async (key) => {
    const version = key === 'api/beta' ? 'v1beta1' : 'v1alpha1'
    expect((await reviewIn(version, { [key]: true })).status).toBe(201)
  })
})
