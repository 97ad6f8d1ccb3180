/**
 * Authentication by ID tokens of trusted providers (OpenID Connect).
 *
 * @module
 */

import { decodeToken, TOKEN_ALGORITHMS, type TokenAlgorithm } from '../../crypto/index.js'
import {
  aDialect,
  type Clock,
  check,
  type DialectOption,
  deepFreeze,
  dialectOf,
  type HealthCheck,
  inTurns,
  messageOf,
  systemClock,
  type UnknownRecord,
  type UserInfo,
  whenThereIsTime,
} from '../../meta/index.js'
import {
  type AuthenticationRequest,
  type AuthenticationResult,
  type Authenticator,
  NO_OPINION,
  rejected,
  UNKNOWN_TOKEN,
} from '../authenticator.js'
import { bearerToken } from '../bearer.js'
import { asAuthenticated } from '../chain.js'
import { CONFIGURATION_PATH } from '../service-account/discovery.js'
import { TokenCache } from '../token-cache.js'
import { anIssuer, checkConfig } from './check-config.js'
import type { JwtIssuer } from './config.js'
import { compileMappings, type MapClaims } from './mappings.js'
import { type FetchDocument, ProviderKeys } from './provider-keys.js'

/** Options of {@link createOidcAuthenticator}. */
export interface OidcOptions {
  /** The trusted issuers. */
  readonly jwt: readonly JwtIssuer[]
  /** Issuers that may not be configured, as the plane issues tokens in their name; the dialect's `apiAudience` by default. */
  readonly ownIssuers?: readonly string[]
  /**
   * Creates the fetch function for a provider from its CA certificates in PEM; without certificates, those of the host count. The
   * default is the platform's `fetch`, which accepts no certificates; in Node, `createHttpsFetch` of `binnacle/adapters` does.
   */
  readonly connect?: (certificateAuthority: string | undefined) => FetchDocument
  /** Called with errors of a provider, one line each; written to the console by default. */
  readonly onFailure?: (message: string) => void
  /** Defines which domains of `extra` keys are reserved for the plane; `platform.io` by default. */
  readonly dialect?: DialectOption
  /** The system clock by default. */
  readonly clock?: Clock
}

/** A configured issuer and its runtime state. */
interface Issuer {
  readonly name: string
  readonly audiences: readonly string[]
  readonly algorithms: readonly TokenAlgorithm[]
  readonly keys: ProviderKeys
  readonly map: MapClaims
}

/** A verified token with its issuer, whose keys may have to be read again. */
interface Known {
  readonly issuer: Issuer
  readonly result: AuthenticationResult
}

/** Allowed clock skew: a token is valid this many seconds early. Its expiry is not extended. */
const CLOCK_SKEW_SECONDS = 300

/** Cache of tokens of unknown issuers; separate, as unauthenticated clients can fill it. */
const MAX_FOREIGN = 1024

const checked = check.members<keyof OidcOptions>(
  {
    jwt: check.listOf(anIssuer),
    ownIssuers: check.listOf(check.text),
    connect: check.callable,
    onFailure: check.callable,
    dialect: aDialect,
    clock: check.clock,
  },
  ['jwt'],
)

/**
 * Creates an authenticator of ID tokens of OpenID Connect providers. The keys of a provider are fetched from its published
 * address, and again for an unknown key; only requests with such tokens wait for the provider. An unavailable provider is
 * retried; until it answers, its tokens are rejected and `/readyz` reports it.
 *
 * @param options - The issuers, and the mapping of their claims.
 * @returns The authenticator, which has started to fetch the keys.
 * @throws Error, with one line that names the field, for an invalid configuration.
 * @see Specification, "OpenID Connect tokens"
 */
export async function createOidcAuthenticator(options: OidcOptions): Promise<Authenticator> {
  check.refuse('createOidcAuthenticator', checked(options, ''))
  const { clock = systemClock, connect = platformFetch, jwt } = options
  const dialect = dialectOf(options.dialect)
  const onFailure = options.onFailure ?? ((message) => console.error(message))
  const { ownIssuers = [dialect.apiAudience] } = options
  checkConfig(jwt, { ownIssuers, reservedDomains: [dialect.labelDomain, dialect.groupDomain] })
  const cache = new TokenCache<Known>()
  const issuers = new Map<string, Issuer>()
  for (const [i, config] of jwt.entries()) {
    const { url, discoveryURL, certificateAuthority, audiences } = config.issuer
    const keys = new ProviderKeys({
      issuer: url,
      configurationUrl: discoveryURL ?? `${url.replace(/\/$/, '')}${CONFIGURATION_PATH}`,
      clock,
      fetch: connect(certificateAuthority),
      onChange: () => cache.clear(),
      onFailure,
    })
    const map = await compileMappings(config, `jwt[${i}]`)
    issuers.set(url, { name: url, audiences, algorithms: config.signingAlgorithms ?? TOKEN_ALGORITHMS, keys, map })
  }
  for (const { keys } of issuers.values()) keys.refresh()
  return new OidcAuthenticator([...issuers.values()], cache, clock)
}

