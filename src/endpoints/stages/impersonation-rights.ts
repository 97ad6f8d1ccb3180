/**
 * The rights that impersonation needs: one for each attribute of the impersonated user.
 *
 * @module
 */

import { type Attributes, serviceAccountOf } from '../../meta/index.js'
import type { Impersonation } from './impersonation-headers.js'

/** A right, without its user. */
export type Right = Omit<Attributes, 'user'>

/** Options of the list of rights. */
export interface RightsOptions {
  readonly verb: string
  /** API group of users, groups and service accounts. */
  readonly namesGroup: string
  /** API group of uids and extra values. */
  readonly group: string
  /** Name of the node that the user name denotes, where nodes are rights of their own. */
  readonly node?: string
}

/**
 * Lists the rights: the user, service account or node, every group, every value of every extra key, the uid.
 *
 * @param asked - The user to impersonate.
 * @param options - See {@link RightsOptions}.
 */
export function rightsFor({ username, groups, uid, extra }: Impersonation, options: RightsOptions): readonly Right[] {
  const { verb, namesGroup, group, node } = options
  const right = (resource: string, name: string, more: Partial<Right> = {}): Right => ({
    verb,
    isResourceRequest: true,
    path: '',
    group: namesGroup,
    version: 'v1',
    resource,
    subresource: '',
    namespace: '',
    name,
    ...more,
  })
  const account = serviceAccountOf(username)
  const who =
    node !== undefined
      ? right('nodes', node)
      : account
        ? right('serviceaccounts', account.name, { namespace: account.namespace })
        : right('users', username)
  return [
    who,
    ...groups.map((name) => right('groups', name)),
    ...[...extra].flatMap(([key, values]) => values.map((value) => right('userextras', value, { group, subresource: key }))),
    ...(uid === undefined ? [] : [right('uids', uid, { group })]),
  ]
}
