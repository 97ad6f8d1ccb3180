/**
 * Escalation check: users may grant only rights that they hold. Otherwise a user who may write roles and bindings could get every
 * right.
 *
 * @module
 */

import { describeRule, missingRights, type PolicyRule, rulesFor } from '../../authz/index.js'
import { type ApiObject, describeTexts, forbidden, type GroupResource, jsonEqual, notFound } from '../../meta/index.js'
import type { ChangeContext, Strategy } from '../definition/strategy.js'
import { listOf, nameOf, recordOf, textAt, withFields } from '../fields/fields.js'
import { rulesOf } from './policy-objects.js'

type AuthorizeChange = NonNullable<Strategy['authorizeChange']>

/** An aggregated role can gain any right, so creating one requires every right. */
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/**
 * Creates the check of role changes: the user holds all rights of the new role, including unchanged ones, or may `escalate` it.
 *
 * @param resource - The kind of role.
 * @returns A check that throws 403.
 */
export const authorizeRole =
  (resource: GroupResource): AuthorizeChange =>
  async (role, live, context) => {
    if (onlyReleases(role, live) || (await context.allows({ ...resource, verb: 'escalate', name: context.name }))) return
    await requireRights(resource, nameOf(role), rulesOf(role), context)
    // Removing the aggregationRule requires the same right, as it would keep rules that their source roles have lost.
    if (!isAggregated(role) && !(live && isAggregated(live))) return
    if ((await lacking(EVERYTHING, context)).length === 0) return
    throw forbidden(resource, nameOf(role), 'must have cluster-admin privileges to use the aggregationRule')
  }

/**
 * Creates the check of binding changes: the user holds all rights of the role, or may `bind` it.
 *
 * @param resource - The kind of binding.
 * @returns A check that throws 403, and 404 when the role does not exist.
 */
export const authorizeBinding =
  (resource: GroupResource): AuthorizeChange =>
  async (binding, live, context) => {
    const name = textAt(binding.roleRef, 'name')
    const kind = textAt(binding.roleRef, 'kind')
    // Such a binding is invalid, and grants nothing.
    if (kind !== 'Role' && kind !== 'ClusterRole') return
    const role = { group: resource.group, resource: kind === 'Role' ? 'roles' : 'clusterroles' }
    if (onlyReleases(binding, live) || (await context.allows({ ...role, verb: 'bind', name }))) return
    const found = context.find(role, name)
    if (!found) throw notFound(resource, name)
    await requireRights(resource, nameOf(binding), rulesOf(found), context)
  }

const isAggregated = ({ aggregationRule }: ApiObject): boolean =>
  listOf(recordOf(aggregationRule).clusterRoleSelectors).length > 0

async function requireRights(resource: GroupResource, name: string, wanted: readonly PolicyRule[], context: ChangeContext) {
  const missing = await lacking(wanted, context)
  if (missing.length === 0) return
  const { username, groups } = context.user
  const who = `user ${JSON.stringify(username)} (groups=${describeTexts(groups)})`
  const rules = missing.map(describeRule).sort().join('\n')
  throw forbidden(resource, name, `${who} is attempting to grant RBAC permissions not currently held:\n${rules}`)
}

async function lacking(wanted: readonly PolicyRule[], { user, authorizer, namespace }: ChangeContext): Promise<PolicyRule[]> {
  return wanted.length === 0 ? [] : missingRights(await rulesFor(authorizer, user, namespace), wanted)
}

/** Removing finalizers or owner references grants nothing. */
function onlyReleases(next: ApiObject, live: ApiObject | undefined): boolean {
  return live !== undefined && jsonEqual(withoutHolds(next), withoutHolds(live))
}

function withoutHolds(object: ApiObject): ApiObject {
  const released = { finalizers: undefined, ownerReferences: undefined, managedFields: undefined, resourceVersion: undefined }
  return { ...object, metadata: withFields(object.metadata, released) }
}
