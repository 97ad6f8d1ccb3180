/**
 * Impersonation: an authorized caller acts as the user that its headers name.
 *
 * @module
 */

import { type Authorizer, requireAccess } from '../../authz/index.js'
import { ANONYMOUS_USER, assumedGroups, type Dialect, type UserInfo } from '../../meta/index.js'
import type { Exchange } from '../exchange.js'
import type { Stage } from '../stage.js'
import { attributesOf } from './authorization.js'
import { constrained } from './constrained-impersonation.js'
import { takeSeat } from './fairness.js'
import { type Impersonation, readImpersonation } from './impersonation-headers.js'
import { rightsFor } from './impersonation-rights.js'

/** Options of impersonation. */
export interface ImpersonationOptions {
  /** Whether constrained impersonation is enabled. */
  readonly isConstrained: boolean
}

/**
 * Replaces the user by the one that the headers name.
 *
 * Each attribute is a right of its own: the user or service account, every group, the uid, and every value of every extra
 * key. A grant within a namespace is enough for the service accounts of it.
 *
 * @param authorizer - Decides who may impersonate whom.
 * @param dialect - The plane's dialect.
 * @param options - Whether constrained impersonation is enabled, whose rights are checked first.
 * @see Specification, "Impersonation"
 */
export function impersonation(authorizer: Authorizer, dialect: Dialect, { isConstrained }: ImpersonationOptions): Stage {
  const group = `authentication.${dialect.groupDomain}`
  const requireClassic = async (asked: Impersonation, user: UserInfo): Promise<void> => {
    const rights = rightsFor(asked, { verb: 'impersonate', namesGroup: '', group })
    for (const right of rights) await requireAccess(authorizer, { ...right, user })
  }
  const become = async (exchange: Exchange<unknown>, asked: Impersonation): Promise<void> => {
    const caller = exchange.user ?? ANONYMOUS_USER
    const found = isConstrained
      ? await constrained(authorizer, dialect, asked, attributesOf(exchange.request, caller))
      : undefined
    if (found && 'constraint' in found) {
      exchange.user = userOf(found.asked)
      exchange.audit?.impersonated(exchange.user, found.constraint)
    } else {
      // The right to classic impersonation suffices; without either, the error names the missing constrained right.
      await requireClassic(asked, caller).catch((error: unknown) => {
        throw found ?? error
      })
      exchange.user = userOf(asked)
      exchange.audit?.impersonated(exchange.user)
    }
    // From here on it counts among the requests of the impersonated user.
    await takeSeat(exchange, exchange.user)
  }
  return {
    name: 'impersonation',
    handle(exchange, next) {
      const asked = readImpersonation(exchange.door.headers, group)
      return asked ? become(exchange, asked).then(() => next(exchange)) : next(exchange)
    },
  }
}

function userOf({ username, groups, uid, extra }: Impersonation): UserInfo {
  return {
    username,
    ...(uid !== undefined && { uid }),
    groups: assumedGroups(username, groups),
    // The client chooses the keys: `fromEntries` makes own members even of `__proto__`.
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
  }
}
