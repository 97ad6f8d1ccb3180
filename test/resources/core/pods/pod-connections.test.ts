import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createWebhookTransport, fetchHandler } from '../../../../src/public/adapters.js'
import {
  type AdmissionPlugin,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
} from '../../../../src/public/admission.js'
import { type ApiError, type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../../../src/public/index.js'
import { packagedKinds } from '../../../../src/public/kubernetes.js'
import type { ConnectContext } from '../../../../src/resources/subresources/connect-subresource-spec.js'
import { patchOf, startWebhooks, type WebhookServer } from '../../../admission/webhook-server.js'

const told: unknown[] = []
const answer = async (request: Request, { options, name }: { readonly options: object; readonly name: string }) => {
  told.push({ method: request.method, name, options })
  return new Response(`ran for ${name}`)
}
const kinds = packagedKinds({
  pods: {
    async *log({ options }) {
      told.push(options)
      yield 'a line\n'
    },
    exec: answer,
    attach: answer,
    portforward: answer,
    proxy: answer,
  },
})
const containers = (...names: readonly string[]) => names.map((name) => ({ name, image: 'a:1' }))
const failureOf = (work: Promise<unknown>) => work.then(String, ({ status }: ApiError) => status)

const planes: ControlPlane[] = []
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close())))
beforeEach(() => {
  told.length = 0
})

async function planeWith(options: ControlPlaneOptions = {}, resources = kinds) {
  const plane = await createControlPlane({ resources: Object.values(resources), ...options })
  planes.push(plane)
  const pods = plane.client({ user: 'ada' }).resource(kinds.Pod).namespace('default')
  await pods.create({ metadata: { name: 'one' }, spec: { containers: containers('main') } })
  await pods.create({
    metadata: { name: 'two' },
    spec: { containers: containers('main', 'side'), initContainers: containers('first') },
  })
  return { plane, pods }
}

describe('the log of a pod', () => {
  test('is of its only container, or of the one that is named', async () => {
    const { pods } = await planeWith()
    const log = pods.subresource('log')
    expect(await (await log.connect('one', { query: { follow: true, tailLines: 3 } })).text()).toBe('a line\n')
    await (await log.connect('two', { query: { container: 'first' } })).text()
    expect(told).toEqual([{ container: 'main', follow: true, tailLines: 3 }, { container: 'first' }])
  })

  test.each([
    [
      'a pod with several',
      'two',
      {},
      {
        code: 400,
        message:
          'a container name must be specified for pod two, choose one of: [main side] or one of the init containers: [first]',
      },
    ],
    ['one that is not there', 'one', { container: 'x' }, { code: 400, message: 'container x is not valid for pod one' }],
    [
      'less than no line',
      'one',
      { tailLines: -1 },
      { code: 422, details: { kind: 'PodLogOptions', causes: [{ field: 'tailLines' }] } },
    ],
    ['no byte', 'one', { limitBytes: 0 }, { code: 422, details: { causes: [{ field: 'limitBytes' }] } }],
    ['two times at once', 'one', { sinceSeconds: 1, sinceTime: '2026-01-02T03:04:05Z' }, { code: 422 }],
    ['a time that is none', 'one', { sinceTime: 'yesterday' }, { code: 422, details: { causes: [{ field: 'sinceTime' }] } }],
  ])('is refused for %s', async (_what, name, query, expected) => {
    const { pods } = await planeWith()
    expect(await failureOf(pods.subresource('log').connect(name, { query }))).toMatchObject(expected)
    expect(told).toEqual([])
  })
})

