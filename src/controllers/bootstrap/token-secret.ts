/**
 * Parses the Secrets of bootstrap tokens.
 *
 * @module
 */

import { decodeBase64Text } from '../../codec/index.js'
import { type ApiObject, type Dialect, getKey, parseTime } from '../../meta/index.js'
import type { SecretFields } from '../types.js'

/** Type of the Secrets of tokens. */
export const bootstrapTokenType = ({ labelDomain }: Dialect): string => `bootstrap.${labelDomain}/token`

const NAME = /^bootstrap-token-([a-z0-9]{6})$/
const SECRET = /^[a-z0-9]{16}$/

/**
 * The token of a Secret, if it may be used for signing.
 *
 * @param secret - A Secret of the bootstrap token type.
 * @returns Undefined for a Secret without a valid token, or whose token is for other uses.
 * @see Specification, "Bootstrap tokens"
 */
export function signingToken(secret: ApiObject & SecretFields): { readonly id: string; readonly token: string } | undefined {
  const [, id = ''] = NAME.exec(secret.metadata.name ?? '') ?? []
  const value = textIn(secret, 'token-secret')
  const signs = textIn(secret, 'usage-bootstrap-signing') === 'true'
  if (!signs || id === '' || textIn(secret, 'token-id') !== id || !SECRET.test(value)) return undefined
  return { id, token: `${id}.${value}` }
}

/**
 * The expiry of a token.
 *
 * @param secret - Its Secret.
 * @returns Milliseconds since 1970: undefined for a token that does not expire, and 0 for an unreadable expiry.
 */
export function expiryOf(secret: ApiObject & SecretFields): number | undefined {
  const text = textIn(secret, 'expiration')
  return text === '' ? undefined : (parseTime(text) ?? 0)
}

/** Decodes a value of the Secret's data; empty when missing. */
export function textIn({ data }: SecretFields, key: string): string {
  const value = data && getKey(data, key)
  if (typeof value !== 'string') return ''
  try {
    return decodeBase64Text(value)
  } catch {
    return ''
  }
}
