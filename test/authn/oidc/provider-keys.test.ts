import { describe, expect, test } from '@jest/globals'
import { type FetchDocument, ProviderKeys } from '../../../src/authn/oidc/provider-keys.js'
import { readSigningKey, type SigningKey, signToken } from '../../../src/crypto/index.js'
import { ecKey } from '../../crypto/tokens.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const ISSUER = 'https://login.example'
const CONFIGURATION = `${ISSUER}/.well-known/openid-configuration`
const JWKS = `${ISSUER}/jwks`
const claims = { iss: ISSUER }

const json = (value: unknown) => new Response(JSON.stringify(value))

/** A provider that answers what it is told to, and counts how often it is asked. */
class Provider {
  readonly asked: string[] = []
  keys: readonly SigningKey[] = []
  answers: Record<string, () => Response | Promise<Response>> = {
    [CONFIGURATION]: () => json({ issuer: ISSUER, jwks_uri: JWKS }),
    [JWKS]: () => json({ keys: this.keys.map(({ jwk }) => jwk) }),
  }

  readonly fetch: FetchDocument = async (url, { signal }) => {
    this.asked.push(url)
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([this.answers[url]?.() ?? new Response('', { status: 404 }), aborted])
  }

  /** How often the keys themselves were asked for. */
  get readings(): number {
    return this.asked.filter((url) => url === JWKS).length
  }
}

async function setUp() {
  const provider = new Provider()
  const clock = new ManualClock()
  const [one, two] = (await Promise.all([ecKey(), ecKey()].map(readSigningKey))) as [SigningKey, SigningKey]
  provider.keys = [one]
  const failures: string[] = []
  let changes = 0
  const keys = new ProviderKeys({
    issuer: ISSUER,
    configurationUrl: CONFIGURATION,
    clock,
    fetch: provider.fetch,
    onChange: () => {
      changes += 1
    },
    onFailure: (message) => failures.push(message),
  })
  const verify = async (key: SigningKey) => (await keys.verify(await signToken(claims, key), ['ES256']))?.outcome
  return { provider, clock, one, two, keys, failures, verify, changes: () => changes }
}

describe('the keys of a provider', () => {
  test('are fetched once, and not for each token', async () => {
    const { provider, one, verify, keys } = await setUp()
    expect(keys.isReady).toBe(false)
    expect(await Promise.all([verify(one), verify(one), verify(one)])).toEqual(['signed', 'signed', 'signed'])
    expect(provider.asked).toEqual([CONFIGURATION, JWKS])
    expect(keys.isReady).toBe(true)
  })

  test('are fetched again for an unknown key, at most once a second', async () => {
    const { provider, clock, one, two, verify } = await setUp()
    await verify(one)
    provider.keys = [one, two]
    expect(await verify(two)).toBe('unknownKey')
    clock.advance(1_000)
    expect(await verify(two)).toBe('signed')
    const foreign = await readSigningKey(ecKey())
    const before = provider.readings
    for (let i = 0; i < 20; i++) expect(await verify(foreign)).toBe('unknownKey')
    expect(provider.readings).toBe(before)
  })

  test('are fetched again after an hour, so that a revoked one ends; callers do not wait for that', async () => {
    const { provider, clock, one, two, verify, changes } = await setUp()
    await verify(one)
    provider.keys = [two]
    clock.advance(3_599_999)
    expect(await verify(one)).toBe('signed')
    expect([provider.readings, changes()]).toEqual([1, 1])
    clock.advance(1)
    expect(await verify(one)).toBe('signed')
    await settle()
    expect([await verify(one), await verify(two), changes()]).toEqual(['unknownKey', 'signed', 2])
  })

  test('that are the same as before change nothing', async () => {
    const { clock, one, verify, changes, keys } = await setUp()
    await verify(one)
    clock.advance(3_600_000)
    keys.refresh()
    await settle()
    expect(changes()).toBe(1)
  })

  test('stay valid while the provider is unreachable', async () => {
    const { provider, clock, one, two, verify, failures } = await setUp()
    await verify(one)
    provider.answers[CONFIGURATION] = () =>
      Promise.reject(new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') }))
    clock.advance(7_200_000)
    expect([await verify(one), await verify(two)]).toEqual(['signed', 'unknownKey'])
    expect(failures).toEqual([`the keys of ${ISSUER} cannot be read: connect ECONNREFUSED`])
  })

  test('of a provider that is unreachable at the start are requested with growing pauses, until it answers', async () => {
    const { provider, clock, one, verify, keys } = await setUp()
    const { [CONFIGURATION]: answer } = provider.answers
    provider.answers[CONFIGURATION] = () => new Response('', { status: 503 })
    const attempts: number[] = []
    for (let second = 0; second < 200; second += 1) {
      const before = provider.asked.length
      expect(await verify(one)).toBeUndefined()
      if (provider.asked.length > before) attempts.push(second)
      clock.advance(1_000)
    }
    expect(attempts).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
    Object.assign(provider.answers, { [CONFIGURATION]: answer })
    clock.advance(60_000)
    expect([await verify(one), keys.isReady]).toEqual(['signed', true])
  })

  test.each([
    {
      name: 'of another issuer',
      body: { issuer: 'https://other.example', jwks_uri: JWKS },
      says: 'is the configuration of another issuer',
    },
    { name: 'without keys', body: { issuer: ISSUER }, says: 'names no jwks_uri that begins with https://' },
    { name: 'with keys in the open', body: { issuer: ISSUER, jwks_uri: 'http://login.example/jwks' }, says: 'names no jwks_uri' },
    { name: 'that is a list', body: [], says: 'is the configuration of another issuer' },
  ])('a configuration $name is refused', async ({ body, says }) => {
    const { provider, one, verify, failures } = await setUp()
    provider.answers[CONFIGURATION] = () => json(body)
    expect(await verify(one)).toBeUndefined()
    expect(failures).toEqual([expect.stringContaining(says)])
  })

  test('a provider that does not answer is given up after ten seconds', async () => {
    const { provider, clock, one, verify, failures } = await setUp()
    provider.answers[JWKS] = () => new Promise(() => {})
    const waiting = verify(one)
    await clock.advanceAndSettle(0)
    while (provider.readings === 0) await settle()
    await clock.advanceAndSettle(10_000)
    expect(await waiting).toBeUndefined()
    expect(failures).toEqual([expect.stringContaining('no answer within 10 s')])
  })

  test('a provider that answers without an end is given up', async () => {
    const { provider, one, verify, failures } = await setUp()
    let sent = 0
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += 65_536
            controller.enqueue(new Uint8Array(65_536).fill(0x20))
          },
        }),
      )
    provider.answers[JWKS] = endless
    expect(await verify(one)).toBeUndefined()
    expect(failures).toEqual([expect.stringContaining('answered more than 1048576 bytes')])
    expect(sent).toBeLessThan(2 * 1024 * 1024)
  })

  test('an answer that is not JSON, not a set of keys, or beyond the limits of answers is refused', async () => {
    const numbered = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [100_000 + i, i])))
    for (const body of ['<html>', '{"keys":1}', `{"keys":[${numbered}]}`, `{"keys":[${'[],'.repeat(100_000)}{}]}`]) {
      const { provider, one, verify, failures } = await setUp()
      provider.answers[JWKS] = () => new Response(body)
      expect(await verify(one)).toBeUndefined()
      expect(failures).toHaveLength(1)
    }
  })
})
