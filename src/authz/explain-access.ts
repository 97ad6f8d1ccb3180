/**
 * Explains the decision of an authorizer, and of each authorizer in a chain.
 *
 * @module
 */

import { type Attributes, assumedGroups, check, type UserInfo } from '../meta/index.js'
import type { Authorizer } from './authorizer.js'
import type { AccessExplanation } from './explanation.js'

/** The access in question. Absent fields count as empty strings. */
export interface AccessQuestion {
  /**
   * The user. Implied groups are added: `system:authenticated`, and the groups of a service account if no groups are given.
   */
  readonly user: Pick<UserInfo, 'username'> & Partial<UserInfo>
  /** Such as `list`; for non-resource paths an HTTP method such as `get`. */
  readonly verb: string
  /** API group; empty is the core group. */
  readonly group?: string
  /** Plural name, such as `pods`. */
  readonly resource?: string
  /** Such as `log`. */
  readonly subresource?: string
  /** Empty means the whole cluster: all namespaces of a namespaced resource. */
  readonly namespace?: string
  /** Name of one object; empty means any. */
  readonly name?: string
  /** A non-resource path such as `/metrics`, given instead of a resource. */
  readonly path?: string
}

const { text } = check
const anAuthorizer = /* @__PURE__ */ check.fits('an authorizer', (value) => check.has(value, 'authorize'))
const aUser = /* @__PURE__ */ check.fits(
  'an object with a username',
  (value) => check.isObject(value) && typeof value.username === 'string' && Array.isArray(value.groups ?? []),
)
const aQuestion = /* @__PURE__ */ check.members<keyof AccessQuestion>(
  { user: aUser, verb: text, group: text, resource: text, subresource: text, namespace: text, name: text, path: text },
  ['user', 'verb'],
)

/**
 * Explains whether an access is allowed: which authorizer decided, by which binding and rule, or which grant is missing.
 *
 * Authorizers, including remote ones, are called as for a request. Nothing is stored or audited.
 *
 * @param authorizer - The authorizer to ask. `plane.explainAccess` passes the plane's own.
 * @param question - The user, verb and resource.
 * @throws TypeError, with one line, if the question names neither a resource nor a path, or names both.
 * @see Ours
 */
export async function explainAccess(authorizer: Authorizer, question: AccessQuestion): Promise<AccessExplanation> {
  check.refuse('explainAccess', [...anAuthorizer(authorizer, 'authorizer'), ...aQuestion(question, 'question')])
  return explanationBy(authorizer, attributesOf(question))
}

/** The authorizer's explanation of a decision, or only the decision if it offers none. */
export async function explanationBy(authorizer: Authorizer, attributes: Attributes): Promise<AccessExplanation> {
  if (authorizer.explain) return authorizer.explain(attributes)
  const answer = await authorizer.authorize(attributes)
  const { name = 'an authorizer without a name' } = authorizer
  return {
    allowed: answer.decision === 'allow',
    ...(answer.decision !== 'noOpinion' && { decidedBy: name }),
    opinions: [{ authorizer: name, ...answer }],
    grants: [],
  }
}

function attributesOf({ user, verb, path = '', resource = '', ...rest }: AccessQuestion): Attributes {
  if ((path === '') === (resource === '')) {
    throw new TypeError(`explainAccess: expected either a resource or a path, got ${JSON.stringify({ resource, path })}`)
  }
  const { group = '', subresource = '', namespace = '', name = '' } = rest
  return {
    user: { ...user, groups: assumedGroups(user.username, user.groups ?? []) },
    verb,
    isResourceRequest: path === '',
    path,
    group,
    version: path === '' ? '*' : '',
    resource,
    subresource,
    // For requests for a namespace itself, the namespace is that namespace.
    namespace: group === '' && resource === 'namespaces' && namespace === '' ? name : namespace,
    name,
  }
}
