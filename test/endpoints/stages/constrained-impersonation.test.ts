import { describe, expect, test } from '@jest/globals'
import type { Authorizer } from '../../../src/authz/index.js'
import { impersonation } from '../../../src/endpoints/stages/impersonation.js'
import { ApiError, type Attributes, platformDialect, type UserInfo } from '../../../src/meta/index.js'
import type { AuditEvent } from '../../../src/public/audit.js'
import { testPlane } from '../../../src/public/testing.js'
import { parsed } from '../../server/requests.js'
import { exchangeWith, withStages } from '../exchanges.js'

const GROUP = 'authentication.platform.io'
const NODE_KEY = 'authentication.platform.io/node-name'
const deputy: UserInfo = { username: 'deputy', groups: [] }
const agentOn = (...nodes: readonly string[]): UserInfo => ({
  username: 'system:serviceaccount:net:agent',
  groups: [],
  extra: { [NODE_KEY]: nodes, other: ['x'] },
})

/** A right as a line: verb, group and resource with its subresource, name. */
const lineOf = ({ verb, group, resource, subresource, namespace, name }: Attributes) =>
  `${verb} ${group}/${resource}${subresource && `/${subresource}`} ${namespace && `${namespace}/`}${name}`

interface Asked {
  readonly caller?: UserInfo
  readonly rights: readonly string[]
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** Lists ConfigMaps of `shop` with impersonation: the resulting user or the refusal, and what authorizers were asked. */
async function act({ caller = deputy, rights, headers }: Asked) {
  const checked: Attributes[] = []
  const authorizer: Authorizer = {
    authorize(attributes) {
      checked.push(attributes)
      return { decision: rights.includes(lineOf(attributes)) ? 'allow' : 'noOpinion' }
    },
  }
  const lines = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const))
  const request = parsed('/api/v1/namespaces/shop/configmaps')
  const exchange = exchangeWith({ ...request, ...{ raw: { ...request.raw, headers: lines } } } as typeof request)
  exchange.user = caller
  let outcome: UserInfo | string | undefined
  const chain = withStages([impersonation(authorizer, platformDialect, { isConstrained: true })], async (reached) => {
    outcome = reached.user
    return { status: 200, headers: [], body: new Uint8Array(0) }
  })
  await chain(exchange).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    outcome = `${error.status.code} ${error.message}`
  })
  return { outcome, asked: checked.map(lineOf), checked }
}

const on = (mode: string, verb = 'list') => `impersonate-on:${mode}:${verb} /configmaps shop/`
const zoe = { 'impersonate-user': 'zoe' }

