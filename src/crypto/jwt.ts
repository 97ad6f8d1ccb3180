/**
 * JSON Web Tokens (RFC 7519): signs, decodes and verifies them. Callers check the claims.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../meta/index.js'
import { loadJose } from './jose.js'
import type { SigningKey, VerificationKey } from './keys.js'

/** A longer token is refused without parsing. */
export const MAX_TOKEN_LENGTH = 64 * 1024

/** The claims of a token before verification: only for choosing a verifier. */
export interface UnverifiedToken {
  readonly header: UnknownRecord
  readonly claims: UnknownRecord
}

/**
 * Signs claims.
 *
 * @param claims - JSON values.
 * @param key - The key; the header has its algorithm and its id.
 */
export async function signToken(claims: UnknownRecord, key: SigningKey): Promise<string> {
  const { CompactSign } = await loadJose()
  const payload = new TextEncoder().encode(JSON.stringify(claims))
  return new CompactSign(payload).setProtectedHeader({ alg: key.algorithm, kid: key.keyId }).sign(key.privateKey)
}

/**
 * Decodes a token without verification.
 *
 * @param token - Any text.
 * @returns Header and claims, or undefined for text that is not a signed token in compact form (RFC 7515 §7.1).
 */
export async function decodeToken(token: string): Promise<UnverifiedToken | undefined> {
  const parts = token.split('.', 4)
  if (token.length > MAX_TOKEN_LENGTH || parts.length !== 3) return undefined
  const { base64url } = await loadJose()
  try {
    const [header, claims] = parts.slice(0, 2).map((part) => parseRecord(base64url.decode(part)))
    // Critical extensions (RFC 7515 §4.1.11): none is supported.
    return header && claims && header.crit === undefined ? { header, claims } : undefined
  } catch {
    return undefined
  }
}

/** @throws Error for bytes that are not a JSON object in UTF-8. */
function parseRecord(bytes: Uint8Array): UnknownRecord | undefined {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  return isRecord(value) ? value : undefined
}

/**
 * Verifies the signature of a token. A key is only used with its own algorithm; an algorithm or a key location in the token is
 * ignored.
 *
 * @param token - A token.
 * @param keys - The possible keys. When the token names one of them, only that one is tried.
 * @returns The claims, or undefined when none of the keys has signed them.
 */
export async function verifyToken(token: string, keys: readonly VerificationKey[]): Promise<UnknownRecord | undefined> {
  const decoded = await decodeToken(token)
  if (!decoded) return undefined
  const { alg, kid } = decoded.header
  const named = keys.filter(({ keyId }) => keyId === kid)
  for (const { algorithm, publicKey } of named.length > 0 ? named : keys) {
    if (algorithm === alg && (await isSignedBy(token, publicKey, algorithm))) return decoded.claims
  }
  return undefined
}

async function isSignedBy(token: string, key: CryptoKey, algorithm: string): Promise<boolean> {
  const { compactVerify } = await loadJose()
  return compactVerify(token, key, { algorithms: [algorithm] }).then(
    () => true,
    () => false,
  )
}
