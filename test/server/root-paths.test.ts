import { expect, test } from '@jest/globals'
import type { ControlPlaneOptions } from '../../src/plane/index.js'
import { testPlane } from './plane.js'
import { headersOf, jsonOf } from './requests.js'

async function get(options: ControlPlaneOptions = {}, method = 'GET') {
  const { send } = await testPlane({ healthChecks: [{ name: 'disk', check: () => true }], ...options })
  return send(method, '/')
}

const pathsOf = async (options?: ControlPlaneOptions) => (jsonOf(await get(options)) as { paths: readonly string[] }).paths

test('/ lists the paths that name no resource, sorted', async () => {
  const response = await get()
  expect([response.status, headersOf(response, 'content-type')]).toEqual([200, ['application/json']])
  const { paths } = jsonOf(response) as { paths: readonly string[] }
  expect(paths).toEqual([...new Set(paths)].sort())
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['/api', '/api/v1', '/apis', '/apis/example.com', '/apis/example.com/v1', '/apis/example.com/v1beta1'],
      ...['/healthz', '/healthz/disk', '/healthz/ping', '/livez', '/livez/disk', '/livez/ping', '/metrics', '/metrics/slis'],
      ...['/openapi/v2', '/openapi/v3', '/readyz', '/readyz/disk', '/readyz/ping', '/readyz/shutdown', '/version'],
    ]),
  )
})

test('every listed path is answered', async () => {
  const { send } = await testPlane()
  const { paths } = jsonOf(await send('GET', '/')) as { paths: readonly string[] }
  for (const path of paths) expect([path, (await send('GET', path)).status]).toEqual([path, 200])
})

test('/ lists the documents of an issuer of tokens only where there is one', async () => {
  const documents = ['/.well-known/openid-configuration', '/openid/v1/jwks']
  const listed = async (options: ControlPlaneOptions) => (await pathsOf(options)).filter((path) => documents.includes(path))
  expect(await listed({})).toEqual([])
  expect(await listed({ serviceAccounts: { issuer: 'https://plane.example' }, anonymous: true })).toEqual(documents)
})

test('a handler of the embedder may answer / itself', async () => {
  const handle = () => ({ status: 204, headers: [], body: new Uint8Array() })
  expect(await get({ pathHandlers: [{ handle }] })).toMatchObject({ status: 204 })
})

test('/ is read only, by those who may read that path', async () => {
  expect((await get({}, 'POST')).status).toBe(405)
  const statusFor = async (path: string) => {
    const decide = { authorize: async (asked: { path?: string }) => ({ decision: asked.path === path ? 'allow' : 'noOpinion' }) }
    return (await get({ authorizer: decide as never })).status
  }
  expect(await Promise.all(['/', '/api'].map(statusFor))).toEqual([200, 403])
})