/** @throws Error when certificates are given, as this fetch trusts only those of the host. */
const platformFetch = (certificateAuthority: string | undefined): FetchDocument => {
  if (certificateAuthority !== undefined) throw new Error('certificateAuthority: needs a way to connect that takes certificates')
  return (url, init) => fetch(url, init)
}

class OidcAuthenticator implements Authenticator {
  readonly name = 'oidc'
  readonly readyChecks: readonly HealthCheck[]
  readonly #issuers: ReadonlyMap<unknown, Issuer>
  readonly #cache: TokenCache<Known>
  readonly #foreign = new TokenCache<true>({ maxTokens: MAX_FOREIGN })
  readonly #clock: Clock

  constructor(issuers: readonly Issuer[], cache: TokenCache<Known>, clock: Clock) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.name, issuer]))
    this.#cache = cache
    this.#clock = clock
    const check = () => {
      for (const { keys } of issuers) keys.refresh()
      return issuers.every(({ keys }) => keys.isReady)
    }
    this.readyChecks = [{ name: 'oidc', check }]
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult> {
    const token = bearerToken(request)
    if (token === undefined) return NO_OPINION
    // Not a signed token: skip the digest.
    if (!token.includes('.')) return UNKNOWN_TOKEN
    const digest = this.#cache.digestOf(token, request.connection)
    if (typeof digest !== 'string') return digest.then((found) => this.#lookUp(found, token))
    return this.#lookUp(digest, token)
  }

  #lookUp(digest: string, token: string): AuthenticationResult | Promise<AuthenticationResult> {
    const nowMs = this.#clock.now()
    const known = this.#cache.get(digest, nowMs)
    if (!known) return this.#foreign.get(digest, nowMs) ? UNKNOWN_TOKEN : this.#verify(digest, token)
    known.issuer.keys.refresh()
    return known.result
  }

  async #verify(digest: string, token: string): Promise<AuthenticationResult> {
    const issuer = this.#issuers.get((await decodeToken(token))?.claims.iss)
    if (!issuer) {
      this.#foreign.set(digest, true, Number.POSITIVE_INFINITY)
      return UNKNOWN_TOKEN
    }
    const verdict = await issuer.keys.verify(token, issuer.algorithms)
    if (!verdict) return rejected(`oidc: the keys of ${issuer.name} are not known yet`)
    if (verdict.outcome !== 'signed') return rejected('oidc: the signature of the token is not valid')
    const { claims } = verdict
    const expiresMs = typeof claims.exp === 'number' ? claims.exp * 1000 : 0
    const fault = faultOf(claims, expiresMs, issuer, this.#clock.now())
    if (fault !== undefined) return rejected(`oidc: ${fault}`)
    const user = await userOf(claims, issuer)
    if (typeof user === 'string') return rejected(`oidc: ${user}`)
    const result: AuthenticationResult = deepFreeze({ outcome: 'authenticated', user: asAuthenticated(user) })
    this.#cache.set(digest, { issuer, result }, expiresMs)
    return result
  }
}

/** Why claims are not valid now, or not for this audience. */
function faultOf({ nbf, aud }: UnknownRecord, expiresMs: number, { audiences }: Issuer, nowMs: number): string | undefined {
  if (!(nowMs < expiresMs)) return 'the token has expired'
  if (nbf !== undefined && !(typeof nbf === 'number' && nowMs >= (nbf - CLOCK_SKEW_SECONDS) * 1000))
    return 'the token is not valid yet'
  const meant = Array.isArray(aud) ? aud : [aud]
  return meant.some((audience) => audiences.includes(audience)) ? undefined : 'the token is meant for others'
}

/** The user mapped from claims, or the reason why there is none. */
async function userOf(claims: UnknownRecord, { map }: Issuer): Promise<UserInfo | string> {
  try {
    // The claims come from users, and one expression may take twenty milliseconds for a list of some hundred roles.
    await whenThereIsTime(`${claims.sub}`)
    return await inTurns(map(claims))
  } catch (error) {
    return messageOf(error)
  }
}
