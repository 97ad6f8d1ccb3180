import { describe, expect, test } from '@jest/globals'
import { parseAuthorizationConfig } from '../../../../src/cli/serve/access/authorization-config.js'

const webhook = (change: object = {}) => ({
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  failurePolicy: 'NoOpinion',
  connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/etc/hook.yaml' },
  ...change,
})
const hook = (change: object = {}, name = 'hook') => ({ type: 'Webhook', name, webhook: webhook(change) })
const read = (authorizers: unknown, more: object = {}) =>
  parseAuthorizationConfig(
    JSON.stringify({ apiVersion: 'apiserver.config.platform.io/v1', kind: 'AuthorizationConfiguration', authorizers, ...more }),
    'platform.io',
  )

describe('the file of --authorization-config', () => {
  test('is a chain of authorizers, in JSON or YAML', async () => {
    const yaml = `apiVersion: apiserver.config.platform.io/v1beta1
kind: AuthorizationConfiguration
authorizers:
- type: RBAC
  name: rbac
- type: Webhook
  name: mine
  webhook:
    timeout: 3s
    authorizedTTL: 1m
    unauthorizedTTL: 10s
    subjectAccessReviewVersion: v1beta1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: { type: KubeConfigFile, kubeConfigFile: /etc/hook.yaml }
    matchConditions: [{ expression: has(request.resourceAttributes) }]
`
    expect(await parseAuthorizationConfig(yaml, 'platform.io')).toEqual([
      { type: 'RBAC' },
      {
        type: 'Webhook',
        webhook: {
          name: 'mine',
          kubeConfigFile: '/etc/hook.yaml',
          version: 'v1beta1',
          failurePolicy: 'Deny',
          timeoutMs: 3000,
          authorizedTtlMs: 60_000,
          unauthorizedTtlMs: 10_000,
          matchConditions: ['has(request.resourceAttributes)'],
        },
      },
    ])
  })

  test('has answers remembered for five minutes and for half a minute, unless it says otherwise', async () => {
    const [usual, never] = await read([
      hook(),
      hook({ cacheAuthorizedRequests: false, cacheUnauthorizedRequests: false }, 'never'),
    ])
    expect(usual).toMatchObject({ webhook: { authorizedTtlMs: 300_000, unauthorizedTtlMs: 30_000 } })
    expect(never).toMatchObject({ webhook: { authorizedTtlMs: 0, unauthorizedTtlMs: 0 } })
  })

  test.each([
    { authorizers: [], says: 'authorizers: expected at least one' },
    {
      authorizers: [{ type: 'ABAC', name: 'abac' }],
      says: 'authorizers[0].type: expected AlwaysAllow, AlwaysDeny, RBAC or Webhook',
    },
    { authorizers: [{ type: 'RBAC', name: 'roles' }], says: 'authorizers[0].name: expected rbac' },
    {
      authorizers: [
        { type: 'RBAC', name: 'rbac' },
        { type: 'RBAC', name: 'rbac' },
      ],
      says: 'authorizers[1].name: is there before',
    },
    { authorizers: [{ type: 'Webhook', name: 'a' }], says: 'authorizers[0].webhook: is required by type Webhook' },
    {
      authorizers: [{ type: 'RBAC', name: 'rbac', webhook: webhook() }],
      says: 'authorizers[0].webhook: is of no use to type RBAC',
    },
    { authorizers: [hook({}, 'A b')], says: 'authorizers[0].name: expected a DNS subdomain' },
    { authorizers: [hook({ timeout: '31s' })], says: 'authorizers[0].webhook.timeout: expected at most 30s' },
    { authorizers: [hook({ timeout: '0s' })], says: 'authorizers[0].webhook.timeout: expected a duration' },
    { authorizers: [hook({ failurePolicy: 'Allow' })], says: 'authorizers[0].webhook.failurePolicy: expected NoOpinion or Deny' },
    { authorizers: [hook({ subjectAccessReviewVersion: 'v2' })], says: 'subjectAccessReviewVersion: expected v1 or v1beta1' },
    {
      authorizers: [hook({ matchConditions: [{ expression: 'true' }] })],
      says: 'matchConditionSubjectAccessReviewVersion: is required by matchConditions: expected v1',
    },
    {
      authorizers: [hook({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'hook.yaml' } })],
      says: 'authorizers[0].webhook.connectionInfo.kubeConfigFile: expected an absolute path',
    },
    { authorizers: [{ ...hook(), more: 1 }], says: 'more' },
  ])('that cannot be meant is refused: $says', async ({ authorizers, says }) => {
    await expect(read(authorizers)).rejects.toThrow(says)
  })

  test('is of the dialect of the plane, and of a version that is known', async () => {
    const one = [{ type: 'RBAC', name: 'rbac' }]
    await expect(read(one, { apiVersion: 'apiserver.config.k8s.io/v1' })).rejects.toThrow(
      'apiVersion: expected apiserver.config.platform.io/v1, ',
    )
    await expect(read(one, { kind: 'Config' })).rejects.toThrow('kind: expected AuthorizationConfiguration')
    await expect(parseAuthorizationConfig('a: [', 'platform.io')).rejects.toThrow()
  })
})
