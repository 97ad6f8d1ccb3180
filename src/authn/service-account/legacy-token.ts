/**
 * Legacy tokens, which are stored in a Secret and never expire.
 *
 * @module
 */

import { type Dialect, getKey, type UnknownRecord } from '../../meta/index.js'
import { serviceAccountName } from './user.js'

/** Content of a legacy token. */
export interface LegacyToken {
  readonly namespace: string
  readonly account: { readonly name: string; readonly uid: string }
  /** The Secret that stores the token, in the account's namespace. */
  readonly secretName: string
}

/**
 * Writes the claims of a legacy token.
 *
 * @param token - Content of the token.
 * @param dialect - Defines the domain in the claim names.
 */
export function writeLegacyClaims({ namespace, account, secretName }: LegacyToken, dialect: Dialect): UnknownRecord {
  const prefix = `${dialect.labelDomain}/serviceaccount`
  return {
    iss: dialect.secretTokenIssuer,
    [`${prefix}/namespace`]: namespace,
    [`${prefix}/secret.name`]: secretName,
    [`${prefix}/service-account.name`]: account.name,
    [`${prefix}/service-account.uid`]: account.uid,
    sub: serviceAccountName(namespace, account.name),
  }
}

/**
 * Parses the claims of a legacy token.
 *
 * @param claims - Claims of a token whose signature was verified.
 * @param dialect - Defines the domain in the claim names.
 * @returns The content, or undefined for claims in another format, or if the subject is a different account.
 */
export function readLegacyClaims(claims: UnknownRecord, { labelDomain }: Dialect): LegacyToken | undefined {
  const claim = (key: string): string => {
    const value = getKey(claims, `${labelDomain}/serviceaccount/${key}`)
    return typeof value === 'string' ? value : ''
  }
  const [namespace, secretName] = [claim('namespace'), claim('secret.name')]
  const account = { name: claim('service-account.name'), uid: claim('service-account.uid') }
  if ([namespace, secretName, account.name, account.uid].includes('')) return undefined
  if (claims.sub !== serviceAccountName(namespace, account.name)) return undefined
  return { namespace, account, secretName }
}
