/**
 * Public key sets of other issuers (JWK Set, RFC 7517 §5), and verification of their tokens.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../meta/index.js'
import { loadJose } from './jose.js'
import { decodeToken } from './jwt.js'

/** How a token of others may be signed (RFC 7518 §3.1): with a public key to verify it, and never not at all. */
export type TokenAlgorithm = 'RS256' | 'RS384' | 'RS512' | 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512'

/** All of them. */
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

/** What the keys of a set say of a token. A key that is not known may have come since the set was read. */
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
   * @param algorithms - Those that it may be signed with.
   */
  verify(token: string, algorithms: readonly TokenAlgorithm[]): Promise<KeySetVerdict>
}

/** More than any provider rotates through. */
const MAX_KEYS = 100

/**
 * Reads a set of keys.
 *
 * @param document - The parsed JSON.
 * @throws Error, with one line, for what is no set of keys.
 */
export async function readKeySet(document: unknown): Promise<KeySet> {
  const given = isRecord(document) ? document.keys : undefined
  if (!Array.isArray(given) || !given.every(isRecord)) throw new Error('expected an object with a list "keys"')
  if (given.length > MAX_KEYS) throw new Error(`expected at most ${MAX_KEYS} keys, found ${given.length}`)
  const { compactVerify, createLocalJWKSet, errors } = await loadJose()
  const find = createLocalJWKSet({ keys: given })
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
        // The token names none of several keys that suit.
        for await (const key of error) {
          const isSigned = await compactVerify(token, key, options).catch(() => undefined)
          if (isSigned) return signed
        }
        return { outcome: 'unknownKey' }
      }
    },
  }
}
