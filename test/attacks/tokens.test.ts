import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { decodeJwt } from 'jose'
import { type Authenticator, createOidcAuthenticator, createServiceAccountTokens } from '../../src/authn/index.js'
import { createSigningKey, readSigningKey, type SigningKey } from '../../src/crypto/index.js'
import { platformDialect, systemRandom } from '../../src/meta/index.js'
import { withAuthorization } from '../authn/credentials.js'
import { ecKey, encoded, resigned } from '../crypto/tokens.js'
import { ManualClock } from '../support/manual-clock.js'

const ISSUER = 'https://login.example'
const rsaPem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** An authenticator under attack: the key that it trusts, and claims that it would take from the owner of that key. */
interface Target {
  readonly authenticator: Authenticator
  readonly key: SigningKey
  readonly clock: ManualClock
  readonly claims: Readonly<Record<string, unknown>>
}

const BUILDERS = {
  async 'service accounts'(): Promise<Target> {
    const clock = new ManualClock()
    const authenticator = await createServiceAccountTokens({
      issuer: ISSUER,
      signingKey: rsaPem,
      ownKey: createSigningKey,
      dialect: platformDialect,
      clock,
      random: systemRandom,
      apiAudiences: ['app'],
      find: (type, namespace, name) =>
        type === 'serviceaccounts'
          ? { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name, uid: 'u1' } }
          : undefined,
    })
    const spec = { namespace: 'shop', account: { name: 'robot', uid: 'u1' }, audiences: ['app'], lifetimeSeconds: 600 }
    return { authenticator, clock, key: await readSigningKey(rsaPem), claims: decodeJwt(await authenticator.issue(spec)) }
  },
  async 'an OpenID provider'(): Promise<Target> {
    const clock = new ManualClock()
    const key = await readSigningKey(rsaPem)
    const documents: Record<string, unknown> = {
      [`${ISSUER}/.well-known/openid-configuration`]: { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` },
      // A key without an algorithm: the token must not be the one to choose it.
      [`${ISSUER}/jwks`]: { keys: [{ ...key.jwk, alg: undefined }] },
    }
    const authenticator = await createOidcAuthenticator({
      jwt: [{ issuer: { url: ISSUER, audiences: ['app'] }, claimMappings: { username: { claim: 'sub', prefix: '' } } }],
      clock,
      connect: () => async (url) => new Response(JSON.stringify(documents[url])),
      onFailure: (message) => {
        throw new Error(message)
      },
    })
    const now = clock.now() / 1000
    return { authenticator, clock, key, claims: { iss: ISSUER, aud: 'app', sub: 'ada', iat: now, exp: now + 600 } }
  },
}

/** All tokens of a test come on one connection, where the last one is remembered. */
const outcomeOf = async ({ authenticator }: Target, token: string) =>
  (await authenticator.authenticate({ ...withAuthorization(`Bearer ${token}`), connection: authenticator })).outcome

/** A token under a secret that everybody knows. */
function signedWith(secret: string | Uint8Array, header: object, claims: object): string {
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe.each(Object.entries(BUILDERS))('tokens of %s', (_name, build) => {
  test('of the owner of the key are accepted, so that the following tests mean something', async () => {
    const target = await build()
    expect(await outcomeOf(target, await resigned({ alg: 'RS256', kid: target.key.keyId }, target.claims, target.key))).toBe(
      'authenticated',
    )
  })

  test('cannot be without a signature, however `none` is spelt', async () => {
    const target = await build()
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', undefined, null, ['none']]) {
      for (const signature of ['', 'AA', encoded({})]) {
        const token = `${encoded({ alg, kid: target.key.keyId })}.${encoded(target.claims)}.${signature}`
        expect([token, await outcomeOf(target, token)]).toEqual([token, 'rejected'])
      }
    }
  })

  test('cannot be signed with the public key as if it were a secret', async () => {
    const target = await build()
    const publicKey = createPublicKey({ key: { ...target.key.jwk }, format: 'jwk' })
    const secrets = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'pkcs1', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify(target.key.jwk),
      target.key.jwk.n ?? '',
      '',
    ]
    for (const secret of secrets) {
      const token = signedWith(secret, { alg: 'HS256', kid: target.key.keyId }, target.claims)
      expect(await outcomeOf(target, token)).toBe('rejected')
    }
  })

  test('cannot contain or refer to their own key: nothing is fetched', async () => {
    const asked: string[] = []
    const trap = http.createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
    const target = await build()
    const mine = await readSigningKey(ecKey())
    const headers = [
      { jwk: mine.jwk },
      { jku: `${url}/jwks` },
      { x5u: `${url}/certificate` },
      { x5c: [encoded(mine.jwk)] },
      { kid: `${url}/key` },
      { kid: '../../../../dev/null' },
      { kid: "' OR 1=1 --" },
      { kid: '__proto__' },
      { kid: target.key.keyId, jwk: mine.jwk },
    ]
    for (const header of headers) {
      const token = await resigned({ alg: 'ES256', ...header }, target.claims, mine)
      expect([header, await outcomeOf(target, token)]).toEqual([header, 'rejected'])
      // The empty secret is what a file that is read by its name would give.
      expect(await outcomeOf(target, signedWith('', { alg: 'HS256', ...header }, target.claims))).toBe('rejected')
    }
    expect(asked).toEqual([])
    trap.close()
  })

  test('of another issuer or for other audiences are unauthenticated, though the key is right', async () => {
    const target = await build()
    const changes = [
      { iss: 'https://login.example.org' },
      { iss: `${ISSUER}/` },
      { iss: [ISSUER] },
      { iss: undefined },
      { aud: 'other' },
      { aud: ['other', 'app2'] },
      { aud: 'APP' },
      { aud: { app: true } },
      { aud: [['app']] },
    ]
    for (const change of changes) {
      const token = await resigned({ alg: 'RS256' }, { ...target.claims, ...change }, target.key)
      expect([change, await outcomeOf(target, token)]).toEqual([change, 'rejected'])
    }
  })

  test('that expired a second ago, are not valid yet, or have times that are not numbers, are unauthenticated', async () => {
    const target = await build()
    const now = target.clock.now() / 1000
    const changes = [
      { exp: now - 1 },
      { exp: now },
      { exp: undefined },
      { exp: null },
      { exp: String(now + 600) },
      { exp: 'Infinity' },
      { exp: { valueOf: now + 600 } },
      { nbf: now + 301 },
    ]
    for (const change of changes) {
      const token = await resigned({ alg: 'RS256' }, { ...target.claims, ...change }, target.key)
      expect([change, await outcomeOf(target, token)]).toEqual([change, 'rejected'])
    }
    const token = await resigned({ alg: 'RS256' }, { ...target.claims, exp: now + 1 }, target.key)
    expect(await outcomeOf(target, token)).toBe('authenticated')
  })

  test('that are huge, deep or endless cost nothing and are unauthenticated', async () => {
    const target = await build()
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const tokens = [
      await resigned(
        { alg: 'RS256' },
        { ...target.claims, groups: Array.from({ length: 20_000 }, (_, i) => `group-${i}`) },
        target.key,
      ),
      `${encoded({ alg: 'RS256' })}.${Buffer.from(deep).toString('base64url')}.AA`,
      `${encoded({ alg: 'RS256' })}.${'A'.repeat(3_000_000)}.AA`,
      '.'.repeat(3_000_000),
      `${'a'.repeat(1_000_000)}.b.c`,
    ]
    for (const token of tokens) expect(await outcomeOf(target, token)).toBe('rejected')
  })

  test('with a prototype for a claim are claims like any other', async () => {
    const target = await build()
    const text = `${encoded({ alg: 'RS256', kid: target.key.keyId })}.`
    const body = Buffer.from(JSON.stringify(target.claims).replace(/^\{/, '{"__proto__":{"sub":"root","aud":"app"},')).toString(
      'base64url',
    )
    expect(await outcomeOf(target, `${text}${body}.AA`)).toBe('rejected')
    expect(({} as { sub?: unknown }).sub).toBeUndefined()
  })

  test('that were valid before are refused with a changed signature: the cache key is the whole token', async () => {
    const target = await build()
    const good = await resigned({ alg: 'RS256' }, target.claims, target.key)
    expect(await outcomeOf(target, good)).toBe('authenticated')
    const [header = '', body = '', signature = ''] = good.split('.')
    const other = encoded({ ...target.claims, sub: 'root' })
    for (const token of [`${header}.${body}.${signature.slice(4)}`, `${header}.${other}.${signature}`, `${header}.${body}.`]) {
      expect(await outcomeOf(target, token)).toBe('rejected')
    }
    expect(await outcomeOf(target, good)).toBe('authenticated')
  })
})
