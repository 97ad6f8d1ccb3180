/**
 * The user for a bare username, and perhaps groups: adds the implied ones.
 *
 * @module
 */

import { validateDnsLabel, validateDnsSubdomain } from '../objects/names.js'
import {
  ANONYMOUS_USER,
  AUTHENTICATED_GROUP,
  SERVICE_ACCOUNT_PREFIX,
  SERVICE_ACCOUNTS_GROUP,
  UNAUTHENTICATED_GROUP,
} from './user.js'

/**
 * The service account of a user name.
 *
 * @param username - Such as `system:serviceaccount:default:robot`.
 * @returns Undefined for every other name.
 */
export function serviceAccountOf(username: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!username.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined
  const [namespace = '', name = '', ...rest] = username.slice(SERVICE_ACCOUNT_PREFIX.length).split(':')
  if (rest.length > 0 || validateDnsLabel(namespace).length > 0 || validateDnsSubdomain(name).length > 0) return undefined
  return { namespace, name }
}

/**
 * The named groups, or else those of a service account; and the group of authenticated or unauthenticated users.
 *
 * @param username - The user.
 * @param named - The given groups.
 * @see Specification, "Impersonation"
 */
export function assumedGroups(username: string, named: readonly string[]): readonly string[] {
  const account = serviceAccountOf(username)
  const groups = named.length > 0 || !account ? named : [SERVICE_ACCOUNTS_GROUP, `${SERVICE_ACCOUNTS_GROUP}:${account.namespace}`]
  if (groups.includes(UNAUTHENTICATED_GROUP)) return groups
  const everybody = username === ANONYMOUS_USER.username ? UNAUTHENTICATED_GROUP : AUTHENTICATED_GROUP
  return groups.includes(everybody) ? groups : [...groups, everybody]
}