describe('a generic user', () => {
  const who = `impersonate:user-info ${GROUP}/users zoe`

  test('may be impersonated with the right to the user and the right to the action, and no other is required', async () => {
    const { outcome, asked } = await act({ rights: [on('user-info'), who], headers: zoe })
    expect(outcome).toEqual({ username: 'zoe', groups: ['system:authenticated'] })
    expect(asked).toEqual([on('user-info'), who])
  })

  test.each([
    {
      what: 'the requested action',
      rights: [who, on('user-info', 'get')],
      message: 'cannot impersonate-on:user-info:list resource "configmaps"',
    },
    { what: 'whom', rights: [on('user-info')], message: 'cannot impersonate:user-info resource "users"' },
    { what: 'another kind', rights: [on('serviceaccount'), who], message: 'cannot impersonate-on:user-info:list' },
    { what: 'anything', rights: [], message: 'cannot impersonate-on:user-info:list' },
  ])(
    'may not be impersonated without the right to $what, which the refusal names, though the classic right is checked last',
    async ({ rights, message }) => {
      const { outcome, asked } = await act({ rights, headers: zoe })
      expect(outcome).toMatch(/^403 /)
      expect(outcome).toContain(message)
      expect(asked.at(-1)).toBe('impersonate /users zoe')
    },
  )

  test('may be impersonated with the classic right alone', async () => {
    const { outcome } = await act({ rights: ['impersonate /users zoe'], headers: zoe })
    expect(outcome).toEqual({ username: 'zoe', groups: ['system:authenticated'] })
  })

  const whole = {
    ...zoe,
    'impersonate-group': ['a', 'b'],
    'impersonate-uid': '7',
    'impersonate-extra-acme.example%2fscopes': ['x', 'y'],
  }
  const parts = [`uids 7`, 'groups a', 'groups b', 'userextras/acme.example/scopes x', 'userextras/acme.example/scopes y'].map(
    (part) => `impersonate:user-info ${GROUP}/${part}`,
  )
  test('has groups, uid and extra values, each a right of its own', async () => {
    const { outcome } = await act({ rights: [on('user-info'), who, ...parts], headers: whole })
    expect(outcome).toEqual({
      username: 'zoe',
      uid: '7',
      groups: ['a', 'b', 'system:authenticated'],
      extra: { 'acme.example/scopes': ['x', 'y'] },
    })
    for (const missing of parts) {
      const some = parts.filter((part) => part !== missing)
      expect([missing, (await act({ rights: [on('user-info'), who, ...some], headers: whole })).outcome]).toEqual([
        missing,
        expect.stringMatching(/^403 /),
      ])
    }
  })

  test.each([
    {
      what: 'groups',
      headers: { ...zoe, 'impersonate-group': ['a', 'b', 'c', 'd'] },
      all: `impersonate:user-info ${GROUP}/groups *`,
    },
    {
      what: 'extra values',
      headers: { ...zoe, 'impersonate-extra-acme.example%2fk': ['a', 'b', 'c'], 'impersonate-extra-acme.example%2fl': 'd' },
      all: `impersonate:user-info ${GROUP}/userextras/* *`,
    },
  ])('with many $what needs the right to all of them once', async ({ headers, all }) => {
    const { outcome, asked } = await act({ rights: [on('user-info'), who, all], headers })
    expect(outcome).toMatchObject({ username: 'zoe' })
    expect(asked).toEqual([on('user-info'), who, all])
  })

  test.each<[string, Asked['headers'], string]>([
    ['the superuser group', { ...zoe, 'impersonate-group': 'system:masters' }, 'the system:masters group is not allowed'],
    ['an empty group', { ...zoe, 'impersonate-group': '' }, 'the empty string group is not allowed'],
    ['an empty key', { ...zoe, 'impersonate-extra-': 'x' }, 'the empty string key in extra is not allowed'],
    ['an empty value', { ...zoe, 'impersonate-extra-k': '' }, 'the empty string value in extra is not allowed'],
    ['a key without a domain', { ...zoe, 'impersonate-extra-scopes': 'x' }, 'an invalid key in extra is not allowed: "scopes"'],
    ['a key of another form', { ...zoe, 'impersonate-extra-a%20b': 'x' }, 'an invalid key in extra is not allowed'],
  ])('never gets %s, whatever rights exist', async (_what, headers, message) => {
    const any = ['users zoe', 'groups system:masters', 'groups ', 'userextras/ x', 'userextras/k ', 'userextras/a b x']
    const rights = [on('user-info'), ...any.map((part) => `impersonate:user-info ${GROUP}/${part}`)]
    expect((await act({ rights, headers })).outcome).toContain(message)
  })
})

describe('a service account', () => {
  const headers = { 'impersonate-user': 'system:serviceaccount:shop:robot' }
  const rights = [on('serviceaccount'), `impersonate:serviceaccount ${GROUP}/serviceaccounts shop/robot`]

  test('is a kind of its own, and has its groups', async () => {
    const groups = ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated']
    expect((await act({ rights, headers })).outcome).toEqual({ username: 'system:serviceaccount:shop:robot', groups })
  })

  test('with groups, uid or extra values requires the classic right', async () => {
    const { outcome, asked } = await act({ rights, headers: { ...headers, 'impersonate-group': 'a' } })
    expect(outcome).toMatch(/^403 .*cannot impersonate resource "serviceaccounts"/)
    expect(asked).toEqual(['impersonate /serviceaccounts shop/robot'])
  })

  test('is not covered by the rights to users', async () => {
    const user = [on('user-info'), `impersonate:user-info ${GROUP}/users system:serviceaccount:shop:robot`]
    expect((await act({ rights: user, headers })).outcome).toMatch(/^403 /)
  })
})

