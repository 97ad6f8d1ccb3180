/**
 * Policies of attribute-based access control: what a line of a policy file says.
 *
 * @module
 */

import type { Attributes, UserInfo } from '../../meta/index.js'

/** One policy. Empty texts match nothing; `*` matches anything. */
export interface AbacPolicy {
  /** Name of the user. */
  readonly user: string
  /** A group that the user has to be a member of. */
  readonly group: string
  /** Whether it is limited to `get`, `list` and `watch`. */
  readonly readonly: boolean
  readonly apiGroup: string
  readonly namespace: string
  /** Plural name; includes its subresources. */
  readonly resource: string
  /** A non-resource path; a trailing `*` matches any suffix. */
  readonly nonResourcePath: string
}

const READ_ONLY: readonly string[] = ['get', 'list', 'watch']

/** The verbs of a policy. */
export const verbsOf = ({ readonly }: AbacPolicy): readonly string[] => (readonly ? READ_ONLY : ['*'])

/** Whether a policy applies to a user; one without user and group applies to none. */
export function isAbout({ user, group }: AbacPolicy, { username, groups }: UserInfo): boolean {
  if (user === '' && group === '') return false
  return (user === '' || user === username) && (group === '' || groups.includes(group))
}

/** Whether a policy allows a request of a user that it is about. */
export function covers(policy: AbacPolicy, { verb, isResourceRequest, path, group, namespace, resource }: Attributes): boolean {
  if (policy.readonly && !READ_ONLY.includes(verb)) return false
  if (!isResourceRequest) return coversPath(policy.nonResourcePath, path)
  return is(policy.namespace, namespace) && is(policy.resource, resource) && is(policy.apiGroup, group)
}

const is = (wanted: string, given: string): boolean => wanted === '*' || wanted === given

const coversPath = (wanted: string, path: string): boolean =>
  wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : wanted !== '' && wanted === path
