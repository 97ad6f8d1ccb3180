import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { nodeHandler } from '../../../src/adapters/index.js'
import { createStaticTokenAuthenticator } from '../../../src/authn/index.js'
import { auth } from '../../../src/cli/commands/auth.js'
import { decodeYaml } from '../../../src/codec/index.js'
import { createSelfSignedCertificate } from '../../../src/public/crypto.js'
import { type ApiObject, type Authorizer, type ControlPlane, createControlPlane } from '../../../src/public/index.js'

const rbac = { group: 'rbac.authorization.platform.io', version: 'v1' }
/** Decides by itself about two users. */
const mine: Authorizer = {
  authorize({ user }) {
    if (user.username === 'guest') return { decision: 'deny', reason: 'guests\u001b[2J look on' }
    return user.username === 'ally' ? { decision: 'allow', reason: 'an ally' } : { decision: 'noOpinion' }
  },
}

let plane: ControlPlane
let server: https.Server
let connection: readonly string[]
beforeAll(async () => {
  plane = await createControlPlane({
    authorizer: [mine, 'RBAC'],
    authenticators: [
      createStaticTokenAuthenticator([
        { token: 'root', user: { username: 'root', groups: ['system:masters'] } },
        { token: 'asker', user: { username: 'asker', groups: [] } },
        { token: 'nobody', user: { username: 'nobody', groups: [] } },
      ]),
    ],
  })
  const make = (kind: string, namespace: string | undefined, name: string, fields: object) => {
    const type = plane.client().resource({ ...rbac, kind })
    return (namespace === undefined ? type : type.namespace(namespace)).create({ metadata: { name }, ...fields })
  }
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
  await make('Role', 'default', 'reader', { rules })
  const roleRef = { apiGroup: rbac.group, kind: 'Role', name: 'reader' }
  await make('RoleBinding', 'default', 'developers', { roleRef, subjects: [{ kind: 'Group', name: 'dev' }] })
  const asking = [{ apiGroups: ['authorization.platform.io'], resources: ['subjectaccessreviews'], verbs: ['create'] }]
  await make('ClusterRole', undefined, 'asker', { rules: asking })
  const asker = { roleRef: { ...roleRef, kind: 'ClusterRole', name: 'asker' }, subjects: [{ kind: 'User', name: 'asker' }] }
  await make('ClusterRoleBinding', undefined, 'asker', asker)

  const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  server = https.createServer({ cert, key }, nodeHandler(plane)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  connection = ['--server', url, '--insecure-skip-tls-verify', '--dialect', 'platform']
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await plane.close()
})
afterEach(() => {
  process.exitCode = undefined
})

/** What the command prints, and how it ends. */
async function explain(args: readonly string[], token = 'root') {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {})
  const warn = jest.spyOn(console, 'error').mockImplementation(() => {})
  try {
    await auth(['explain', ...connection, '--token', token, ...args])
    const [lines = [], warnings = []] = [log, warn].map(({ mock }) => mock.calls.flatMap(([text]) => String(text).split('\n')))
    return { lines, exitCode: process.exitCode ?? 0, ...(warnings.length > 0 && { warnings }) }
  } finally {
    log.mockRestore()
    warn.mockRestore()
  }
}

describe('what is allowed', () => {
  test('by roles is printed with the binding and the rule', async () => {
    expect(await explain(['--as', 'jane', '--as-group', 'dev', 'list', 'configmaps', '-n', 'default'])).toEqual({
      lines: [
        'yes: jane may list configmaps in the namespace default',
        'allowed by RBAC',
        'RoleBinding default/developers gives Group dev the Role default/reader',
        '  with the rule {APIGroups:[""], Resources:["configmaps"], Verbs:["get" "list"]}',
      ],
      exitCode: 0,
    })
  })

  test.each([
    { what: 'a kind', word: 'ConfigMap/web' },
    { what: 'a plural name', word: 'configmaps/web' },
    { what: 'a short name', word: 'cm/web' },
    { what: 'a version', word: 'configmaps.v1./web' },
  ])('$what and a name say what is meant', async ({ word }) => {
    const { lines } = await explain(['get', word, '--as=jane', '--as-group=dev', '--namespace=default'])
    expect(lines[0]).toBe('yes: jane may get configmaps "web" in the namespace default')
  })

  test.each([
    { word: 'clusterroles.v1.rbac.authorization.platform.io', shown: 'clusterroles.rbac.authorization.platform.io' },
    { word: 'clusterroles', shown: 'clusterroles.rbac.authorization.platform.io' },
    { word: 'crd', shown: 'customresourcedefinitions.apiextensions.platform.io' },
    { word: '*', shown: '*.*' },
    { word: '*.apps', shown: '*.apps' },
  ])('$word is $shown', async ({ word, shown }) => {
    const { lines, warnings } = await explain(['--as', 'ally', 'list', word])
    expect(lines[0]).toBe(`yes: ally may list ${shown} in the whole cluster`)
    expect(warnings).toBeUndefined()
  })

  test('by another authorizer is printed as that', async () => {
    const { lines } = await explain(['--as', 'ally', 'delete', 'roles.rbac.authorization.platform.io'])
    expect(lines).toEqual([
      'yes: ally may delete roles.rbac.authorization.platform.io in the whole cluster',
      'allowed by the plane',
      'the plane says: an ally',
    ])
  })

  test('to members of the superuser group is printed as that', async () => {
    const { lines } = await explain(['--as', 'ada', '--as-group', 'system:masters', 'get', '/metrics'])
    expect(lines.slice(0, 2)).toEqual(['yes: ada may get /metrics', 'allowed by system:masters'])
  })
})

