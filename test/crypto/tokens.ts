/** Tokens that the plane would not issue. */

import { generateKeyPairSync } from 'node:crypto'
import { CompactSign } from 'jose'
import type { SigningKey } from '../../src/crypto/index.js'

export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A new ECDSA key in PEM. */
export const ecKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A token with a header of its own, signed well. */
export const resigned = (header: object, claims: object, { privateKey }: Pick<SigningKey, 'privateKey'>): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader(header as { alg: string }).sign(privateKey)