test('exec, attach, port-forward and proxy requests reach their handlers, with their options', async () => {
  const { pods } = await planeWith()
  const query = { command: ['ls', '-l'], stdout: true, stderr: false }
  expect(await (await pods.subresource('exec').connect('one', { method: 'POST', query })).text()).toBe('ran for one')
  await (await pods.subresource('attach').connect('one', { query: { tty: true } })).text()
  await (await pods.subresource('portforward').connect('one', { method: 'POST' })).text()
  await (await pods.subresource('proxy').connect('one', { method: 'DELETE', path: 'a/b' })).text()
  expect(told).toEqual([
    { method: 'POST', name: 'one', options: { command: ['ls', '-l'], stdout: true, container: 'main' } },
    { method: 'GET', name: 'one', options: { tty: true, container: 'main' } },
    { method: 'POST', name: 'one', options: {} },
    { method: 'DELETE', name: 'one', options: { path: '/a/b' } },
  ])
  expect(await failureOf(pods.subresource('exec').connect('one', { method: 'DELETE' }))).toMatchObject({ code: 405 })
})

test.each([
  ['one', {}],
  ['one:8080', { port: '8080' }],
  ['one:metrics', { port: 'metrics' }],
  ['one:', {}],
  ['http:one:80', { scheme: 'http', port: '80' }],
  ['https:one:', { scheme: 'https' }],
  [':one:80', { port: '80' }],
])('a proxied request for pods/%s reaches the handler, with scheme and port', async (address, expected) => {
  const proxied: object[] = []
  const proxy = (_request: Request, { name, object, scheme, port }: ConnectContext) => {
    proxied.push({ name, of: object.metadata.name, ...(scheme && { scheme }), ...(port !== undefined && { port }) })
    return new Response('served')
  }
  const { plane, pods } = await planeWith({}, packagedKinds({ pods: { proxy } }))
  await (await pods.subresource('proxy').connect(address, { path: 'metrics' })).text()
  const url = `http://plane/api/v1/namespaces/default/pods/${address}/proxy/metrics`
  expect(await (await fetchHandler(plane)(new Request(url))).text()).toBe('served')
  expect(proxied).toEqual([1, 2].map(() => ({ name: 'one', of: 'one', ...expected })))
})

test.each([
  ['none:80', { code: 404, message: 'pods "none" not found' }],
  ['ftp:one:80', { code: 400, message: 'invalid pod request "ftp:one:80"' }],
  ['http::80', { code: 400, message: 'invalid pod request "http::80"' }],
  ['a:one:80:1', { code: 400, message: 'invalid pod request "a:one:80:1"' }],
  [':80', { code: 400, message: 'invalid pod request ":80"' }],
])('a proxied request for pods/%s is refused', async (address, expected) => {
  const { pods } = await planeWith()
  expect(await failureOf(pods.subresource('proxy').connect(address))).toMatchObject(expected)
  expect(told).toEqual([])
})

test('the name of a pod has no port elsewhere', async () => {
  const { pods } = await planeWith()
  expect(await failureOf(pods.subresource('exec').connect('one:80'))).toMatchObject({ code: 404 })
  expect(await failureOf(pods.get('one:80'))).toMatchObject({ code: 404 })
})

test('who may only get runs no command, whichever the method, from the release on that asks for more', async () => {
  const reached = async (options: ControlPlaneOptions) => {
    const plane = await createControlPlane({
      resources: Object.values(kinds),
      authorizer: {
        authorize: ({ verb, user }) => ({
          decision: user.username === 'reader' && verb !== 'get' ? 'deny' : 'allow',
          reason: '',
        }),
      },
      ...options,
    })
    planes.push(plane)
    const podsOf = (user: string) => plane.client({ user }).resource(kinds.Pod).namespace('default')
    await podsOf('ada').create({ metadata: { name: 'one' }, spec: { containers: containers('main') } })
    const connect = async (user: string, subresource: string) => {
      const answered = await failureOf(
        podsOf(user)
          .subresource(subresource)
          .connect('one')
          .then((response) => response.text()),
      )
      return typeof answered === 'string' ? answered : (answered as { readonly message?: string }).message
    }
    const all = (user: string) => Promise.all(['exec', 'attach', 'portforward', 'log'].map((name) => connect(user, name)))
    return { reader: await all('reader'), ada: await all('ada') }
  }
  const ran = ['ran for one', 'ran for one', 'ran for one', 'a line\n']
  const refused = (name: string) =>
    `pods "one" is forbidden: User "reader" cannot create resource "pods/${name}" in API group "" in the namespace "default"`
  expect(await reached({})).toEqual({
    ada: ran,
    reader: [refused('exec'), refused('attach'), refused('portforward'), 'a line\n'],
  })
  expect(await reached({ featureGates: { AuthorizePodWebsocketUpgradeCreatePermission: false } })).toEqual({
    ada: ran,
    reader: ran,
  })
})

