/**
 * The request body of an authorization webhook: a SubjectAccessReview.
 *
 * @module
 */

import type { Attributes, SelectorRequirement } from '../../meta/index.js'

type Members = Readonly<Record<string, unknown>>

/**
 * The spec of a review.
 *
 * @param attributes - The request to decide.
 * @param version - `v1beta1` names the groups field differently.
 */
export function reviewSpec(attributes: Attributes, version: 'v1' | 'v1beta1'): Members {
  const { user, verb, path } = attributes
  const target = attributes.isResourceRequest
    ? { resourceAttributes: given(resourceAttributes(attributes)) }
    : { nonResourceAttributes: given({ path, verb }) }
  const { username, groups, extra, uid } = user
  return { ...target, ...given({ user: username, [version === 'v1' ? 'groups' : 'group']: groups, extra, uid }) }
}

/**
 * The spec of a review (v1) with every field that conditions may use, including empty ones.
 *
 * @param attributes - The request to decide.
 */
export function wholeReviewSpec(attributes: Attributes): Members {
  const { user, verb, path } = attributes
  const { username, groups, extra = {}, uid = '' } = user
  return {
    ...(attributes.isResourceRequest
      ? { resourceAttributes: resourceAttributes(attributes) }
      : { nonResourceAttributes: { path, verb } }),
    user: username,
    groups,
    extra,
    uid,
  }
}

const resourceAttributes = (attributes: Attributes): Members => {
  const { namespace, verb, group, version, resource, subresource, name, fieldSelector, labelSelector } = attributes
  return {
    namespace,
    verb,
    group,
    version,
    resource,
    subresource,
    name,
    ...selector('fieldSelector', fieldSelector),
    ...selector('labelSelector', labelSelector),
  }
}

const selector = (member: string, requirements: readonly SelectorRequirement[] = []): Members =>
  requirements.length > 0 ? { [member]: { requirements } } : {}

/** Omits empty fields, as the API conventions do on the wire. */
const given = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && !isEmpty(value)))

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
