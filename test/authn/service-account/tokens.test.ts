import { inspect } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import {
  createServiceAccountTokens,
  createTokenReviewer,
  issuerConfiguration,
  issuerKeys,
  type ServiceAccountTokenOptions,
  type TokenSpec,
} from '../../../src/authn/index.js'
import { createSigningKey, readSigningKey } from '../../../src/crypto/index.js'
import {
  type ApiObject,
  kubernetesDialect,
  lazily,
  type ObjectMeta,
  platformDialect,
  systemRandom,
} from '../../../src/meta/index.js'
import { ecKey, resigned } from '../../crypto/tokens.js'
import { ManualClock } from '../../support/manual-clock.js'
import { withAuthorization } from '../credentials.js'

const KEY = ecKey()
const ISSUER = 'https://kubernetes.default.svc'

/** Objects by type, namespace and name, as a plane would hold them. */
class Objects {
  readonly #objects = new Map<string, ApiObject>()

  readonly find = (type: string, namespace: string, name: string) => this.#objects.get(`${type}/${namespace}/${name}`)

  put(type: string, namespace: string, metadata: ObjectMeta & { readonly name: string }, content: object = {}): void {
    this.#objects.set(`${type}/${namespace}/${metadata.name}`, { apiVersion: 'v1', kind: 'Any', metadata, ...content })
  }

  remove(type: string, namespace: string, name: string): void {
    this.#objects.delete(`${type}/${namespace}/${name}`)
  }
}

async function setUp(options: ServiceAccountTokenOptions & { readonly apiAudiences?: readonly string[] } = {}) {
  const clock = new ManualClock(Date.UTC(2026, 0, 1))
  const objects = new Objects()
  objects.put('serviceaccounts', 'shop', { name: 'robot', uid: 'u1' })
  const tokens = await createServiceAccountTokens({
    signingKey: KEY,
    apiAudiences: [ISSUER],
    ...options,
    dialect: kubernetesDialect,
    clock,
    random: systemRandom,
    find: objects.find,
    ownKey: createSigningKey,
  })
  const issue = (spec: Partial<TokenSpec> = {}) =>
    tokens.issue({ namespace: 'shop', account: { name: 'robot', uid: 'u1' }, audiences: [ISSUER], lifetimeSeconds: 600, ...spec })
  const show = async (token: string, audiences?: readonly string[]) =>
    tokens.authenticate({ ...withAuthorization(`Bearer ${token}`), connection: tokens, ...(audiences && { audiences }) })
  return { clock, objects, tokens, issue, show }
}

const reason = (text: string) => ({ outcome: 'rejected', reason: text })

