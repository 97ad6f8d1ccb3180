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

/** Longest modulus and exponent of an RSA key, in characters of base64url: 8,192 and 32 bits. Time to verify grows with their product. */
const MAX_MODULUS_LENGTH = 1366
const MAX_EXPONENT_LENGTH = 6

/**
 * Reads a set of keys. RSA keys of more than 8,192 bits, or with an exponent of more than 32, are left out: anyone may send tokens that are
 * tried with all of them.
 *
 * @param document - The parsed JSON.
 * @throws Error, with one line, for what is no set of keys.
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

/** Whether verifying with a key takes no more time than with those that providers use. */
const isQuick = ({ n, e }: UnknownRecord): boolean => isWithin(MAX_MODULUS_LENGTH, n) && isWithin(MAX_EXPONENT_LENGTH, e)

const isWithin = (length: number, text: unknown): boolean => typeof text !== 'string' || text.length <= length
