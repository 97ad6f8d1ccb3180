/**
 * From the question of an access review to what an authorizer is asked.
 *
 * @module
 */

import {
  type ApiObject,
  type Attributes,
  fieldRequirements,
  labelRequirements,
  type SelectorRequirement,
  type UserInfo,
} from '../../meta/index.js'
import { getRecord, listOf, recordOf, textAt, textsOf } from '../fields.js'

/**
 * The user that a review names.
 *
 * @param object - The review, valid.
 */
export function subjectOf({ spec }: ApiObject): UserInfo {
  const { groups, extra } = recordOf(spec)
  const uid = textAt(spec, 'uid')
  return {
    username: textAt(spec, 'user'),
    ...(uid !== '' && { uid }),
    groups: textsOf(groups),
    ...(extra !== undefined && { extra: extra as Readonly<Record<string, readonly string[]>> }),
  }
}

/**
 * The request that a review is about, as authorizers see it.
 *
 * @param object - The review, valid.
 * @param user - Whose request it would be.
 */
export function attributesOf({ spec }: ApiObject, user: UserInfo): Attributes {
  const resource = getRecord(spec, 'resourceAttributes')
  const asked = resource ?? getRecord(spec, 'nonResourceAttributes')
  return {
    user,
    verb: textAt(asked, 'verb'),
    isResourceRequest: resource !== undefined,
    path: resource ? '' : textAt(asked, 'path'),
    group: textAt(resource, 'group'),
    // A question that names no version is about all of them.
    version: resource ? textAt(resource, 'version') || '*' : '',
    resource: textAt(resource, 'resource'),
    subresource: textAt(resource, 'subresource'),
    namespace: textAt(resource, 'namespace'),
    name: textAt(resource, 'name'),
    ...requirementsOf('fieldSelector', resource, fieldRequirements),
    ...requirementsOf('labelSelector', resource, labelRequirements),
  }
}

/** A selector as text, or taken apart. */
function requirementsOf(
  member: 'fieldSelector' | 'labelSelector',
  resource: unknown,
  read: (text: string) => readonly SelectorRequirement[],
): Partial<Attributes> {
  const selector = getRecord(resource, member)
  if (!selector) return {}
  const text = textAt(selector, 'rawSelector')
  const requirements = text === '' ? listOf(selector.requirements).map(requirementOf) : read(text)
  return requirements.length > 0 ? { [member]: requirements } : {}
}

function requirementOf(requirement: unknown): SelectorRequirement {
  const values = textsOf(recordOf(requirement).values)
  return {
    key: textAt(requirement, 'key'),
    operator: textAt(requirement, 'operator') as SelectorRequirement['operator'],
    ...(values.length > 0 && { values }),
  }
}
