/**
 * From the question of an access review to what an authorizer is asked.
 *
 * @module
 */

import type { ApiObject, Attributes, UserInfo } from '../../meta/index.js'
import { getRecord, recordOf, textAt, textsOf } from '../fields.js'

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
 * The request that a review is about, as authorizers see it. Selectors narrow nothing: who may do it without them may do
 * it with them.
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
  }
}
