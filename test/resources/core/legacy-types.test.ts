import { afterEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../../src/public/adapters.js'
import { type ControlPlane, createControlPlane } from '../../../src/public/index.js'
import { packagedKinds } from '../../../src/public/kubernetes.js'

const planes: ControlPlane[] = []
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close())))

const NAMESPACE = '/api/v1/namespaces/default'

async function start(kinds = packagedKinds()) {
  const plane = await createControlPlane({ resources: Object.values(kinds) })
  planes.push(plane)
  const handle = fetchHandler(plane)
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await handle(
      new Request(`http://plane${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, warning: response.headers.get('warning') }
  }
  const pod = (name: string) => ({ metadata: { name }, spec: { containers: [{ name: 'main', image: 'a:1' }] } })
  await send('POST', `${NAMESPACE}/pods`, pod('one'))
  await send('POST', `${NAMESPACE}/services`, { metadata: { name: 'one' }, spec: { ports: [{ port: 80 }] } })
  await send('POST', '/api/v1/nodes', { metadata: { name: 'one' } })
  return { plane, send }
}

describe.each([
  { resource: 'services', at: `${NAMESPACE}/services`, kind: 'Service' },
  { resource: 'nodes', at: '/api/v1/nodes', kind: 'Node' },
])('the proxy of $resource', ({ resource, at, kind }) => {
  test.each([
    ['one', {}],
    ['one:8080', { port: '8080' }],
    ['https:one:web', { scheme: 'https', port: 'web' }],
  ])('hands requests for %s to its handler', async (address, expected) => {
    const proxy = async (
      request: Request,
      { name, scheme, port, options }: { name: string; scheme?: string; port?: string; options: object },
    ) => Response.json({ method: request.method, name, scheme, port, options })
    const { send } = await start(packagedKinds({ [resource]: { proxy } }))
    expect(await send('PUT', `${at}/${address}/proxy/a/b`)).toMatchObject({
      status: 200,
      body: { method: 'PUT', name: 'one', options: { path: '/a/b' }, ...expected },
    })
  })

  test('is 501 without a handler, 404 for a missing object, and 400 for an invalid address', async () => {
    const { send } = await start()
    expect(await send('GET', `${at}/one/proxy`)).toMatchObject({
      status: 501,
      body: { message: `${resource}/proxy has no handler: set packagedKinds({ ${resource}: { proxy } })` },
    })
    expect((await send('GET', `${at}/none:80/proxy/`)).status).toBe(404)
    expect(await send('GET', `${at}/ftp:one:80/proxy/`)).toMatchObject({
      status: 400,
      body: { message: `invalid ${kind.toLowerCase()} request "ftp:one:80"` },
    })
  })

  test('is shown in discovery', async () => {
    const { send } = await start()
    const { resources } = (await send('GET', '/api/v1')).body
    expect(resources).toContainEqual(
      expect.objectContaining({
        name: `${resource}/proxy`,
        kind: `${kind}ProxyOptions`,
        verbs: ['create', 'delete', 'get', 'patch', 'update'],
      }),
    )
  })
})

describe('a Binding', () => {
  const bind = (name: string | undefined, target: object = { kind: 'Node', name: 'n1' }) => ({
    ...(name && { metadata: { name } }),
    target,
  })

  test('that is created without its pod in the path binds the pod that it is named after, once', async () => {
    const { send } = await start()
    expect(await send('POST', `${NAMESPACE}/bindings`, bind('one'))).toMatchObject({
      status: 201,
      body: { kind: 'Status', status: 'Success' },
    })
    expect((await send('GET', `${NAMESPACE}/pods/one`)).body.spec.nodeName).toBe('n1')
    expect((await send('POST', `${NAMESPACE}/bindings`, bind('one'))).status).toBe(409)
  })

  test.each([
    ['no name', bind(undefined), 400],
    ['no pod', bind('none'), 404],
    ['no target', bind('one', {}), 422],
  ])('with %s is refused', async (_what, body, status) => {
    const { send } = await start()
    expect((await send('POST', `${NAMESPACE}/bindings`, body)).status).toBe(status)
  })

  test('is not kept', async () => {
    const { send } = await start()
    expect((await send('GET', `${NAMESPACE}/bindings`)).status).toBe(405)
    expect((await send('GET', `${NAMESPACE}/bindings/one`)).status).toBe(404)
  })
})

test('the list of component statuses is empty, with a warning', async () => {
  const { send } = await start()
  expect(await send('GET', '/api/v1/componentstatuses')).toMatchObject({
    status: 200,
    body: { kind: 'ComponentStatusList', apiVersion: 'v1', items: [] },
    warning: '299 - "v1 ComponentStatus is deprecated in v1.19+"',
  })
  expect((await send('GET', '/api/v1/componentstatuses/scheduler')).status).toBe(404)
  expect((await send('POST', '/api/v1/componentstatuses', { metadata: { name: 'a' } })).status).toBe(405)
  const { resources } = (await send('GET', '/api/v1')).body
  expect(resources).toContainEqual(
    expect.objectContaining({ name: 'componentstatuses', shortNames: ['cs'], verbs: ['get', 'list'] }),
  )
})
