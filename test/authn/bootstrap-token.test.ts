import { describe, expect, test } from '@jest/globals'
import { createBootstrapTokenAuthenticator } from '../../src/authn/index.js'
import { type ApiObject, kubernetesDialect, platformDialect } from '../../src/meta/index.js'
import { ManualClock } from '../support/manual-clock.js'
import { withAuthorization } from './credentials.js'

const ID = 'abcdef'
const SECRET = '0123456789abcdef'
const GOOD = { 'token-id': ID, 'token-secret': SECRET, 'usage-bootstrap-authentication': 'true' }
const UNKNOWN = { outcome: 'rejected', reason: 'invalid bearer token' }

interface Given {
  readonly type?: string
  readonly data?: Readonly<Record<string, string | undefined>>
  readonly deletionTimestamp?: string
}

function setUp({ type = 'bootstrap.platform.io/token', data = {}, deletionTimestamp }: Given = {}) {
  const clock = new ManualClock(Date.UTC(2026, 0, 1))
  const texts = Object.entries({ ...GOOD, ...data }).filter(([, text]) => text !== undefined)
  const secret: ApiObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `bootstrap-token-${ID}`, ...(deletionTimestamp && { deletionTimestamp }) },
    type,
    data: Object.fromEntries(texts.map(([key, text = '']) => [key, btoa(text)])),
  }
  const asked: string[] = []
  const authenticator = createBootstrapTokenAuthenticator({
    dialect: platformDialect,
    clock,
    findSecret(namespace, name) {
      asked.push(`${namespace}/${name}`)
      return namespace === 'platform-system' && name === secret.metadata.name ? secret : undefined
    },
  })
  return { clock, asked, show: (token: string) => authenticator.authenticate(withAuthorization(`Bearer ${token}`)) }
}

const TOKEN = `${ID}.${SECRET}`

describe('bootstrap tokens', () => {
  test('the user name contains the id of the token', () => {
    expect(setUp().show(TOKEN)).toEqual({
      outcome: 'authenticated',
      user: { username: 'system:bootstrap:abcdef', groups: ['system:bootstrappers', 'system:authenticated'] },
    })
  })

  test('extra groups are added, each once, in order', () => {
    const extra = 'system:bootstrappers:zone-a,system:bootstrappers:a:b,system:bootstrappers:zone-a'
    expect(setUp({ data: { 'auth-extra-groups': extra } }).show(TOKEN)).toMatchObject({
      user: {
        groups: ['system:bootstrappers', 'system:bootstrappers:a:b', 'system:bootstrappers:zone-a', 'system:authenticated'],
      },
    })
  })

  test('a token is refused from the second of its expiration', () => {
    const { clock, show } = setUp({ data: { expiration: '2026-01-01T00:00:10+00:00' } })
    clock.advance(9_999)
    expect(show(TOKEN)).toMatchObject({ outcome: 'authenticated' })
    clock.advance(1)
    expect(show(TOKEN)).toEqual(UNKNOWN)
  })

  test.each<Given>([
    { type: 'Opaque' },
    { type: 'bootstrap.kubernetes.io/token' },
    { deletionTimestamp: '2026-01-01T00:00:00Z' },
    { data: { 'token-id': 'zzzzzz' } },
    { data: { 'token-id': undefined } },
    { data: { 'token-secret': 'fedcba9876543210' } },
    { data: { 'token-secret': '' } },
    { data: { 'usage-bootstrap-authentication': undefined } },
    { data: { 'usage-bootstrap-authentication': 'True' } },
    { data: { expiration: 'tomorrow' } },
    { data: { expiration: '2025-12-31T23:59:59Z' } },
    { data: { 'auth-extra-groups': 'system:masters' } },
    { data: { 'auth-extra-groups': 'system:bootstrappers:a,system:masters' } },
    { data: { 'auth-extra-groups': 'system:bootstrappers:' } },
    { data: { 'auth-extra-groups': 'system:bootstrappers:A' } },
    { data: { 'auth-extra-groups': 'system:bootstrappers:a\n' } },
    { data: { 'auth-extra-groups': 'system:bootstrappers:a, system:bootstrappers:b' } },
  ])('a Secret such as %j authenticates no token', (given) => {
    expect(setUp(given).show(TOKEN)).toEqual(UNKNOWN)
  })

  test.each([
    'abcdef',
    'abcdef.',
    '.0123456789abcdef',
    'abcdef.0123456789abcde',
    'abcdef.0123456789abcdef0',
    'abcdef.0123456789ABCDEF',
    'ABCDEF.0123456789abcdef',
    'abcde/.0123456789abcdef',
    '../../.0123456789abcdef',
  ])('%j is not a token, and nothing is looked up for it', (token) => {
    const { asked, show } = setUp()
    expect([show(token), asked]).toEqual([UNKNOWN, []])
  })

  test('without a token there is no opinion', () => {
    expect(setUp().show('')).toEqual({ outcome: 'noOpinion' })
  })

  test('the namespace is that of the dialect', () => {
    const asked: string[] = []
    const findSecret = (namespace: string) => void asked.push(namespace)
    const options = {
      dialect: kubernetesDialect,
      clock: new ManualClock(),
      findSecret: (...[namespace]: [string, string]) => findSecret(namespace) as undefined,
    }
    createBootstrapTokenAuthenticator(options).authenticate(withAuthorization(`Bearer ${TOKEN}`))
    expect(asked).toEqual(['kube-system'])
  })
})
