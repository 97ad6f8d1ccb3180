/**
 * Policies of attribute-based access control: the content of one line of a policy file.
 *
 * @module
 */

import type { Attributes, UserInfo } from '../../meta/index.js'

/** One policy. An empty string matches nothing; `*` matches anything. */
export interface AbacPolicy {
  /** User name. */
  readonly user: string
  /** A group that the user must be a member of. */
  readonly group: string
  /** Whether the policy allows only `get`, `list` and `watch`. */
  readonly readonly: boolean
  readonly apiGroup: string
  readonly namespace: string
  /** Plural resource name; includes its subresources. */
  readonly resource: string
  /** A non-resource path; a trailing `*` matches any suffix. */
  readonly nonResourcePath: string
}

const READ_ONLY: readonly string[] = ['get', 'list', 'watch']

/** The verbs that a policy allows. */
export const verbsOf = ({ readonly }: AbacPolicy): readonly string[] => (readonly ? READ_ONLY : ['*'])

/** Whether a policy applies to a user. A policy without user and group matches no user. */
export function isAbout({ user, group }: AbacPolicy, { username, groups }: UserInfo): boolean {
  if (user === '' && group === '') return false
  return (user === '' || user === username) && (group === '' || groups.includes(group))
}

/** Whether a policy that applies to the user allows the request. */
export function covers(policy: AbacPolicy, { verb, isResourceRequest, path, group, namespace, resource }: Attributes): boolean {
  if (policy.readonly && !READ_ONLY.includes(verb)) return false
  if (!isResourceRequest) return coversPath(policy.nonResourcePath, path)
  return is(policy.namespace, namespace) && is(policy.resource, resource) && is(policy.apiGroup, group)
}

const is = (wanted: string, given: string): boolean => wanted === '*' || wanted === given

const coversPath = (wanted: string, path: string): boolean =>
  wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : wanted !== '' && wanted === path