describe('tokens of service accounts', () => {
  test('have an issuer, an audience, a lifetime, and the objects that they are bound to', async () => {
    const { issue } = await setUp()
    const pod = { name: 'p', uid: 'u2' }
    const token = await issue({ pod, node: { name: 'n' }, audiences: ['b', 'a'], lifetimeSeconds: 3607, warnAfterSeconds: 100 })
    const now = Date.UTC(2026, 0, 1) / 1000
    expect(decodeJwt(token)).toEqual({
      iss: ISSUER,
      sub: 'system:serviceaccount:shop:robot',
      aud: ['b', 'a'],
      iat: now,
      nbf: now,
      exp: now + 3607,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      'kubernetes.io': {
        namespace: 'shop',
        serviceaccount: { name: 'robot', uid: 'u1' },
        pod,
        node: { name: 'n' },
        warnafter: now + 100,
      },
    })
  })

  test('authenticate the account, with the bound objects as extra values', async () => {
    const { issue, show, objects } = await setUp()
    objects.put('pods', 'shop', { name: 'p', uid: 'u2' })
    const token = await issue({ pod: { name: 'p', uid: 'u2' }, node: { name: 'n', uid: 'u3' } })
    const { jti } = decodeJwt(token)
    const expected = {
      outcome: 'authenticated',
      user: {
        username: 'system:serviceaccount:shop:robot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
        extra: {
          'authentication.kubernetes.io/credential-id': [`JTI=${jti}`],
          'authentication.kubernetes.io/node-name': ['n'],
          'authentication.kubernetes.io/node-uid': ['u3'],
          'authentication.kubernetes.io/pod-name': ['p'],
          'authentication.kubernetes.io/pod-uid': ['u2'],
        },
      },
      audiences: [ISSUER],
    }
    expect(await show(token)).toEqual(expected)
    // The second time nothing is verified, and nothing is different.
    expect(await show(token)).toEqual(expected)
  })

  test('are valid for their audiences: the requested ones that match are returned in order', async () => {
    const { issue, show } = await setUp()
    const token = await issue({ audiences: ['b', 'a'] })
    expect(await show(token, ['c', 'b', 'a', 'a'])).toMatchObject({ outcome: 'authenticated', audiences: ['b', 'a', 'a'] })
    expect(await show(token)).toEqual(reason(`token audiences ["b" "a"] is invalid for the target audiences ["${ISSUER}"]`))
  })

  test('a review of a token says why it is not authenticated', async () => {
    const { tokens, issue, objects } = await setUp()
    const review = createTokenReviewer(tokens, [ISSUER])
    const token = await issue()
    expect(await review(token, [])).toMatchObject({ authenticated: true, audiences: [ISSUER] })
    objects.remove('serviceaccounts', 'shop', 'robot')
    expect(await review(token, [])).toEqual({
      authenticated: false,
      error: '[invalid bearer token, serviceaccounts "robot" not found]',
    })
  })

  test('expire to the second, whether they were verified before or not', async () => {
    const { clock, issue, show } = await setUp()
    const [seen, unseen] = [await issue(), await issue()]
    clock.advance(599_999)
    expect(await show(seen)).toMatchObject({ outcome: 'authenticated' })
    clock.advance(1)
    for (const token of [seen, unseen]) expect(await show(token)).toEqual(reason('service account token has expired'))
  })

  test('of a replica whose clock is slightly ahead are valid, and tokens of the future are not', async () => {
    const { clock, issue, show } = await setUp()
    clock.advance(61_000)
    const token = await issue()
    const { clock: behind, show: showBehind } = await setUp()
    expect(await showBehind(token)).toEqual(reason('service account token is not valid yet'))
    behind.advance(1_000)
    expect(await showBehind(token)).toMatchObject({ outcome: 'authenticated' })
    expect(await show(token)).toMatchObject({ outcome: 'authenticated' })
  })

  describe('end with their bound objects, even if their signature was verified before', () => {
    const BOUND = { secret: ['secrets', 'shop'], pod: ['pods', 'shop'], node: ['nodes', ''] } as const

    test.each(['secret', 'pod', 'node'] as const)('a %s', async (kind) => {
      const { objects, issue, show, clock } = await setUp()
      const [type, namespace] = BOUND[kind]
      objects.put(type, namespace, { name: 'x', uid: 'u2' })
      const token = await issue({ [kind]: { name: 'x', uid: 'u2' } })
      const good = { outcome: 'authenticated' }
      expect(await show(token)).toMatchObject(good)
      objects.put(type, namespace, { name: 'x', uid: 'u3' })
      expect(await show(token)).toEqual(reason('service account token has been invalidated'))
      const deletionTimestamp = new Date(clock.now()).toISOString()
      objects.put(type, namespace, { name: 'x', uid: 'u2', deletionTimestamp })
      expect(await show(token)).toMatchObject(good)
      clock.advance(60_001)
      expect(await show(token)).toEqual(reason('service account token has been invalidated'))
      objects.remove(type, namespace, 'x')
      expect(await show(token)).toEqual(reason('service account token has been invalidated'))
    })

    test('the account, and one of its name with another uid', async () => {
      const { objects, issue, show } = await setUp()
      const token = await issue()
      expect(await show(token)).toMatchObject({ outcome: 'authenticated' })
      objects.put('serviceaccounts', 'shop', { name: 'robot', uid: 'u9' })
      expect(await show(token)).toEqual(reason('service account UID (u9) does not match claim (u1)'))
    })

    test('the node beside a pod is informative, and may be deleted', async () => {
      const { objects, issue, show } = await setUp()
      objects.put('pods', 'shop', { name: 'p', uid: 'u2' })
      const token = await issue({ pod: { name: 'p', uid: 'u2' }, node: { name: 'gone', uid: 'u3' } })
      expect(await show(token)).toMatchObject({ outcome: 'authenticated' })
    })
  })

  test('are accepted from an older issuer and key, and signed with the new ones', async () => {
    const oldKey = ecKey()
    const old = await setUp({ signingKey: oldKey, issuer: 'https://old.example' })
    const token = await old.issue()
    const { show, issue } = await setUp({ issuer: ['https://new.example', 'https://old.example'], keys: [oldKey] })
    expect(await show(token)).toMatchObject({ outcome: 'authenticated' })
    expect(decodeJwt(await issue()).iss).toBe('https://new.example')
    expect(await (await setUp({ issuer: 'https://old.example' })).show(token)).toEqual(
      reason('the signature of the token is not valid'),
    )
  })

  test('are signed with a key of the plane when none is given', async () => {
    const one = await setUp()
    const made = await createServiceAccountTokens({
      dialect: platformDialect,
      clock: one.clock,
      random: systemRandom,
      apiAudiences: [ISSUER],
      find: one.objects.find,
      ownKey: lazily(createSigningKey),
    })
    const token = await made.issue({
      namespace: 'shop',
      account: { name: 'robot', uid: 'u1' },
      audiences: [ISSUER],
      lifetimeSeconds: 600,
    })
    expect(await made.authenticate(withAuthorization(`Bearer ${token}`))).toMatchObject({
      user: { extra: { 'authentication.platform.io/credential-id': [expect.any(String)] } },
    })
    expect(await one.show(token)).toMatchObject({ outcome: 'rejected' })
  })

  test('can be verified by other programs with the published keys, which are found by the issuer', async () => {
    const { tokens, issue } = await setUp({ issuer: 'https://issuer.example/', keys: [ecKey()] })
    const { keys } = await issuerKeys(tokens)
    const { payload } = await jwtVerify(await issue(), createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) }), {
      currentDate: new Date(Date.UTC(2026, 0, 1)),
      issuer: 'https://issuer.example/',
    })
    expect(payload.sub).toBe('system:serviceaccount:shop:robot')
    expect(keys).toHaveLength(2)
    expect(await issuerConfiguration(tokens)).toMatchObject({
      issuer: 'https://issuer.example/',
      jwks_uri: 'https://issuer.example/openid/v1/jwks',
      id_token_signing_alg_values_supported: ['ES256'],
    })
  })

  test.each([
    { options: { signingKey: 'x' }, message: 'serviceAccounts.signingKey: expected one PEM block PRIVATE KEY, found none' },
    { options: { keys: ['x'] }, message: 'serviceAccounts.keys: expected PEM blocks PUBLIC KEY or PRIVATE KEY, found none' },
    { options: { issuer: '' }, message: 'serviceAccounts.issuer: expected one or more names that are not empty' },
    { options: { issuer: [] }, message: 'serviceAccounts.issuer: expected one or more names that are not empty' },
  ])('an invalid option is reported in one line: $message', async ({ options, message }) => {
    await expect(setUp(options)).rejects.toMatchObject({ message })
  })

  test('do not appear in the inspected state of the issuer, as a log would show it', async () => {
    const { tokens, issue, show } = await setUp()
    const token = await issue()
    await show(token)
    expect(inspect(tokens, { depth: 20, showHidden: true })).not.toContain(token.split('.')[2])
  })
})

