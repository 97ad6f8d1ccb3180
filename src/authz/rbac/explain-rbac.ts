/**
 * Explains RBAC decisions, and proposes a role and binding for a refused request.
 *
 * @module
 */

import { type ApiObject, type Attributes, formatApiVersion, serviceAccountOf } from '../../meta/index.js'
import type { AuthorizationDecision } from '../authorizer.js'
import type { AccessExplanation, AccessGrant, AccessObjectName, AccessProposal } from '../explanation.js'
import { covers, type PolicyRule } from './policy-rule.js'
import type { Grant, RbacIndex } from './rbac-index.js'

/** Name of RBAC in explanations. */
export const RBAC = 'RBAC'

/** Maximum number of roles in a proposal. */
const MAX_ROLES = 10

/**
 * Explains an RBAC decision.
 *
 * @param index - The roles and bindings.
 * @param attributes - The request.
 * @param answer - The decision.
 */
export function explainRbac(index: RbacIndex, attributes: Attributes, answer: AuthorizationDecision): AccessExplanation {
  const allowed = answer.decision === 'allow'
  return {
    allowed,
    ...(allowed && { decidedBy: RBAC }),
    opinions: [{ authorizer: RBAC, ...answer }],
    grants: [...grantsFor(index, attributes)],
    ...(!allowed && { proposal: proposalFor(index, attributes) }),
  }
}

/** All rules of the user that cover the request. */
export function* grantsFor(index: RbacIndex, attributes: Attributes): Iterable<AccessGrant> {
  const { user, isResourceRequest, namespace } = attributes
  for (const grant of index.grantsOf(user, isResourceRequest ? namespace : '')) {
    const rule = index.roleOf(grant)?.rules.find((one) => covers(one, attributes))
    if (rule) yield { ...namesOf(grant), rule }
  }
}

function namesOf({ binding, subject }: Grant): Omit<AccessGrant, 'rule'> {
  const { namespace, name, roleRef } = binding
  return {
    binding: { kind: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding', namespace, name },
    role: { kind: roleRef.kind, namespace: roleRef.kind === 'Role' ? namespace : '', name: roleRef.name },
    subject: { ...subject, namespace: subject.kind === 'ServiceAccount' ? subject.namespace || namespace : '' },
  }
}

/**
 * Proposes what to grant.
 *
 * @param index - The existing roles.
 * @param attributes - The request to allow.
 */
export function proposalFor(index: RbacIndex, attributes: Attributes): AccessProposal {
  return { roles: rolesFor(index, attributes), objects: smallestGrant(index.group, attributes) }
}

function rolesFor(index: RbacIndex, attributes: Attributes): readonly AccessObjectName[] {
  const fitting: { readonly role: AccessObjectName; readonly rights: number }[] = []
  for (const { kind, namespace, name, role } of index.roles()) {
    const canBeGiven = kind === 'ClusterRole' || (attributes.isResourceRequest && namespace === attributes.namespace)
    if (canBeGiven && role.covers(attributes))
      fitting.push({ role: { kind, namespace, name }, rights: sumOf(role.rules.map(rightsOf)) })
  }
  return fitting
    .sort((a, b) => a.rights - b.rights)
    .slice(0, MAX_ROLES)
    .map(({ role }) => role)
}

/** `*` counts as more than any list. */
const MANY = 10_000

const countOf = (texts: readonly string[] = []): number => (texts.includes('*') ? MANY : texts.length)

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** An estimate of how much a rule grants. */
const rightsOf = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): number => {
  const places = countOf(apiGroups) * countOf(resources) * (resourceNames?.length ? 1 : MANY)
  return countOf(verbs) * (places + countOf(nonResourceURLs))
}

/** A role with one rule, and its binding: in the namespace of the request, or cluster-wide. */
function smallestGrant(group: string, attributes: Attributes): readonly ApiObject[] {
  const { user, isResourceRequest } = attributes
  const namespace = isResourceRequest ? attributes.namespace : ''
  const prefix = namespace === '' ? 'Cluster' : ''
  const apiVersion = formatApiVersion(group, 'v1')
  const metadata = { name: nameFor(attributes), ...(namespace !== '' && { namespace }) }
  const account = serviceAccountOf(user.username)
  const subject = account ? { kind: 'ServiceAccount', ...account } : { kind: 'User', apiGroup: group, name: user.username }
  return [
    { apiVersion, kind: `${prefix}Role`, metadata, rules: [ruleFor(attributes)] },
    {
      apiVersion,
      kind: `${prefix}RoleBinding`,
      metadata,
      roleRef: { apiGroup: group, kind: `${prefix}Role`, name: metadata.name },
      subjects: [subject],
    },
  ]
}

/** A create or deletecollection request has no object name, so a rule for it cannot name objects. */
const NAMELESS: ReadonlySet<string> = new Set(['create', 'deletecollection'])

function ruleFor({ isResourceRequest, path, verb, group, resource, subresource, name }: Attributes): PolicyRule {
  if (!isResourceRequest) return { nonResourceURLs: [path], verbs: [verb] }
  return {
    apiGroups: [group],
    resources: [subresource === '' ? resource : `${resource}/${subresource}`],
    ...(name !== '' && !NAMELESS.has(verb) && { resourceNames: [name] }),
    verbs: [verb],
  }
}

const MAX_NAME = 200

/** Such as `jane-list-pods`; characters that are invalid in a name become dashes. */
function nameFor({ user, isResourceRequest, verb, resource, subresource, name, path }: Attributes): string {
  const words = isResourceRequest ? [user.username, verb, resource, subresource, name] : [user.username, verb, path]
  const text = words.filter((word) => word !== '').join('-')
  return text
    .replace(/[^A-Za-z0-9.:_-]+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, MAX_NAME)
}
