/**
 * Public key sets of other issuers (JWK Set, RFC 7517 §5), and verification of their tokens.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../meta/index.js'
import { loadJose } from './jose.js'
import { decodeToken } from './jwt.js'

/** Supported signature algorithms (RFC 7518 §3.1): asymmetric ones only, and never `none`. */
export type TokenAlgorithm = 'RS256' | 'RS384' | 'RS512' | 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512'

/** All supported algorithms. */
export const TOKEN_ALGORITHMS: readonly TokenAlgorithm[] = Object.freeze([
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
])

/** Result of verification with a set. An unknown key may have been added after the set was fetched. */
export type KeySetVerdict =
  | { readonly outcome: 'signed'; readonly claims: UnknownRecord }
  | { readonly outcome: 'unknownKey' }
  | { readonly outcome: 'refused' }

/** A set of keys. */
export interface KeySet {
  /**
   * Verifies the signature of a token.
   *
   * @param token - A token.
   * @param algorithms - The allowed ones.
   */
  verify(token: string, algorithms: readonly TokenAlgorithm[]): Promise<KeySetVerdict>
}

/** More keys than any provider has. */
const MAX_KEYS = 100

/**
 * Maximum length of the modulus and exponent of an RSA key, in characters of base64url: 8,192 and 32 bits. The time to verify is
 * proportional to their product.
 */
const MAX_MODULUS_LENGTH = 1366
const MAX_EXPONENT_LENGTH = 6

/**
 * Reads a set of keys. RSA keys of more than 8,192 bits, or with an exponent of more than 32, are left out: unauthenticated
 * clients can send tokens that are tried with all keys.
 *
 * @param document - The parsed JSON.
 * @throws Error, with one line, for an invalid set.
 */
export async function readKeySet(document: unknown): Promise<KeySet> {
  const given = isRecord(document) ? document.keys : undefined
  if (!Array.isArray(given) || !given.every(isRecord)) throw new Error('expected an object with a list "keys"')
  if (given.length > MAX_KEYS) throw new Error(`expected at most ${MAX_KEYS} keys, found ${given.length}`)
  const { compactVerify, createLocalJWKSet, errors } = await loadJose()
  const find = createLocalJWKSet({ keys: given.filter(isQuick) })
  return {
    async verify(token, algorithms) {
      const decoded = await decodeToken(token)
      if (!decoded) return { outcome: 'refused' }
      const signed = { outcome: 'signed', claims: decoded.claims } as const
      const options = { algorithms: [...algorithms] }
      try {
        await compactVerify(token, find, options)
        return signed
      } catch (error) {
        if (error instanceof errors.JWKSNoMatchingKey) return { outcome: 'unknownKey' }
        if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return { outcome: 'refused' }
        // The token names none of several suitable keys.
        for await (const key of error) {
          const isSigned = await compactVerify(token, key, options).catch(() => undefined)
          if (isSigned) return signed
        }
        return { outcome: 'unknownKey' }
      }
    },
  }
}

/** Whether verification with a key takes no longer than with the keys of common providers. */
const isQuick = ({ n, e }: UnknownRecord): boolean => isWithin(MAX_MODULUS_LENGTH, n) && isWithin(MAX_EXPONENT_LENGTH, e)

const isWithin = (length: number, text: unknown): boolean => typeof text !== 'string' || text.length <= length
