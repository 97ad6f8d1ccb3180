/**
 * Detached signatures (RFC 7515, appendix F) with a shared secret: the signed text is sent separately.
 *
 * @module
 */

import { loadJose } from './jose.js'

/** The only algorithm: accepting the one in the header of a signature would allow algorithm confusion. */
const ALGORITHM = 'HS256'

/** A shared secret for signatures. */
export interface SharedSecret {
  /** Id of the secret, in the signature. */
  readonly id: string
  readonly secret: string
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * Signs a text.
 *
 * @param text - The text, which is not part of the signature.
 * @param key - The secret. The same text and secret give the same signature.
 */
export async function signDetached(text: string, { id, secret }: SharedSecret): Promise<string> {
  const { CompactSign } = await loadJose()
  const whole = await new CompactSign(bytesOf(text)).setProtectedHeader({ alg: ALGORITHM, kid: id }).sign(bytesOf(secret))
  const [header = '', , signature = ''] = whole.split('.')
  return `${header}..${signature}`
}

/**
 * Verifies a signature.
 *
 * @param text - The text.
 * @param signature - Any text.
 * @param key - The secret that must be named in the signature.
 */
export async function verifyDetached(text: string, signature: string, { id, secret }: SharedSecret): Promise<boolean> {
  const { base64url, flattenedVerify } = await loadJose()
  const [header = '', payload, proof = '', ...rest] = signature.split('.')
  if (payload !== '' || rest.length > 0) return false
  try {
    const jws = { protected: header, payload: base64url.encode(text), signature: proof }
    const { protectedHeader } = await flattenedVerify(jws, bytesOf(secret), { algorithms: [ALGORITHM] })
    return protectedHeader?.kid === id
  } catch {
    return false
  }
}
