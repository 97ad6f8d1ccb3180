/**
 * Bootstrap tokens: short-lived credentials for new nodes.
 *
 * @module
 */

import { type ApiObject, type Clock, type Dialect, getKey, isRecord, parseTime, type UserInfo } from '../meta/index.js'
import { type Authenticator, NO_OPINION, UNKNOWN_TOKEN } from './authenticator.js'
import { bearerToken } from './bearer.js'
import { asAuthenticated } from './chain.js'
import { sameText } from './same-text.js'

/** How bootstrap tokens are looked up. */
export interface BootstrapTokenOptions {
  readonly dialect: Dialect
  readonly clock: Clock
  /**
   * The current Secret, from memory; undefined when there is none.
   *
   * @param namespace - The system namespace of the dialect.
   * @param name - Such as `bootstrap-token-abcdef`.
   */
  readonly findSecret: (namespace: string, name: string) => ApiObject | undefined
}

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/
const GROUP = 'system:bootstrappers'
/** Format of extra groups: lower case letters, digits, and `:` and `-` within. */
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/

/**
 * Creates an authenticator of bootstrap tokens. A token is valid while its Secret allows authentication.
 *
 * @param options - The lookup of Secrets, and the clock.
 * @see Specification, "Bootstrap tokens"
 */
export function createBootstrapTokenAuthenticator({ dialect, clock, findSecret }: BootstrapTokenOptions): Authenticator {
  return {
    name: 'bootstrap-token',
    authenticate(request) {
      const token = bearerToken(request)
      if (token === undefined) return NO_OPINION
      const [, id = '', secret = ''] = TOKEN.exec(token) ?? []
      const found = id === '' ? undefined : findSecret(dialect.namespaces.system, `bootstrap-token-${id}`)
      const user = found && holderOf(found, { id, secret, type: `bootstrap.${dialect.labelDomain}/token`, nowMs: clock.now() })
      return user ? { outcome: 'authenticated', user: asAuthenticated(user) } : UNKNOWN_TOKEN
    },
  }
}

interface Shown {
  readonly id: string
  readonly secret: string
  /** Required type of the Secret. */
  readonly type: string
  readonly nowMs: number
}

/** The user of a token, if the Secret is valid. */
function holderOf(object: ApiObject, { id, secret, type, nowMs }: Shown): UserInfo | undefined {
  const text = (key: string) => textIn(object, key)
  if (object.type !== type || object.metadata.deletionTimestamp) return undefined
  const isSame = sameText(text('token-secret'), secret)
  if (!isSame || text('token-id') !== id || text('usage-bootstrap-authentication') !== 'true') return undefined
  const expiration = text('expiration')
  if (expiration !== '' && !(nowMs < (parseTime(expiration) ?? 0))) return undefined
  const extra = text('auth-extra-groups')
  const groups = extra === '' ? [] : extra.split(',')
  if (!groups.every((group) => EXTRA_GROUP.test(group))) return undefined
  return { username: `system:bootstrap:${id}`, groups: [...new Set([GROUP, ...groups])].sort() }
}

/** Decodes a value of the Secret's data; empty when missing. */
function textIn({ data }: ApiObject, key: string): string {
  const value = isRecord(data) ? getKey(data, key) : undefined
  if (typeof value !== 'string') return ''
  try {
    return atob(value)
  } catch {
    return ''
  }
}
