/**
 * Tokens of service accounts: issued here, and verified here.
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

/** Options of service account tokens. Everything has a default. */
export interface ServiceAccountTokenOptions {
  /** Issuers: the first of several signs, tokens of all are accepted. The dialect's `apiAudience` by default. */
  readonly issuer?: string | readonly string[]
  /**
   * The key that signs, in PEM (`PRIVATE KEY`: RSA of 2048 bits or more, or ECDSA on P-256, P-384 or P-521). By default one is made
   * for this plane: where the storage outlives the process it is kept in a Secret of the system namespace, `binnacle-token-signing-key`,
   * for all replicas; else its tokens end with the process.
   */
  readonly signingKey?: string
  /** Keys beside the signing one whose tokens are taken, in PEM (`PUBLIC KEY` or `PRIVATE KEY`): older ones above all. */
  readonly keys?: readonly string[]
  /** Whether tokens of the old kind need their account and their Secret. Default true; those of the new kind always do. */
  readonly lookup?: boolean
  /** Longest lifetime in seconds; longer requests are shortened. No limit beside 2^32 s by default. */
  readonly maxTokenSeconds?: number
  /**
   * Whether tokens for Pods with the usual 3607 s are valid for a year, as old clients read theirs only once. Default
   * true; their holders should still fetch a new one after the requested time.
   */
  readonly extendTokens?: boolean
  /** Where the keys are published, as others reach it. Default `/openid/v1/jwks` below the issuer. */
  readonly jwksUri?: string
}

/** A requested token. */
export interface TokenSpec extends Omit<ServiceAccountIdentity, 'tokenId'> {
  readonly secret?: ObjectName
  readonly audiences: readonly string[]
  readonly lifetimeSeconds: number
  /** Seconds after which the holder should have got a newer one. */
  readonly warnAfterSeconds?: number
  /** What the token is called in audit events; made up when absent. */
  readonly tokenId?: string
}

/** What tokens are issued and verified with. */
export interface ServiceAccountTokensParts extends ServiceAccountTokenOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  /** Default audiences of issued tokens; tokens of requests need one of them. */
  readonly apiAudiences: readonly string[]
  /** Looks up the objects that tokens are bound to. */
  readonly find: FindObject
  /** Gives the key that signs where no `signingKey` is given. */
  readonly ownKey: () => SigningKey | Promise<SigningKey>
}

/** Issues and authenticates tokens of service accounts. */
export interface ServiceAccountTokens extends Authenticator {
  readonly issuers: readonly string[]
  readonly apiAudiences: readonly string[]
  readonly maxTokenSeconds: number | undefined
  readonly extendTokens: boolean
  readonly jwksUri: string | undefined
  /** The keys that verify, the signing one first. */
  keys(): Promise<readonly VerificationKey[]>
  /**
   * Issues a token.
   *
   * @param spec - The account as it is now, and what the token is to say.
   */
  issue(spec: TokenSpec): Promise<string>
  /**
   * Issues a legacy token, which is stored in a Secret and does not expire.
   *
   * @param token - What it says.
   */
  issueLegacy(token: LegacyToken): Promise<string>
}

/**
 * Makes the issuer of tokens of service accounts.
 *
 * @param parts - Keys, names and time.
 * @throws Error, with one line that names the option, for a key that cannot be read or an issuer that is empty.
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
  const authenticator = new ServiceAccountAuthenticator({ ...parts, issuers, lookup: parts.lookup ?? true, keys })
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

/** A failure that names the option that is at fault. */
async function named<T>(option: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw new Error(`serviceAccounts.${option}: ${messageOf(error)}`, { cause: error })
  }
}
