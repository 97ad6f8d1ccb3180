/**
 * Acting as somebody else: whoever may impersonate is, for the rest of the request, the user that its headers name.
 *
 * @module
 */

import { type Authorizer, requireAccess } from '../../authz/index.js'
import {
  ANONYMOUS_USER,
  type Attributes,
  assumedGroups,
  type Dialect,
  serviceAccountOf,
  type UserInfo,
} from '../../meta/index.js'
import type { Exchange } from '../exchange.js'
import type { Stage } from '../stage.js'
import { type Impersonation, readImpersonation } from './impersonation-headers.js'

/**
 * Replaces the user by the one whom the headers name.
 *
 * Each attribute is a right of its own: the user or service account, every group, the uid, and every value of every extra
 * key. A grant within a namespace is enough for the service accounts of it.
 *
 * @param authorizer - Decides who may impersonate whom.
 * @param dialect - The plane's words.
 * @see Specification, "Impersonation"
 */
export function impersonation(authorizer: Authorizer, dialect: Dialect): Stage {
  const group = `authentication.${dialect.groupDomain}`
  const become = async (exchange: Exchange<unknown>, asked: Impersonation): Promise<void> => {
    const caller = exchange.user ?? ANONYMOUS_USER
    for (const right of rightsFor(asked, group)) await requireAccess(authorizer, { ...right, user: caller })
    exchange.user = userOf(asked)
    exchange.audit?.impersonated(exchange.user)
    // From here on it counts among the requests of whom it is made for.
    await exchange.slot?.sit(exchange.user)
  }
  return {
    name: 'impersonation',
    handle(exchange, next) {
      const asked = readImpersonation(exchange.door.headers, group)
      return asked ? become(exchange, asked).then(() => next(exchange)) : next(exchange)
    },
  }
}

type Right = Omit<Attributes, 'user'>

function rightsFor({ username, groups, uid, extra }: Impersonation, group: string): readonly Right[] {
  const right = (resource: string, name: string, more: Partial<Right> = {}): Right => ({
    verb: 'impersonate',
    isResourceRequest: true,
    path: '',
    group: '',
    version: 'v1',
    resource,
    subresource: '',
    namespace: '',
    name,
    ...more,
  })
  const account = serviceAccountOf(username)
  return [
    account ? right('serviceaccounts', account.name, { namespace: account.namespace }) : right('users', username),
    ...groups.map((name) => right('groups', name)),
    ...[...extra].flatMap(([key, values]) => values.map((value) => right('userextras', value, { group, subresource: key }))),
    ...(uid === undefined ? [] : [right('uids', uid, { group })]),
  ]
}

function userOf({ username, groups, uid, extra }: Impersonation): UserInfo {
  return {
    username,
    ...(uid !== undefined && { uid }),
    groups: assumedGroups(username, groups),
    // Keys are the client's: as entries they are own members whatever they are called.
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
  }
}