test.each(['log', 'exec', 'attach', 'portforward', 'proxy'])('pods/%s is 501 without a handler', async (subresource) => {
  const { pods } = await planeWith({}, packagedKinds())
  const message = expect.stringContaining(`pods/${subresource} has no handler`)
  expect(await failureOf(pods.subresource(subresource).connect('one'))).toMatchObject({ code: 501, message })
})

test('discovery shows them as in Kubernetes', async () => {
  const { plane } = await planeWith()
  const { resources } = (await (await fetchHandler(plane)(new Request('http://plane/api/v1'))).json()) as {
    resources: { name: string; kind: string; verbs: string[]; group?: string; version?: string }[]
  }
  const shown = resources
    .filter(({ name }) => name.startsWith('pods/'))
    .map(({ name, kind, verbs, group }) => [name, group, kind, verbs.join()])
  expect(shown).toEqual([
    ['pods/attach', undefined, 'PodAttachOptions', 'create,get'],
    ['pods/binding', undefined, 'Binding', 'create'],
    ['pods/ephemeralcontainers', undefined, 'Pod', 'get,patch,update'],
    ['pods/eviction', 'policy', 'Eviction', 'create'],
    ['pods/exec', undefined, 'PodExecOptions', 'create,get'],
    ['pods/log', undefined, 'Pod', 'get'],
    ['pods/portforward', undefined, 'PodPortForwardOptions', 'create,get'],
    ['pods/proxy', undefined, 'PodProxyOptions', 'create,delete,get,patch,update'],
    ['pods/resize', undefined, 'Pod', 'get,patch,update'],
    ['pods/status', undefined, 'Pod', 'get,patch,update'],
  ])
})

test('OpenAPI has their operations and schemas', async () => {
  const { plane } = await planeWith()
  const document = await (await fetchHandler(plane)(new Request('http://plane/openapi/v3/api/v1'))).json()
  const pod = '/api/v1/namespaces/{namespace}/pods/{name}'
  expect(document).toMatchObject({
    paths: {
      [`${pod}/log`]: { get: { operationId: 'readCoreV1NamespacedPodLog', 'x-platform-action': 'get' } },
      [`${pod}/exec`]: { post: { 'x-platform-action': 'connect', 'x-platform-group-version-kind': { kind: 'PodExecOptions' } } },
      [`${pod}/proxy/{path}`]: { get: { operationId: 'connectGetCoreV1NamespacedPodProxyWithPath' } },
    },
    components: {
      schemas: {
        'policy.v1.Eviction': { properties: { deleteOptions: {} } },
        'core.v1.Binding': { required: ['target'] },
      },
    },
  })
})

