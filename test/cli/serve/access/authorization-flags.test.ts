import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Authorizer } from '../../../../src/authz/index.js'
import { openAuthorization } from '../../../../src/cli/serve/access/authorization-flags.js'
import { parseServeFlags } from '../../../../src/cli/serve/serve-flags.js'
import { platformDialect } from '../../../../src/meta/index.js'
import type { WebhookTransport } from '../../../../src/webhook/index.js'
import { until } from '../../../adapters/until.js'
import { resourceRequest } from '../../../authz/rbac/requests.js'
import { temporaryFolder } from '../../../client/node/servers.js'
import { ManualClock } from '../../../support/manual-clock.js'

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void jest.restoreAllMocks())

const KUBECONFIG = JSON.stringify({
  'current-context': 'c',
  contexts: [{ name: 'c', context: { cluster: 'c', user: '' } }],
  clusters: [{ name: 'c', cluster: { server: 'https://authz.example' } }],
})

/** The authorizers of a command line whose files are these; services answer as `answers` says. */
async function open(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  transport: WebhookTransport = async () => {
    throw new Error('away')
  },
) {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text.replaceAll('$dir', folder))
  const values = parseServeFlags(args.map((word) => word.replaceAll('$dir', folder)))
  return openAuthorization(values, { dialect: platformDialect, transport, clock: new ManualClock() })
}

const pods = (username: string, groups: readonly string[] = []) =>
  resourceRequest({ user: { username, groups }, resource: 'pods', namespace: 'a' })
const decide = async (authorizer: unknown, username: string, groups: readonly string[] = []) =>
  (await (authorizer as Authorizer).authorize(pods(username, groups))).decision

describe('authorizers of the command line', () => {
  test('allow everything when none is named', async () => {
    const { authorizer, allowsEverything } = await open({}, [])
    expect([await decide(authorizer[0], 'anybody'), allowsEverything]).toEqual(['allow', true])
  })

  test('use ABAC policies, which members of system:masters do not need', async () => {
    const policy =
      '{"apiVersion":"abac.authorization.platform.io/v1beta1","kind":"Policy","spec":{"user":"jane","namespace":"a","resource":"pods"}}'
    const { authorizer, allowsEverything } = await open({ 'p.jsonl': policy }, [
      '--authorization-mode=ABAC',
      '--authorization-policy-file=$dir/p.jsonl',
    ])
    expect(allowsEverything).toBe(false)
    expect(await decide(authorizer[0], 'jane')).toBe('allow')
    expect(await decide(authorizer[0], 'joe')).toBe('noOpinion')
    expect(await decide(authorizer[0], 'root', ['system:masters'])).toBe('allow')
  })

  test('ask a service in the older version, by default', async () => {
    const asked: unknown[] = []
    const { authorizer } = await open(
      { 'k.yaml': KUBECONFIG },
      ['--authorization-mode=Webhook', '--authorization-webhook-config-file=$dir/k.yaml'],
      async ({ body, server }) => {
        asked.push(JSON.parse(body).apiVersion, server)
        return {
          status: 200,
          body: JSON.stringify({
            apiVersion: 'authorization.platform.io/v1beta1',
            kind: 'SubjectAccessReview',
            status: { allowed: true },
          }),
        }
      },
    )
    expect(await decide(authorizer[0], 'jane')).toBe('allow')
    expect(asked).toEqual(['authorization.platform.io/v1beta1', { url: 'https://authz.example' }])
  })

  const hook = (name: string) => ({
    type: 'Webhook',
    name,
    webhook: {
      timeout: '3s',
      subjectAccessReviewVersion: 'v1',
      failurePolicy: 'NoOpinion',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '$dir/k.yaml' },
    },
  })
  const chain = (...authorizers: object[]) =>
    JSON.stringify({ apiVersion: 'apiserver.config.platform.io/v1', kind: 'AuthorizationConfiguration', authorizers })
  const roles = { type: 'RBAC', name: 'rbac' }
  const denying = { type: 'AlwaysDeny', name: 'alwaysdeny' }

  test('of a file are a chain, with roles in their place', async () => {
    const files = { 'k.yaml': KUBECONFIG, 'c.json': chain(hook('first'), roles, hook('second'), hook('third')) }
    const { authorizer } = await open(files, ['--authorization-config=$dir/c.json'])
    expect(authorizer.map((one) => (one === 'RBAC' ? one : 'services'))).toEqual(['services', 'RBAC', 'services'])
  })

  test('of a changed file are used from then on; only webhooks can be changed', async () => {
    const allowing: WebhookTransport = async () => ({
      status: 200,
      body: JSON.stringify({
        apiVersion: 'authorization.platform.io/v1',
        kind: 'SubjectAccessReview',
        status: { allowed: true },
      }),
    })
    const clock = new ManualClock()
    const folder = await temporaryFolder()
    const write = (name: string, text: string) => writeFile(path.join(folder, name), text.replaceAll('$dir', folder))
    await Promise.all([write('k.yaml', KUBECONFIG), write('c.json', chain(denying))])
    const values = parseServeFlags([`--authorization-config=${folder}/c.json`])
    const { authorizer } = await openAuthorization(values, { dialect: platformDialect, transport: allowing, clock })
    const change = async (text: string) => {
      await write('c.json', text)
      clock.advance(5000)
      await until(() => clock.pending === 1)
      return decide(authorizer[0], 'jane')
    }
    expect(await decide(authorizer[0], 'jane')).toBe('noOpinion')
    expect(await change(chain(hook('first'), denying))).toBe('allow')
    expect(await change(chain(hook('first')))).toBe('allow')
    expect(await change('nonsense')).toBe('allow')
    expect(await change(chain(denying))).toBe('noOpinion')
  })

  test.each([
    {
      files: { 'p.jsonl': '{' },
      args: ['--authorization-mode=ABAC', '--authorization-policy-file=$dir/p.jsonl'],
      says: 'p.jsonl: line 1: expected a JSON object',
    },
    { files: {}, args: ['--authorization-mode=ABAC', '--authorization-policy-file=$dir/none'], says: 'there is no such file' },
    {
      files: { k: KUBECONFIG.replace('https', 'http') },
      args: ['--authorization-mode=Webhook', '--authorization-webhook-config-file=$dir/k'],
      says: 'has to be reached by https://',
    },
    {
      files: {},
      args: ['--authorization-mode=Webhook', '--authorization-webhook-config-file=$dir/none'],
      says: 'there is no kubeconfig at',
    },
    { files: { c: '{}' }, args: ['--authorization-config=$dir/c'], says: 'apiVersion' },
  ])('that cannot be made are a failure of the flag: $says', async ({ files, args, says }) => {
    await expect(open(files as Record<string, string>, args)).rejects.toMatchObject({
      name: 'CommandError',
      message: expect.stringContaining(says),
    })
  })
})
