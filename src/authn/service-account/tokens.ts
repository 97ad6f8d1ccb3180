/**
 * Issues and verifies tokens of service accounts.
 *
 * @module
 */

import { readSigningKey, readVerificationKeys, type SigningKey, signToken, type VerificationKey } from '../../crypto/index.js'
import { type Clock, type Dialect, messageOf, type Random } from '../../meta/index.js'
import type { Authenticator } from '../authenticator.js'
import { ServiceAccountAuthenticator } from './authenticator.js'
import { writeClaims } from './claims.js'
import { type LegacyToken, writeLegacyClaims } from './legacy-token.js'
import type { FindObject } from './objects.js'
import type { ObjectName, ServiceAccountIdentity } from './user.js'

/** Options of service account tokens. All have defaults. */
export interface ServiceAccountTokenOptions {
  /** Issuers: the first one issues tokens, tokens of all are accepted. The dialect's `apiAudience` by default. */
  readonly issuer?: string | readonly string[]
  /**
   * The signing key, in PEM (`PRIVATE KEY`: RSA of 2048 bits or more, or ECDSA on P-256, P-384 or P-521). By default the plane
   * generates one. If the storage outlives the process, it is kept for all replicas in the Secret `binnacle-token-signing-key` of
   * the system namespace; otherwise its tokens become invalid when the process ends.
   */
  readonly signingKey?: string
  /** More keys whose tokens are accepted, in PEM (`PUBLIC KEY` or `PRIVATE KEY`): mainly former signing keys. */
  readonly keys?: readonly string[]
  /**
   * Whether legacy tokens are rejected when their account or Secret is deleted. Default true; other tokens are always checked.
   */
  readonly lookup?: boolean
  /** Maximum lifetime in seconds; longer requests are shortened. By default limited only to 2^32 s. */
  readonly maxTokenSeconds?: number
  /**
   * Whether tokens for Pods with the usual 3607 s are valid for a year, for old clients that read their token only once. Default
   * true; holders should still fetch a new token after the requested time.
   */
  readonly extendTokens?: boolean
  /** Public URL of the keys. Default `/openid/v1/jwks` below the issuer. */
  readonly jwksUri?: string
}

/** A requested token. */
export interface TokenSpec extends Omit<ServiceAccountIdentity, 'tokenId'> {
  readonly secret?: ObjectName
  readonly audiences: readonly string[]
  readonly lifetimeSeconds: number
  /** Seconds after which the holder should use a newer token. */
  readonly warnAfterSeconds?: number
  /** Id of the token in audit events; generated when absent. */
  readonly tokenId?: string
}

/** Dependencies of issuing and verifying tokens. */
export interface ServiceAccountTokensParts extends ServiceAccountTokenOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  /** Default audiences of issued tokens; request tokens need one of them. */
  readonly apiAudiences: readonly string[]
  /** Looks up the objects that tokens are bound to. */
  readonly find: FindObject
  /** Returns the signing key if no `signingKey` is given. */
  readonly ownKey: () => SigningKey | Promise<SigningKey>
  /**
   * The version of the own key: another one after each change, undefined while there is none. By default the key never changes.
   */
  readonly ownKeyVersion?: () => string | undefined
}

/** Issues and authenticates tokens of service accounts. */
export interface ServiceAccountTokens extends Authenticator {
  readonly issuers: readonly string[]
  readonly apiAudiences: readonly string[]
  readonly maxTokenSeconds: number | undefined
  readonly extendTokens: boolean
  readonly jwksUri: string | undefined
  /** The verification keys, the signing key first. */
  keys(): Promise<readonly VerificationKey[]>
  /**
   * Issues a token.
   *
   * @param spec - The current account, and the content of the token.
   */
  issue(spec: TokenSpec): Promise<string>
  /**
   * Issues a legacy token, which is stored in a Secret and does not expire.
   *
   * @param token - Content of the token.
   */
  issueLegacy(token: LegacyToken): Promise<string>
}

/**
 * Creates the issuer of service account tokens.
 *
 * @param parts - Keys, names and clock.
 * @throws Error, with one line that names the option, for an unreadable key or an empty issuer.
 * @see Specification, "Service account tokens"
 */
export async function createServiceAccountTokens(parts: ServiceAccountTokensParts): Promise<ServiceAccountTokens> {
  const { dialect, clock, random, apiAudiences } = parts
  const issuers = typeof parts.issuer === 'string' ? [parts.issuer] : (parts.issuer ?? [dialect.apiAudience])
  const [issuer = ''] = issuers
  if (issuers.length === 0 || issuers.includes(''))
    throw new Error('serviceAccounts.issuer: expected one or more names that are not empty')
  const given = parts.signingKey === undefined ? undefined : await named('signingKey', readSigningKey(parts.signingKey))
  const others = (await Promise.all((parts.keys ?? []).map((pem) => named('keys', readVerificationKeys(pem))))).flat()
  const signingKey = given ? () => given : parts.ownKey
  const keys = async () => {
    const all = [await signingKey(), ...others]
    return [...new Map(all.map((key) => [key.keyId, key])).values()]
  }
  const fixed = () => ''
  const keysVersion = given ? fixed : (parts.ownKeyVersion ?? fixed)
  const authenticator = new ServiceAccountAuthenticator({ ...parts, issuers, lookup: parts.lookup ?? true, keys, keysVersion })
  return {
    issuers,
    apiAudiences,
    maxTokenSeconds: parts.maxTokenSeconds,
    extendTokens: parts.extendTokens ?? true,
    jwksUri: parts.jwksUri,
    keys,
    async issue({ lifetimeSeconds, warnAfterSeconds, tokenId = random.uuid(), ...spec }) {
      const now = Math.floor(clock.now() / 1000)
      const times = {
        notBefore: now,
        expires: now + lifetimeSeconds,
        ...(warnAfterSeconds !== undefined && { warnAfter: now + warnAfterSeconds }),
      }
      const claims = writeClaims({ ...spec, ...times, issuer, tokenId }, now, dialect.labelDomain)
      return signToken(claims, await signingKey())
    },
    name: 'service-account',
    issueLegacy: async (token) => signToken(writeLegacyClaims(token, dialect), await signingKey()),
    authenticate: (request) => authenticator.authenticate(request),
  }
}

/** An error that names the invalid option. */
async function named<T>(option: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw new Error(`serviceAccounts.${option}: ${messageOf(error)}`, { cause: error })
  }
}