describe('admission', () => {
  let server: WebhookServer
  beforeAll(async () => {
    server = await startWebhooks()
  })
  afterAll(() => server.stop())
  const GROUP = 'admissionregistration.platform.io'
  const RULES = [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/*'] }]
  const hook = (path: string) => ({
    name: `${path.slice(1)}.example.com`,
    clientConfig: server.config(path),
    rules: RULES,
    failurePolicy: 'Fail' as const,
    sideEffects: 'None' as const,
    admissionReviewVersions: ['v1'],
  })

  test('receives the options of connections, and no reads', async () => {
    const seen: unknown[] = []
    const plugin: AdmissionPlugin = {
      name: 'note',
      handles: ({ subresource }) => subresource !== '',
      validate: ({ operation, kind, name, object, oldObject, options }) =>
        void seen.push({ operation, kind, name, object, oldObject, options }),
    }
    const { pods } = await planeWith({ admission: [plugin] })
    await (await pods.subresource('exec').connect('one', { query: { command: 'ls' } })).text()
    await (await pods.subresource('log').connect('one')).text()
    const object = { kind: 'PodExecOptions', apiVersion: 'v1', metadata: {}, command: ['ls'] }
    expect(seen).toEqual([
      { operation: 'CONNECT', kind: 'PodExecOptions', name: 'one', object, oldObject: undefined, options: {} },
    ])
  })

  test('by webhooks sees, changes and refuses them', async () => {
    const { plane, pods } = await planeWith({
      admission: [mutatingAdmissionWebhook(), validatingAdmissionWebhook()],
      webhooks: createWebhookTransport(),
    })
    const configure = (kind: string, path: string) =>
      plane
        .client()
        .resource({ group: GROUP, version: 'v1', kind })
        .create({ metadata: { name: path.slice(1) }, webhooks: [hook(path)] })
    await configure('MutatingWebhookConfiguration', '/m')
    await configure('ValidatingWebhookConfiguration', '/v')
    const patch = [
      { op: 'replace', path: '/command', value: ['true'] },
      { op: 'add', path: '/stdin', value: 'not a flag' },
    ]
    server.answer('/m', patchOf(...patch))
    server.answer('/v', {})
    await (await pods.subresource('exec').connect('one', { query: { command: ['rm', '-r'] } })).text()
    expect(told).toEqual([{ method: 'GET', name: 'one', options: { command: ['true'], container: 'main' } }])
    const [[, first] = [], [, second] = []] = server.taken()
    expect(first?.request).toMatchObject({
      operation: 'CONNECT',
      kind: { group: '', version: 'v1', kind: 'PodExecOptions' },
      resource: { group: '', version: 'v1', resource: 'pods' },
      subResource: 'exec',
      name: 'one',
      namespace: 'default',
      oldObject: null,
      dryRun: false,
      options: null,
    })
    expect(first?.request.object).toEqual({ kind: 'PodExecOptions', apiVersion: 'v1', command: ['rm', '-r'] })
    expect(second?.request.object).toEqual({ kind: 'PodExecOptions', apiVersion: 'v1', command: ['true'] })
    server.answer('/m', {})
    server.answer('/v', { allowed: false, status: { message: 'no shells' } })
    const refused = await failureOf(pods.subresource('attach').connect('one'))
    expect(refused).toMatchObject({ message: 'admission webhook "v.example.com" denied the request: no shells' })
    expect(told).toHaveLength(1)
  })

  test('by policies validates them', async () => {
    const { plane, pods } = await planeWith({ admission: [validatingAdmissionPolicy()] })
    const make = (kind: string, name: string, spec: object) =>
      plane.client().resource({ group: GROUP, version: 'v1', kind }).create({ metadata: { name }, spec })
    const expression = "request.operation == 'CONNECT' && object.kind == 'PodProxyOptions' && object.path.startsWith('/public/')"
    await make('ValidatingAdmissionPolicy', 'p', {
      matchConstraints: { resourceRules: RULES },
      validations: [{ expression, message: 'only what is public' }],
    })
    await make('ValidatingAdmissionPolicyBinding', 'b', { policyName: 'p', validationActions: ['Deny'] })
    const proxy = pods.subresource('proxy')
    expect((await proxy.connect('one', { path: 'public/a' })).status).toBe(200)
    for (const path of ['private', 'public/../private', 'public/%2e%2e/private']) {
      const refused = { code: 422, message: expect.stringContaining('only what is public') }
      expect(await failureOf(proxy.connect('one', { path }))).toMatchObject(refused)
    }
  })
})
