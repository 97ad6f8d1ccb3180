/**
 * Whether what a token hangs on is still there: the account, and the object that it is bound to.
 *
 * @module
 */

import { type ApiObject, isRecord } from '../../meta/index.js'
import type { BoundToken } from './claims.js'
import type { LegacyToken } from './legacy-token.js'
import type { ObjectName } from './user.js'

/** Types whose objects tokens hang on. All are of the core group. */
export type TokenObjectType = 'serviceaccounts' | 'secrets' | 'pods' | 'nodes'

/**
 * The stored object as of now, from memory; undefined when there is none. Asked with every token that is shown.
 *
 * @param type - Its type.
 * @param namespace - Its namespace; empty for nodes.
 * @param name - Its name.
 */
export type FindObject = (type: TokenObjectType, namespace: string, name: string) => ApiObject | undefined

/** An object that is being deleted counts for so long: its holder may have to finish something. */
const DELETION_LEEWAY_MS = 60_000

const INVALIDATED = 'service account token has been invalidated'

/**
 * Tells why a token does not count any more.
 *
 * @param token - A token that was signed here and is not expired.
 * @param find - Looks objects up.
 * @param nowMs - The time.
 * @returns The reason, or undefined when it counts.
 */
export function whyRevoked(token: BoundToken, find: FindObject, nowMs: number): string | undefined {
  const { namespace, account, secret, pod, node } = token
  const found = find('serviceaccounts', namespace, account.name)
  if (!found) return `serviceaccounts ${JSON.stringify(account.name)} not found`
  if (found.metadata.uid !== account.uid)
    return `service account UID (${found.metadata.uid}) does not match claim (${account.uid})`
  if (isGone(found, nowMs)) return 'service account has been deleted'
  const isLost = (type: TokenObjectType, where: string, bound: ObjectName) => {
    const object = find(type, where, bound.name)
    return !object || object.metadata.uid !== bound.uid || isGone(object, nowMs)
  }
  if (secret && isLost('secrets', namespace, secret)) return INVALIDATED
  if (pod && isLost('pods', namespace, pod)) return INVALIDATED
  // Beside a pod the node is only informative: the token is valid as long as the pod.
  if (node && !pod && isLost('nodes', '', node)) return INVALIDATED
  return undefined
}

/**
 * Tells why a token of the old kind does not count any more; see {@link whyRevoked}.
 *
 * @param claims - What it says.
 * @param token - The token itself: the Secret has to hold the very same.
 * @param find - Looks objects up.
 */
export function whyLegacyRevoked(claims: LegacyToken, token: string, find: FindObject): string | undefined {
  const { namespace, account, secretName } = claims
  const secret = find('secrets', namespace, secretName)
  if (!secret || secret.metadata.deletionTimestamp) return 'Token has been invalidated'
  const data = isRecord(secret.data) ? secret.data.token : undefined
  if (data !== btoa(token)) return "Token does not match server's copy"
  const found = find('serviceaccounts', namespace, account.name)
  if (!found || found.metadata.deletionTimestamp) return 'ServiceAccount has been deleted'
  if (found.metadata.uid !== account.uid)
    return `ServiceAccount UID (${found.metadata.uid}) does not match claim (${account.uid})`
  return undefined
}

function isGone({ metadata: { deletionTimestamp } }: ApiObject, nowMs: number): boolean {
  return !!deletionTimestamp && Date.parse(deletionTimestamp) < nowMs - DELETION_LEEWAY_MS
}
