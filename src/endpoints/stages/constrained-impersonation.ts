/**
 * Constrained impersonation: impersonation limited to some requests, with separate rights for users, service accounts and
 * nodes.
 *
 * @module
 */

import { type Authorizer, requireAccess } from '../../authz/index.js'
import {
  ADMIN_GROUP,
  ApiError,
  type Attributes,
  type Dialect,
  forbidden,
  NODE_USER_PREFIX,
  NODES_GROUP,
  serviceAccountOf,
  type UserInfo,
  validateDnsSubdomain,
} from '../../meta/index.js'
import type { Impersonation } from './impersonation-headers.js'
import { type Right, rightsFor } from './impersonation-rights.js'

/** An allowed impersonation. */
export interface Constrained {
  readonly asked: Impersonation
  /** The right that allowed it, such as `impersonate:user-info`. */
  readonly constraint: string
}

/** A mode of impersonation, with rights of its own. */
interface Mode {
  readonly name: string
  /** Whether this mode applies to the requested user. */
  readonly isFor: (asked: Impersonation, caller: UserInfo) => boolean
}

/** From this many values on, the right to all of them is checked first. */
const MANY = 4

/**
 * Finds the mode of impersonation by which the user may act as another in a request. It needs the right to the request, under the
 * verb `impersonate-on:KIND:VERB`, and the rights to the impersonated user, under `impersonate:KIND`.
 *
 * @param authorizer - Decides.
 * @param dialect - The plane's dialect.
 * @param asked - The user to impersonate.
 * @param request - The request, as the impersonating user.
 * @returns The user to impersonate, with the groups of nodes; or the first refusal; undefined where no mode applies.
 * @see API conventions, constrained impersonation (KEP-5284)
 */
export async function constrained(
  authorizer: Authorizer,
  dialect: Dialect,
  asked: Impersonation,
  request: Attributes,
): Promise<Constrained | ApiError | undefined> {
  const nodeKey = `authentication.${dialect.labelDomain}/node-name`
  let refusal: ApiError | undefined
  for (const { name, isFor } of modesWith(nodeKey)) {
    if (!isFor(asked, request.user)) continue
    const isAssociated = name === ASSOCIATED
    const user = isAssociated ? withoutExtra(request.user, dialect) : request.user
    try {
      await requireAccess(authorizer, { ...request, user, verb: `impersonate-on:${name}:${request.verb}` })
      await requireRights(authorizer, dialect, asked, { user, verb: `impersonate:${name}`, isAssociated })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal ??= error
      continue
    }
    const node = nodeOf(asked.username)
    return { asked: node === undefined ? asked : { ...asked, groups: [NODES_GROUP] }, constraint: `impersonate:${name}` }
  }
  return refusal
}

const ASSOCIATED = 'associated-node'

/** The modes, in the order in which they are tried. */
const modesWith = (nodeKey: string): readonly Mode[] => [
  {
    name: ASSOCIATED,
    isFor(asked, { username, extra = {} }) {
      const [own, ...more] = extra[nodeKey] ?? []
      const isOwn = own !== undefined && more.length === 0 && own === nodeOf(asked.username)
      return isNameAlone(asked) && isOwn && serviceAccountOf(username) !== undefined
    },
  },
  { name: 'arbitrary-node', isFor: (asked) => isNameAlone(asked) && nodeOf(asked.username) !== undefined },
  { name: 'serviceaccount', isFor: (asked) => isNameAlone(asked) && serviceAccountOf(asked.username) !== undefined },
  {
    name: 'user-info',
    isFor: ({ username }) => nodeOf(username) === undefined && serviceAccountOf(username) === undefined,
  },
]

const isNameAlone = ({ groups, uid, extra }: Impersonation): boolean =>
  groups.length === 0 && uid === undefined && extra.size === 0

/** The node that a user name denotes. */
function nodeOf(username: string): string | undefined {
  if (!username.startsWith(NODE_USER_PREFIX)) return undefined
  const name = username.slice(NODE_USER_PREFIX.length)
  return validateDnsSubdomain(name).length === 0 ? name : undefined
}

/** The node itself was verified: authorizers need not know which it is, and may reuse a decision about another. */
const withoutExtra = (user: UserInfo, { labelDomain }: Dialect): UserInfo => ({
  ...user,
  extra: { [`authentication.${labelDomain}/associated-node-keys`]: Object.keys(user.extra ?? {}).sort() },
})

interface Needed {
  readonly user: UserInfo
  readonly verb: string
  readonly isAssociated: boolean
}

async function requireRights(
  authorizer: Authorizer,
  dialect: Dialect,
  asked: Impersonation,
  { user, verb, isAssociated }: Needed,
): Promise<void> {
  const group = `authentication.${dialect.groupDomain}`
  requireSane(asked, group)
  const node = isAssociated ? '*' : nodeOf(asked.username)
  const rights = rightsFor(asked, { verb, namesGroup: group, group, ...(node !== undefined && { node }) })
  for (const resource of ['users', 'serviceaccounts', 'nodes', 'uids', 'groups', 'userextras']) {
    const wanted = rights.filter((right) => right.resource === resource)
    if (wanted.length >= MANY && (await isAllowed(authorizer, user, wanted))) continue
    for (const right of wanted) await requireAccess(authorizer, { ...right, user })
  }
}

/** Whether the user has the right to all values of all keys. */
async function isAllowed(authorizer: Authorizer, user: UserInfo, [right]: readonly Right[]): Promise<boolean> {
  if (!right) return false
  const subresource = right.subresource === '' ? '' : '*'
  return (await authorizer.authorize({ ...right, user, subresource, name: '*' })).decision === 'allow'
}

/** Refuses identities that classic impersonation accepts, but that are dangerous to grant. */
function requireSane({ groups, extra }: Impersonation, group: string): void {
  const refuse = (resource: string, name: string, why: string) => forbidden({ group, resource }, name, why)
  if (groups.includes('')) throw refuse('groups', '', 'impersonating the empty string group is not allowed')
  if (groups.includes(ADMIN_GROUP)) throw refuse('groups', ADMIN_GROUP, `impersonating the ${ADMIN_GROUP} group is not allowed`)
  for (const [key, values] of extra) {
    if (key === '') throw refuse('userextras', '', 'impersonating the empty string key in extra is not allowed')
    if (values.includes('')) throw refuse('userextras', '', 'impersonating the empty string value in extra is not allowed')
    // Keys belong to a domain: one without, such as `scopes`, may mean anything to whoever reads it.
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\/[a-z0-9_./-]+$/.test(key))
      throw refuse('userextras', '', `impersonating an invalid key in extra is not allowed: ${JSON.stringify(key)}`)
  }
}