describe('what is not allowed', () => {
  test('comes with objects that allow it when they are created, and with exit code 1', async () => {
    const args = ['--as', 'joe', 'get', 'configmaps/web', '-n', 'default']
    const { lines, exitCode } = await explain(args)
    expect(exitCode).toBe(1)
    expect(lines[0]).toBe('# no: joe may not get configmaps "web" in the namespace default')
    expect(lines[1]).toMatch(/^# roles that allow it: Role default\/reader, /)
    const [, ...documents] = lines.join('\n').split('---\n')
    const objects = []
    for (const text of documents) objects.push((await decodeYaml(new TextEncoder().encode(text))).value as ApiObject)
    expect(objects.map(({ kind }) => kind)).toEqual(['Role', 'RoleBinding'])
    for (const object of objects) {
      await plane
        .client()
        .resource({ ...rbac, kind: object.kind })
        .namespace('default')
        .create(object)
    }
    process.exitCode = undefined
    expect(await explain(args)).toMatchObject({ exitCode: 0, lines: expect.arrayContaining(['allowed by RBAC']) })
  })

  test('by an authorizer that denies comes without any, and without terminal control characters', async () => {
    expect(await explain(['--as', 'guest', '--as-group', 'dev', 'list', 'configmaps', '-n', 'default'])).toEqual({
      lines: [
        'no: guest may not list configmaps in the namespace default',
        'denied by the plane',
        'the plane says: guests\ufffd[2J look on',
        'RoleBinding default/developers gives Group dev the Role default/reader',
        '  with the rule {APIGroups:[""], Resources:["configmaps"], Verbs:["get" "list"]}',
        'roles would allow it, but do not count here',
      ],
      exitCode: 1,
    })
  })
})

test('a type that is in no namespace is asked about in the whole cluster, with a warning', async () => {
  const { lines, warnings } = await explain(['--as', 'joe', 'list', 'ns', '-n', 'default'])
  expect(lines[0]).toBe('# no: joe may not list namespaces in the whole cluster')
  expect(lines).toContain('kind: ClusterRoleBinding')
  expect(warnings).toEqual(['warning: namespaces are in no namespace, so this is about the whole cluster'])
})

test.each(['list', '*'])('a type that the plane does not serve ends the verb %s in one line', async (verb) => {
  await expect(explain(['--as', 'joe', verb, 'gadgets.shop/web'])).rejects.toThrow(
    `auth explain ${verb} gadgets.shop/web: the plane serves no type "gadgets.shop"`,
  )
})

test('a special verb is explained for a resource that is only a name, with a warning', async () => {
  const { lines, warnings } = await explain(['--as', 'joe', 'impersonate', 'users/jane'])
  expect(lines[0]).toBe('# no: joe may not impersonate users "jane" in the whole cluster')
  expect(warnings).toEqual(['warning: the plane serves no type "users"'])
})

test('a user who may only create reviews gets the decision, and the note that roles cannot be read', async () => {
  const { lines } = await explain(['--as', 'jane', '--as-group', 'dev', 'list', 'configmaps', '-n', 'default'], 'asker')
  expect(lines[0]).toBe('yes: jane may list configmaps in the namespace default')
  expect(lines.at(-1)).toMatch(/^RBAC says: roles and bindings cannot be read: .*User "asker" cannot list/)
})

test('a user without any rights is refused in one line', async () => {
  await expect(explain(['--as', 'jane', 'list', 'configmaps'], 'nobody')).rejects.toThrow(
    /^[^\n]*User "nobody" cannot create resource "subjectaccessreviews"[^\n]*$/,
  )
})

test.each([
  { args: [], line: 'auth needs a word: expected explain, see --help' },
  { args: ['why'], line: 'auth why: expected explain, see --help' },
  { args: ['explain', 'list', 'pods'], line: 'auth explain needs a user: --as USER' },
  {
    args: ['explain', '--as', 'jane', 'list'],
    line: 'auth explain needs a verb and a resource or path, such as get pods/web',
  },
  {
    args: ['explain', '--as', 'jane', 'list', 'pods', 'web'],
    line: 'auth explain list pods: unexpected argument "web": a name follows the resource, as in pods/NAME',
  },
  { args: ['explain', '--us', 'jane', 'list', 'pods'], line: 'unknown option --us: did you mean --as?' },
  { args: ['explain', 'list', 'pods', '--as'], line: '--as needs a value: --as USER' },
])('$args is refused in one line', async ({ args, line }) => {
  await expect(auth(args)).rejects.toThrow(line)
})
