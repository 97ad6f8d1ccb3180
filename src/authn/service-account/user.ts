/**
 * Maps service accounts to users.
 *
 * @module
 */

import { type Dialect, SERVICE_ACCOUNT_PREFIX, SERVICE_ACCOUNTS_GROUP, type UserInfo } from '../../meta/index.js'

/** A reference to an object, as in a token. */
export interface ObjectName {
  readonly name: string
  /** Absent for a node that did not exist when the token was issued. */
  readonly uid?: string
}

/** A service account, and the objects its token is bound to. */
export interface ServiceAccountIdentity {
  readonly namespace: string
  readonly account: ObjectName & { readonly uid: string }
  readonly pod?: ObjectName
  readonly node?: ObjectName
  /** Id of the token (`jti`). */
  readonly tokenId?: string
}

/** The user name of a service account. */
export const serviceAccountName = (namespace: string, name: string): string => `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`

/**
 * The user of a service account.
 *
 * @param identity - The account, and the objects its token is bound to.
 * @param dialect - Defines the domain of the extra keys.
 * @see Specification, "Service account tokens"
 */
export function serviceAccountUser(identity: ServiceAccountIdentity, { labelDomain }: Dialect): UserInfo {
  const { namespace, account, pod, node, tokenId } = identity
  const extra: Record<string, readonly string[]> = {}
  const tell = (key: string, value: string | undefined) => {
    if (value) extra[`authentication.${labelDomain}/${key}`] = [value]
  }
  tell('credential-id', tokenId && `JTI=${tokenId}`)
  tell('node-name', node?.name)
  tell('node-uid', node?.uid)
  tell('pod-name', pod?.name)
  tell('pod-uid', pod?.uid)
  return {
    username: serviceAccountName(namespace, account.name),
    uid: account.uid,
    groups: [SERVICE_ACCOUNTS_GROUP, `${SERVICE_ACCOUNTS_GROUP}:${namespace}`],
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}
