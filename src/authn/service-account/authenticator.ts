/**
 * Authentication by tokens of service accounts.
 *
 * @module
 */

import { decodeToken, type VerificationKey, verifyToken } from '../../crypto/index.js'
import {
  type Clock,
  type Dialect,
  deepFreeze,
  describeTexts,
  type Random,
  type UnknownRecord,
  type UserInfo,
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
import { commonAudiences } from '../common-audiences.js'
import { TokenCache } from '../token-cache.js'
import { type BoundToken, readClaims } from './claims.js'
import { type LegacyToken, readLegacyClaims } from './legacy-token.js'
import { type FindObject, whyLegacyRevoked, whyRevoked } from './objects.js'
import { type ServiceAccountIdentity, serviceAccountUser } from './user.js'

/** Dependencies of the authenticator. */
export interface ServiceAccountAuthenticatorOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly issuers: readonly string[]
  readonly apiAudiences: readonly string[]
  readonly lookup: boolean
  readonly keys: () => Promise<readonly VerificationKey[]>
  /** The version of the keys: another one after each change, undefined while they are being made. */
  readonly keysVersion: () => string | undefined
  readonly find: FindObject
}

/** A verified token: its claims, and its user. */
type Verified = { readonly user: UserInfo } & (
  | { readonly kind: 'bound'; readonly token: BoundToken }
  | { readonly kind: 'legacy'; readonly token: LegacyToken }
)

/** A cached token. It is verified again when the keys have changed: the one that signed it may have been withdrawn. */
interface Known {
  readonly verified: Verified
  readonly keysVersion: string
}

/** Cache of tokens of unknown issuers; separate, as unauthenticated clients can fill it. */
const MAX_FOREIGN = 1024

/** Allowed clock skew between replicas: a token is valid this many seconds early. Its expiry is not extended. */
const CLOCK_SKEW_SECONDS = 60

/**
 * Authenticates service accounts by token. Claims are cached, so that a signature is verified only once for each version
 * of the keys; whether the token is revoked is checked on every request.
 */
export class ServiceAccountAuthenticator implements Authenticator {
  readonly #options: ServiceAccountAuthenticatorOptions
  readonly #verified: TokenCache<Known>
  readonly #foreign = new TokenCache<true>({ maxTokens: MAX_FOREIGN })

  /** @param options - Keys, names, and the lookup of objects. */
  constructor(options: ServiceAccountAuthenticatorOptions) {
    this.#options = options
    this.#verified = new TokenCache({ random: options.random })
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult> {
    const token = bearerToken(request)
    if (token === undefined) return NO_OPINION
    // Not a signed token: skip the digest.
    if (!token.includes('.')) return UNKNOWN_TOKEN
    const digest = this.#verified.digestOf(token, request.connection)
    if (typeof digest !== 'string') return digest.then((known) => this.#lookUp(known, token, request))
    return this.#lookUp(digest, token, request)
  }

  #lookUp(digest: string, token: string, request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult> {
    const nowMs = this.#options.clock.now()
    const known = this.#verified.get(digest, nowMs)
    if (known && known.keysVersion === this.#options.keysVersion()) return this.#judge(known.verified, token, request)
    return this.#foreign.get(digest, nowMs) ? UNKNOWN_TOKEN : this.#verify(digest, token, request)
  }

  async #verify(digest: string, token: string, request: AuthenticationRequest): Promise<AuthenticationResult> {
    const { issuers, dialect, keys, keysVersion, clock } = this.#options
    const issuer = (await decodeToken(token))?.claims.iss
    const isLegacy = issuer === dialect.secretTokenIssuer
    if (!isLegacy && !issuers.some((name) => name === issuer)) {
      this.#foreign.set(digest, true, Number.POSITIVE_INFINITY)
      return UNKNOWN_TOKEN
    }
    const version = keysVersion()
    const claims = await verifyToken(token, await keys())
    if (!claims) return rejected('the signature of the token is not valid')
    const verified = this.#read(claims, isLegacy)
    if (!verified) return rejected('the claims of the token are not those of a service account')
    const expires = verified.kind === 'bound' ? verified.token.expires * 1000 : Number.POSITIVE_INFINITY
    const result = this.#judge(verified, token, request)
    // Keys that changed meanwhile may be others than those of this version.
    if (version !== undefined && version === keysVersion() && expires > clock.now())
      this.#verified.set(digest, { verified, keysVersion: version }, expires)
    return result
  }

  #read(claims: UnknownRecord, isLegacy: boolean): Verified | undefined {
    const { dialect } = this.#options
    if (isLegacy) {
      const token = readLegacyClaims(claims, dialect)
      return token && { kind: 'legacy', token, user: userOf(token, dialect) }
    }
    const token = readClaims(claims, dialect.labelDomain)
    return token && { kind: 'bound', token, user: userOf(token, dialect) }
  }

  #judge({ kind, token, user }: Verified, text: string, request: AuthenticationRequest): AuthenticationResult {
    const { apiAudiences, clock, dialect, find, lookup } = this.#options
    const nowMs = clock.now()
    const now = nowMs / 1000
    if (kind === 'bound' && now >= token.expires) return rejected('service account token has expired')
    if (kind === 'bound' && now < token.notBefore - CLOCK_SKEW_SECONDS) return rejected('service account token is not valid yet')
    const given = kind === 'bound' && token.audiences.length > 0 ? token.audiences : apiAudiences
    const wanted = request.audiences ?? apiAudiences
    const audiences = commonAudiences(wanted, given)
    if (audiences.length === 0) {
      return rejected(`token audiences ${describeTexts(given)} is invalid for the target audiences ${describeTexts(wanted)}`)
    }
    const whyNot = () => {
      if (kind === 'bound') return whyRevoked(token, find, nowMs)
      return lookup ? whyLegacyRevoked(token, text, find, dialect.labelDomain) : undefined
    }
    const reason = whyNot()
    if (reason !== undefined) return rejected(reason)
    return { outcome: 'authenticated', user, audiences }
  }
}

const userOf = (token: ServiceAccountIdentity, dialect: Dialect): UserInfo =>
  deepFreeze(asAuthenticated(serviceAccountUser(token, dialect)))
