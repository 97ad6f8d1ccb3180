/**
 * Explains decisions of an authorizer, and of each that it is composed of.
 *
 * @module
 */

import { type Attributes, assumedGroups, check, type UserInfo } from '../meta/index.js'
import type { Authorizer } from './authorizer.js'
import type { AccessExplanation } from './explanation.js'

/** The access in question. Absent texts are empty. */
export interface AccessQuestion {
  /**
   * The user. Implied groups are added: `system:authenticated`, and those of a service account when no others
   * are named.
   */
  readonly user: Pick<UserInfo, 'username'> & Partial<UserInfo>
  /** Such as `list`, or for paths `get`. */
  readonly verb: string
  /** API group; empty is the core group. */
  readonly group?: string
  /** Plural name, such as `pods`. */
  readonly resource?: string
  /** Such as `log`. */
  readonly subresource?: string
  /** Empty is the cluster: all namespaces for what lives in namespaces. */
  readonly namespace?: string
  /** Name of one object; empty means any. */
  readonly name?: string
  /** A path that is no resource, such as `/metrics`, instead of a resource. */
  readonly path?: string
}

const { text } = check
const anAuthorizer = /* @__PURE__ */ check.fits('an authorizer', (value) => check.has(value, 'authorize'))
const aUser = /* @__PURE__ */ check.fits(
  'an object with a username',
  (value) => check.isObject(value) && typeof value.username === 'string',
)
const aQuestion = /* @__PURE__ */ check.members<keyof AccessQuestion>(
  { user: aUser, verb: text, group: text, resource: text, subresource: text, namespace: text, name: text, path: text },
  ['user', 'verb'],
)

/**
 * Explains whether an access is allowed: which authorizer decided, by which binding and rule, or what would have to be granted.
 *
 * Authorizers are called as for a request, remote ones too. Nothing is stored or audited.
 *
 * @param authorizer - Decides. `plane.explainAccess` uses those of a plane.
 * @param question - The user, verb and resource.
 * @throws TypeError, with one line, for a question about neither a resource nor a path, or about both.
 * @see Ours
 */
export async function explainAccess(authorizer: Authorizer, question: AccessQuestion): Promise<AccessExplanation> {
  check.refuse('explainAccess', [...anAuthorizer(authorizer, 'authorizer'), ...aQuestion(question, 'question')])
  return explanationBy(authorizer, attributesOf(question))
}

/** An authorizer's explanation of a decision, or only the decision where it has none. */
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
    // A namespace is requested in itself.
    namespace: group === '' && resource === 'namespaces' && namespace === '' ? name : namespace,
    name,
  }
}
