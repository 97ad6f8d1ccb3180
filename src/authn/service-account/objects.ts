/**
 * Revocation of tokens: a token is valid only while its account and the object it is bound to exist.
 *
 * @module
 */

import { type ApiObject, isRecord } from '../../meta/index.js'
import { canonicalByteText } from '../../text/index.js'
import type { BoundToken } from './claims.js'
import type { LegacyToken } from './legacy-token.js'
import type { ObjectName } from './user.js'

/** Types of objects that tokens depend on. All are in the core group. */
export type TokenObjectType = 'serviceaccounts' | 'secrets' | 'pods' | 'nodes'

/**
 * Returns the current object, from memory; undefined when there is none. Called for every token.
 *
 * @param type - Its type.
 * @param namespace - Its namespace; empty for nodes.
 * @param name - Its name.
 */
export type FindObject = (type: TokenObjectType, namespace: string, name: string) => ApiObject | undefined

/** A terminating object counts as existing for this long, as its holder may have to finish something. */
const DELETION_LEEWAY_MS = 60_000

const INVALIDATED = 'service account token has been invalidated'

/**
 * Tells why a token is revoked.
 *
 * @param token - A token that was signed here and has not expired.
 * @param find - Looks up objects.
 * @param nowMs - The time.
 * @returns The reason, or undefined when the token is valid.
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
  // With a bound pod the node is only informative: the token is valid as long as the pod.
  if (node && !pod && isLost('nodes', '', node)) return INVALIDATED
  return undefined
}

/**
 * Tells why a legacy token is revoked; see {@link whyRevoked}.
 *
 * @param claims - Content of the token.
 * @param token - The token itself: it has to equal the one in the Secret.
 * @param find - Looks up objects.
 * @param labelDomain - Domain of the label that marks a Secret as invalid.
 */
export function whyLegacyRevoked(claims: LegacyToken, token: string, find: FindObject, labelDomain: string): string | undefined {
  const { namespace, account, secretName } = claims
  const secret = find('secrets', namespace, secretName)
  if (!secret || secret.metadata.deletionTimestamp) return 'Token has been invalidated'
  const data = isRecord(secret.data) ? secret.data.token : undefined
  if (typeof data !== 'string' || canonicalByteText(data) !== btoa(token)) return "Token does not match server's copy"
  const found = find('serviceaccounts', namespace, account.name)
  if (!found || found.metadata.deletionTimestamp) return 'ServiceAccount has been deleted'
  if (found.metadata.uid !== account.uid)
    return `ServiceAccount UID (${found.metadata.uid}) does not match claim (${account.uid})`
  if (secret.metadata.labels?.[`${labelDomain}/legacy-token-invalid-since`])
    return `the token in secret ${namespace}/${secretName} for service account ${namespace}/${account.name} has been marked invalid`
  return undefined
}

function isGone({ metadata: { deletionTimestamp } }: ApiObject, nowMs: number): boolean {
  return !!deletionTimestamp && Date.parse(deletionTimestamp) < nowMs - DELETION_LEEWAY_MS
}
