/**
 * The authorizers of another plane, as far as its API shows them: by an access review, and by the roles and bindings that the
 * user may read.
 *
 * @module
 */

import {
  type AccessExplanation,
  type AuthorizationDecision,
  type Authorizer,
  grantsFor,
  proposalFor,
  RBAC,
  RbacIndex,
} from '../../authz/index.js'
import type { Client } from '../../client/index.js'
import { ADMIN_GROUP, ApiError, type Attributes, type Dialect } from '../../meta/index.js'
import { bindingFromObject, rbacGroup, roleFromObject } from '../../resources/index.js'

/** Reason of a review that RBAC allowed. */
const BY_ROLES = /^RBAC: allowed by /

/**
 * Makes an authorizer of another plane, for explanations.
 *
 * @param client - May create SubjectAccessReviews, and list roles and bindings; without the latter decisions have no explanation.
 * @param dialect - The plane's dialect.
 */
export function remoteAuthorizer(client: Client, dialect: Dialect): Authorizer {
  const authorize = (attributes: Attributes) => review(client, dialect, attributes)
  return {
    authorize,
    async explain(attributes) {
      const answer = await authorize(attributes)
      try {
        return explained(await readPolicies(client, dialect, attributes), attributes, answer)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const reason = `roles and bindings cannot be read: ${error.message}`
        return { ...explained(undefined, attributes, answer), opinions: [opinion(answer), { ...NO_ROLES, reason }] }
      }
    },
  }
}

const NO_ROLES = { authorizer: RBAC, decision: 'noOpinion' } as const

const opinion = (answer: AuthorizationDecision) => ({ authorizer: deciderOf(answer), ...answer })

const deciderOf = ({ decision, reason = '' }: AuthorizationDecision): string =>
  decision === 'allow' && BY_ROLES.test(reason) ? RBAC : 'the plane'

function explained(index: RbacIndex | undefined, attributes: Attributes, answer: AuthorizationDecision): AccessExplanation {
  const allowed = answer.decision === 'allow'
  const isMaster = allowed && attributes.user.groups.includes(ADMIN_GROUP) && deciderOf(answer) !== RBAC
  const decider = isMaster ? ADMIN_GROUP : deciderOf(answer)
  const grants = index ? [...grantsFor(index, attributes)] : []
  return {
    allowed,
    ...(answer.decision !== 'noOpinion' && { decidedBy: decider }),
    opinions: [{ ...answer, authorizer: decider }],
    grants,
    // No proposal if roles already allow it: then RBAC is not enabled there, or an authorizer before it denies.
    ...(index &&
      !allowed &&
      answer.decision === 'noOpinion' &&
      grants.length === 0 && { proposal: proposalFor(index, attributes) }),
  }
}

async function review(client: Client, dialect: Dialect, attributes: Attributes): Promise<AuthorizationDecision> {
  const { user, verb, path, group, resource, subresource, namespace, name } = attributes
  const { username, ...more } = user
  const asked = attributes.isResourceRequest
    ? { resourceAttributes: { verb, group, resource, subresource, namespace, name } }
    : { nonResourceAttributes: { verb, path } }
  const reviews = client.resource({
    group: `authorization.${dialect.groupDomain}`,
    version: 'v1',
    resource: 'subjectaccessreviews',
    kind: 'SubjectAccessReview',
    namespaced: false,
  })
  const { status } = (await reviews.create({ metadata: {}, spec: { user: username, ...more, ...asked } })) as {
    readonly status?: {
      readonly allowed?: boolean
      readonly denied?: boolean
      readonly reason?: string
      readonly evaluationError?: string
    }
  }
  const { allowed, denied, reason, evaluationError } = status ?? {}
  if (allowed) return { decision: 'allow', ...(reason && { reason }) }
  return { decision: denied ? 'deny' : 'noOpinion', ...(reason && { reason }), ...(evaluationError && { evaluationError }) }
}

/** Reads the roles and bindings that apply to a question. */
async function readPolicies(client: Client, dialect: Dialect, { namespace }: Attributes): Promise<RbacIndex> {
  const group = rbacGroup(dialect)
  const index = new RbacIndex(group)
  const ofCluster = (resource: string, kind: string) =>
    client.resource({ group, version: 'v1', resource, kind, namespaced: false }).all()
  const inNamespace = (resource: string, kind: string) =>
    client.resource({ group, version: 'v1', resource, kind, namespaced: true }).namespace(namespace).all()
  for await (const role of ofCluster('clusterroles', 'ClusterRole')) index.putRole(roleFromObject(role))
  for await (const binding of ofCluster('clusterrolebindings', 'ClusterRoleBinding')) index.putBinding(bindingFromObject(binding))
  if (namespace === '') return index
  for await (const role of inNamespace('roles', 'Role')) index.putRole(roleFromObject(role))
  for await (const binding of inNamespace('rolebindings', 'RoleBinding')) index.putBinding(bindingFromObject(binding))
  return index
}
