/**
 * Authentication by a fixed list of bearer tokens.
 *
 * @module
 */

import { check, deepFreeze, type Random, systemRandom, type UserInfo } from '../meta/index.js'
import { type AuthenticationResult, type Authenticator, NO_OPINION, UNKNOWN_TOKEN } from './authenticator.js'
import { bearerToken } from './bearer.js'
import { asAuthenticated } from './chain.js'
import { sameText } from './same-text.js'

/** One token and its user. */
export interface StaticToken {
  readonly token: string
  readonly user: UserInfo
}

/** Options of {@link createStaticTokenAuthenticator}. */
export interface StaticTokenOptions {
  /** Random source for the key of the lookup hash; Web Crypto by default. */
  readonly random?: Random
}

const { fits, listOf, members } = check
const tokenList = check.secret(
  listOf(
    check.secret(
      members<keyof StaticToken>(
        {
          token: fits('text, not empty', (value) => typeof value === 'string' && value !== ''),
          user: check.user,
        },
        ['token', 'user'],
      ),
    ),
  ),
)

/** Checks the list. A repeated token would silently be that of another user. */
function* tokenProblems(tokens: readonly StaticToken[]): Iterable<string> {
  const problems = [...tokenList(tokens, 'tokens')]
  yield* problems
  if (problems.length > 0) return
  const places = new Map<string, number>()
  for (const [i, { token }] of tokens.entries()) {
    const first = places.get(token)
    if (first === undefined) places.set(token, i)
    else yield `tokens[${i}].token is the same as that of tokens[${first}]: expected another`
  }
}

const tokenOptions = members<keyof StaticTokenOptions>({ random: check.random })

/**
 * Creates an authenticator of tokens that never expire.
 *
 * A token is looked up by a hash keyed with a secret of this process and then compared in constant time, so that timing reveals
 * nothing about valid tokens.
 *
 * @param tokens - The tokens, each of them once.
 * @param options - See {@link StaticTokenOptions}.
 * @throws TypeError with one line for each invalid entry.
 * @see Specification, "Static token file"
 */
export function createStaticTokenAuthenticator(tokens: readonly StaticToken[], options: StaticTokenOptions = {}): Authenticator {
  check.refuse('createStaticTokenAuthenticator', [...tokenProblems(tokens), ...tokenOptions(options, 'options')])
  const { random = systemRandom } = options
  const secret = random.bytes(8)
  const seeds = new DataView(secret.buffer, secret.byteOffset, secret.byteLength)
  const hash = (token: string) => keyedHash(token, seeds.getUint32(0), seeds.getUint32(4))
  const buckets = new Map<number, { token: string; result: AuthenticationResult }[]>()
  for (const { token, user } of tokens) {
    const result: AuthenticationResult = deepFreeze({ outcome: 'authenticated', user: structuredClone(asAuthenticated(user)) })
    const key = hash(token)
    buckets.set(key, [...(buckets.get(key) ?? []), { token, result }])
  }
  const longest = tokens.reduce((most, { token }) => Math.max(most, token.length), 0)
  return {
    name: 'static-token',
    authenticate(credentials) {
      const token = bearerToken(credentials)
      if (token === undefined) return NO_OPINION
      // Signed tokens are far longer, and come with every request of their holders: skip the hash for them.
      if (token.length > longest) return UNKNOWN_TOKEN
      let result = UNKNOWN_TOKEN
      for (const entry of buckets.get(hash(token)) ?? []) if (sameText(entry.token, token)) result = entry.result
      return result
    },
  }
}

/** A 53-bit hash of a string, different in each process. Collisions only cost a comparison. */
function keyedHash(text: string, seedA: number, seedB: number): number {
  let [a, b] = [seedA, seedB]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x85ebca77)
    a ^= b >>> 15
    b ^= a >>> 13
  }
  return (a >>> 0) * 0x20_0000 + ((b >>> 0) & 0x1f_ffff)
}
