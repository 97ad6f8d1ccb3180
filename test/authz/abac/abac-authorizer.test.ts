import { describe, expect, test } from '@jest/globals'
import { ANONYMOUS_USER } from '../../../src/meta/index.js'
import { abacAuthorizer, parsePolicyFile } from '../../../src/public/authz.js'
import { jane, pathRequest, resourceRequest } from '../rbac/requests.js'

const authorizer = (...specs: object[]) =>
  abacAuthorizer(
    parsePolicyFile(
      specs
        .map((spec) => JSON.stringify({ apiVersion: 'abac.authorization.platform.io/v1beta1', kind: 'Policy', spec }))
        .join('\n'),
    ),
  )

describe('a policy', () => {
  test.each([
    { policy: { user: 'jane', resource: 'pods', namespace: 'a' }, asked: { resource: 'pods', namespace: 'a' }, allows: true },
    { policy: { user: 'jane', resource: 'pods', namespace: 'a' }, asked: { resource: 'pods', namespace: 'b' }, allows: false },
    { policy: { user: 'jane', resource: 'pods', namespace: 'a' }, asked: { resource: 'pods' }, allows: false },
    {
      policy: { user: 'jane', resource: 'pods', namespace: 'a', apiGroup: 'x' },
      asked: { resource: 'pods', namespace: 'a' },
      allows: false,
    },
    {
      policy: { user: 'jane', resource: '*', namespace: '*', apiGroup: '*' },
      asked: { resource: 'pods', group: 'x' },
      allows: true,
    },
    { policy: { user: 'jane', resource: 'pods' }, asked: { resource: 'pods', subresource: 'log' }, allows: true },
    { policy: { user: 'jane', resource: 'pods/log' }, asked: { resource: 'pods', subresource: 'log' }, allows: false },
    { policy: { user: 'jane', group: 'dev', resource: 'pods' }, asked: { resource: 'pods' }, allows: true },
    { policy: { user: 'jane', group: 'ops', resource: 'pods' }, asked: { resource: 'pods' }, allows: false },
    { policy: { user: 'dev', resource: 'pods' }, asked: { resource: 'pods' }, allows: false },
    { policy: { group: 'dev', resource: 'pods', readonly: true }, asked: { resource: 'pods', verb: 'watch' }, allows: true },
    { policy: { group: 'dev', resource: 'pods', readonly: true }, asked: { resource: 'pods', verb: 'update' }, allows: false },
    { policy: { resource: 'pods' }, asked: { resource: 'pods' }, allows: false },
    { policy: { user: 'jane' }, asked: { resource: 'pods' }, allows: false },
    { policy: { user: 'jane', nonResourcePath: '*' }, asked: { resource: 'pods' }, allows: false },
  ])('$policy allows $asked: $allows', async ({ policy, asked, allows }) => {
    const { decision } = await authorizer(policy).authorize(resourceRequest(asked))
    expect(decision).toBe(allows ? 'allow' : 'noOpinion')
  })

  test.each([
    { nonResourcePath: '/metrics', path: '/metrics', allows: true },
    { nonResourcePath: '/metrics', path: '/metrics/more', allows: false },
    { nonResourcePath: '/api/*', path: '/api/v1', allows: true },
    { nonResourcePath: '/api/*', path: '/apis', allows: false },
    { nonResourcePath: '*', path: '/anything', allows: true },
    { nonResourcePath: '', path: '', allows: false },
  ])('for the path $nonResourcePath allows $path: $allows', async ({ nonResourcePath, path, allows }) => {
    const { decision } = await authorizer({ user: 'jane', nonResourcePath }).authorize(pathRequest(path))
    expect(decision).toBe(allows ? 'allow' : 'noOpinion')
  })

  test('for all users does not apply to anonymous requests', async () => {
    const open = authorizer({ user: '*', nonResourcePath: '*' }, { group: '*', resource: '*', namespace: '*', apiGroup: '*' })
    expect(await open.authorize(pathRequest('/version'))).toEqual({ decision: 'allow' })
    expect(await open.authorize(pathRequest('/version', ANONYMOUS_USER))).toEqual({
      decision: 'noOpinion',
      reason: 'No policy matched.',
    })
    expect(await open.authorize(resourceRequest({ user: ANONYMOUS_USER, resource: 'pods' }))).toMatchObject({
      decision: 'noOpinion',
    })
  })
})

test('policies are listed for a user in a namespace', async () => {
  const listed = await authorizer(
    { user: 'jane', resource: 'pods', namespace: 'a', readonly: true },
    { group: 'dev', resource: '*', namespace: '*', apiGroup: 'x' },
    { user: 'jane', resource: 'secrets', namespace: 'b' },
    { user: 'joe', resource: 'secrets', namespace: 'a' },
    { user: 'jane', nonResourcePath: '/logs*' },
  ).rulesFor?.(jane, 'a')
  expect(listed).toEqual({
    resourceRules: [
      { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] },
      { verbs: ['*'], apiGroups: ['x'], resources: ['*'] },
    ],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/logs*'] }],
    incomplete: false,
  })
})