describe('a node', () => {
  const headers = { 'impersonate-user': 'system:node:n1' }
  const arbitrary = [on('arbitrary-node'), `impersonate:arbitrary-node ${GROUP}/nodes n1`]
  const associated = [on('associated-node'), `impersonate:associated-node ${GROUP}/nodes *`]
  const node = { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }

  test('is a kind of its own, and has the group of nodes', async () => {
    expect((await act({ rights: arbitrary, headers })).outcome).toEqual(node)
  })

  test('may be impersonated by an account that runs on it; authorizers learn that, and not which node it is', async () => {
    const { outcome, asked, checked } = await act({ caller: agentOn('n1'), rights: associated, headers })
    expect(outcome).toEqual(node)
    expect(asked).toEqual(associated)
    for (const { user } of checked) expect(user.extra).toEqual({ [`${GROUP}/associated-node-keys`]: [NODE_KEY, 'other'] })
  })

  test.each<[string, UserInfo]>([
    ['runs on another', agentOn('n2')],
    ['says that it runs on two', agentOn('n1', 'n2')],
    ['is no service account', { ...agentOn('n1'), username: 'agent' }],
    ['says nothing of a node', { ...agentOn(), extra: {} }],
  ])('may not be impersonated by a user who %s', async (_what, caller) => {
    const { outcome, asked } = await act({ caller, rights: associated, headers })
    expect(outcome).toMatch(/^403 .*cannot impersonate-on:arbitrary-node:list/)
    expect(asked).not.toContain(associated[0])
  })

  test('may be impersonated by an account that runs on it and has the right to any node', async () => {
    expect((await act({ caller: agentOn('n1'), rights: arbitrary, headers })).outcome).toEqual(node)
  })

  test('has a valid name of a node; other names of this form belong to users', async () => {
    const name = 'system:node:N 1'
    const rights = [on('user-info'), `impersonate:user-info ${GROUP}/users ${name}`]
    const { outcome } = await act({ rights, headers: { 'impersonate-user': name } })
    expect(outcome).toEqual({ username: name, groups: ['system:authenticated'] })
  })
})

test('with the feature gate on, an impersonator may only list as a user, and the audit event has the right that was used', async () => {
  const events: AuditEvent[] = []
  const open = async (featureGates: Readonly<Record<string, boolean>>) => {
    const plane = await testPlane({
      authorizer: 'RBAC',
      featureGates,
      audit: { backends: [(event) => void events.push(event)] },
    })
    const rbac = { group: 'rbac.authorization.platform.io', version: 'v1' }
    const grant = async (name: string, user: string, rules: readonly object[]) => {
      await plane
        .client()
        .resource({ ...rbac, kind: 'ClusterRole' })
        .create({ metadata: { name }, rules })
      const subjects = [{ kind: 'User', name: user }]
      const roleRef = { kind: 'ClusterRole', name }
      await plane
        .client()
        .resource({ ...rbac, kind: 'ClusterRoleBinding' })
        .create({ metadata: { name }, roleRef, subjects })
    }
    await grant('zoe', 'zoe', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'delete'] }])
    await grant('deputy', 'deputy', [
      { apiGroups: [GROUP], resources: ['users'], resourceNames: ['zoe'], verbs: ['impersonate:user-info'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['impersonate-on:user-info:list', 'impersonate-on:user-info:get'] },
    ])
    const asZoe = plane.client({ user: 'deputy', impersonate: { username: 'zoe' } })
    return {
      plane,
      maps: asZoe
        .resource({ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true })
        .namespace('default'),
    }
  }
  const { plane, maps } = await open({ ConstrainedImpersonation: true })
  expect((await maps.list()).items).toEqual([])
  await expect(maps.delete('a')).rejects.toThrow('User "deputy" cannot impersonate-on:user-info:delete resource "configmaps"')
  // What zoe may not do, an impersonator may not do as zoe.
  await expect(maps.get('a')).rejects.toThrow('User "zoe" cannot get resource "configmaps"')
  const listed = events.find(
    ({ verb, user, stage }) => verb === 'list' && user.username === 'deputy' && stage === 'ResponseComplete',
  )
  expect(listed?.impersonatedUser?.username).toBe('zoe')
  expect(listed?.authenticationMetadata).toEqual({ impersonationConstraint: 'impersonate:user-info' })
  await plane.close()

  const closed = await open({})
  await expect(closed.maps.list()).rejects.toThrow('User "deputy" cannot impersonate resource "users"')
  await closed.plane.close()
})
