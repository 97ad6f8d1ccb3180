/**
 * Creates, lists and revokes bootstrap tokens.
 *
 * @module
 */

import type { Client, ResourceClient } from '../../client/index.js'
import { encodeBase64Text } from '../../codec/index.js'
import { type Dialect, formatTime, type Random } from '../../meta/index.js'
import { SECRETS, type SecretFields } from '../types.js'
import { bootstrapTokenType, expiryOf, textIn } from './token-secret.js'

/** Options of a token. */
export interface NewBootstrapToken {
  /** A description for people; empty by default. */
  readonly description?: string
  /** Lifetime in seconds; unlimited when absent. */
  readonly ttlSeconds?: number
  /** Extra groups of the holder, besides `system:bootstrappers`; each starts with that name and a colon. */
  readonly groups?: readonly string[]
}

/** A token in a list, without its secret. */
export interface BootstrapTokenInfo {
  readonly id: string
  /** Expiry, in milliseconds since 1970; undefined for never. */
  readonly expiry: number | undefined
  readonly description: string
}

const PREFIX = 'bootstrap-token-'
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** The largest multiple of 36 that fits in a byte: larger bytes are dropped, as they would make some letters more likely. */
const FAIR = 252

/**
 * Creates a token for authentication and for signing `cluster-info`.
 *
 * @param client - A client of the plane.
 * @param dialect - The plane's dialect.
 * @param wanted - Options of the token.
 * @returns The token, `id.secret`. It cannot be read again later in full.
 */
export async function createBootstrapToken(client: Client, dialect: Dialect, wanted: NewBootstrapToken): Promise<string> {
  const { description = '', ttlSeconds, groups = [] } = wanted
  const [id, secret] = [letters(client.random, 6), letters(client.random, 16)]
  const texts = {
    'token-id': id,
    'token-secret': secret,
    'usage-bootstrap-authentication': 'true',
    'usage-bootstrap-signing': 'true',
    ...(description !== '' && { description }),
    ...(ttlSeconds !== undefined && { expiration: formatTime(client.clock.now() + ttlSeconds * 1000) }),
    ...(groups.length > 0 && { 'auth-extra-groups': groups.join(',') }),
  }
  const data = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, encodeBase64Text(text)]))
  await secrets(client, dialect).create({ metadata: { name: PREFIX + id }, type: bootstrapTokenType(dialect), data })
  return `${id}.${secret}`
}

/** The existing tokens, by id. */
export async function listBootstrapTokens(client: Client, dialect: Dialect): Promise<readonly BootstrapTokenInfo[]> {
  const found: BootstrapTokenInfo[] = []
  for await (const secret of secrets(client, dialect).all({ fieldSelector: `type=${bootstrapTokenType(dialect)}` })) {
    const { name = '' } = secret.metadata
    found.push({ id: name.replace(PREFIX, ''), expiry: expiryOf(secret), description: textIn(secret, 'description') })
  }
  return found
}

/**
 * Revokes a token.
 *
 * @param client - A client of the plane.
 * @param dialect - The plane's dialect.
 * @param token - Its id, or the full token.
 */
export async function deleteBootstrapToken(client: Client, dialect: Dialect, token: string): Promise<void> {
  await secrets(client, dialect).delete(PREFIX + token.split('.', 1)[0])
}

const secrets = (client: Client, { namespaces }: Dialect): ResourceClient<SecretFields> =>
  client.resource<SecretFields>(SECRETS).namespace(namespaces.system)

function letters(random: Random, count: number): string {
  let text = ''
  while (text.length < count) {
    for (const byte of random.bytes(count)) {
      if (byte < FAIR && text.length < count) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