describe('legacy tokens', () => {
  const claims = {
    iss: 'kubernetes/serviceaccount',
    sub: 'system:serviceaccount:shop:robot',
    'kubernetes.io/serviceaccount/namespace': 'shop',
    'kubernetes.io/serviceaccount/secret.name': 'robot-token',
    'kubernetes.io/serviceaccount/service-account.name': 'robot',
    'kubernetes.io/serviceaccount/service-account.uid': 'u1',
  }
  const sign = async (changes: object = {}) => resigned({ alg: 'ES256' }, { ...claims, ...changes }, await readSigningKey(KEY))

  test('are valid as long as their Secret contains them, and the account exists', async () => {
    const { objects, show } = await setUp()
    const token = await sign()
    const hold = (text: string, more: object = {}) =>
      objects.put('secrets', 'shop', { name: 'robot-token', uid: 's1', ...more }, { data: { token: btoa(text) } })
    expect(await show(token)).toEqual(reason('Token has been invalidated'))
    hold(token)
    expect(await show(token)).toEqual({
      outcome: 'authenticated',
      user: {
        username: 'system:serviceaccount:shop:robot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
      },
      audiences: [ISSUER],
    })
    hold('another')
    expect(await show(token)).toEqual(reason("Token does not match server's copy"))
    hold(token, { deletionTimestamp: '2026-01-01T00:00:00Z' })
    expect(await show(token)).toEqual(reason('Token has been invalidated'))
    const invalid = (since: string) => hold(token, { labels: { 'kubernetes.io/legacy-token-invalid-since': since } })
    invalid('2026-01-01')
    expect(await show(token)).toEqual(
      reason('the token in secret shop/robot-token for service account shop/robot has been marked invalid'),
    )
    invalid('')
    expect(await show(token)).toMatchObject({ outcome: 'authenticated' })
    objects.put('serviceaccounts', 'shop', { name: 'robot', uid: 'u9' })
    expect(await show(token)).toEqual(reason('ServiceAccount UID (u9) does not match claim (u1)'))
    objects.remove('serviceaccounts', 'shop', 'robot')
    expect(await show(token)).toEqual(reason('ServiceAccount has been deleted'))
  })

  test('need neither without lookup; bound tokens still need their objects', async () => {
    const { objects, show, issue } = await setUp({ lookup: false })
    objects.remove('serviceaccounts', 'shop', 'robot')
    expect(await show(await sign())).toMatchObject({ outcome: 'authenticated' })
    expect(await show(await issue())).toMatchObject({ outcome: 'rejected' })
  })

  test('are for the API alone', async () => {
    const { show } = await setUp({ lookup: false })
    expect(await show(await sign(), ['vault'])).toMatchObject({ outcome: 'rejected' })
  })

  test.each([
    { sub: 'system:serviceaccount:shop:other' },
    { sub: 'system:serviceaccount:other:robot' },
    { sub: undefined },
    { 'kubernetes.io/serviceaccount/namespace': '' },
    { 'kubernetes.io/serviceaccount/secret.name': undefined },
    { 'kubernetes.io/serviceaccount/service-account.uid': 7 },
  ])('whose claims do not agree are unauthenticated: %j', async (changes) => {
    const { show } = await setUp({ lookup: false })
    expect(await show(await sign(changes))).toEqual(reason('the claims of the token are not those of a service account'))
  })
})
