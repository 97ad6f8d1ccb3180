import { afterEach, describe, expect, test } from '@jest/globals'
import { alwaysAllow } from '../../src/authz/index.js'
import { rbacPlane } from '../plane/access/rbac-plane.js'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND']

/** What everybody who is known may see: what there is, how it is called, and questions about oneself. */
const OPEN =
  /^\/(?:api|apis|apis\/[^/]+|api\/v1|apis\/[^/]+\/v1|version|healthz|livez|readyz|openapi\/.*|[a-z]+z)\/?$|\/self[a-z]+reviews$/

/** Paths that programs of this kind have had open, beside those that the plane says it has. */
const ELSEWHERE = [
  '/metrics',
  '/debug/pprof',
  '/debug/pprof/heap',
  '/logs',
  '/logs/x',
  '/configz',
  '/statusz',
  '/api/v1/secrets?watch=true',
  '/api/v1/watch/secrets',
  '/api/v1/watch/namespaces/default/secrets/s',
  '/api/v1/proxy/namespaces/default/pods/p',
  '/api/v1/namespaces/default/secrets/s/..',
  '/api/v1//secrets',
  '/api/v1/secrets/',
  '//api/v1/secrets',
  '/API/v1/secrets',
  '/api/v1/Secrets',
  '/api/v1/namespaces/default/pods/p/exec',
  '/api/v1/nodes/n/proxy/x',
  '/apis/../api/v1/secrets',
  '/openapi/../api/v1/secrets',
  '/healthz/../api/v1/secrets',
  '/healthz/%2e%2e/api/v1/secrets',
  '/api/v1/secrets%3fwatch=1',
  'http://plane/api/v1/secrets',
]

let closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  closing = []
})

async function aPlane(options: Parameters<typeof rbacPlane>[0] = {}) {
  const made = await rbacPlane(options)
  closing.push(() => made.plane.close())
  await made.as('root', 'POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 's' }, stringData: { k: 'v' } })
  const { body } = await made.as('root', 'GET', '/openapi/v2')
  const published = Object.keys(body.paths).map((path) => path.replace('{namespace}', 'default').replaceAll(/\{\w+\}/g, 's'))
  return { ...made, paths: [...published, ...ELSEWHERE] }
}

describe('every route', () => {
  test.each(['jane', ''] as const)('refuses callers without the right to it: "%s"', async (who) => {
    const { as, paths } = await aPlane()
    // The document names what is stored and what is asked; were it empty, this would say nothing.
    expect(paths).toEqual(expect.arrayContaining(['/api/v1/namespaces/default/secrets/s', '/api/v1/namespaces/s/finalize']))
    const let_in: string[] = []
    for (const path of paths) {
      if (OPEN.test(path)) continue
      for (const method of METHODS) {
        const { status } = await as(who, method, path, method === 'GET' ? undefined : {})
        if (status < 400) let_in.push(`${method} ${path} ${status}`)
      }
    }
    expect(let_in).toEqual([])
  })

  test('requires authentication, where every authenticated user may do everything', async () => {
    const { as, paths } = await aPlane({ authorizer: alwaysAllow, anonymous: false })
    const let_in: string[] = []
    for (const path of paths) {
      for (const method of METHODS) {
        const { status } = await as('', method, path, method === 'GET' ? undefined : {})
        if (status !== 401) let_in.push(`${method} ${path} ${status}`)
      }
    }
    expect(let_in).toEqual([])
  })

  test('is open to users with the right', async () => {
    const { as } = await aPlane()
    expect((await as('root', 'GET', '/metrics')).status).toBe(200)
    expect((await as('root', 'GET', '/api/v1/namespaces/default/secrets/s')).status).toBe(200)
  })
})
