/**
 * The claims of service account tokens: written and parsed.
 *
 * @module
 */

import { getKey, isRecord, type UnknownRecord } from '../../meta/index.js'
import { type ObjectName, type ServiceAccountIdentity, serviceAccountName } from './user.js'

/** The claims of a token, issued or parsed. Times are in seconds since 1970. */
export interface BoundToken extends ServiceAccountIdentity {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly secret?: ObjectName
  readonly notBefore: number
  readonly expires: number
  /** From this time the holder should use a newer token, though this one is still valid. */
  readonly warnAfter?: number
}

/**
 * The claims of a token.
 *
 * @param token - Content of the token.
 * @param issuedAt - Seconds since 1970.
 * @param labelDomain - Name of the claim that holds the objects.
 */
export function writeClaims(token: BoundToken, issuedAt: number, labelDomain: string): UnknownRecord {
  const { namespace, account, pod, node, secret, warnAfter } = token
  return {
    aud: token.audiences,
    exp: token.expires,
    iat: issuedAt,
    iss: token.issuer,
    jti: token.tokenId,
    [labelDomain]: {
      namespace,
      ...(node && { node: nameOf(node) }),
      ...(pod && { pod: nameOf(pod) }),
      ...(secret && { secret: nameOf(secret) }),
      serviceaccount: nameOf(account),
      ...(warnAfter !== undefined && { warnafter: warnAfter }),
    },
    nbf: token.notBefore,
    sub: serviceAccountName(namespace, account.name),
  }
}

const nameOf = ({ name, uid }: ObjectName): ObjectName => ({ name, ...(uid && { uid }) })

/**
 * Parses the claims of a token.
 *
 * @param claims - Claims of a token whose signature was verified.
 * @param labelDomain - Name of the claim that holds the objects.
 * @returns The content, or undefined for claims in another format.
 */
export function readClaims(claims: UnknownRecord, labelDomain: string): BoundToken | undefined {
  const objects = getKey(claims, labelDomain)
  const { iss, sub, exp, nbf, jti } = claims
  const audiences = readAudiences(claims.aud)
  if (!isRecord(objects) || typeof iss !== 'string' || !audiences || !isTime(exp)) return undefined
  const { namespace, warnafter } = objects
  const account = readName(objects.serviceaccount)
  if (typeof namespace !== 'string' || !account?.uid || sub !== serviceAccountName(namespace, account.name)) return undefined
  const bound = { pod: objects.pod, node: objects.node, secret: objects.secret }
  const names: { pod?: ObjectName; node?: ObjectName; secret?: ObjectName } = {}
  for (const key of ['pod', 'node', 'secret'] as const) {
    if (bound[key] === undefined) continue
    const name = readName(bound[key])
    if (!name) return undefined
    names[key] = name
  }
  return {
    issuer: iss,
    audiences,
    namespace,
    account: { name: account.name, uid: account.uid },
    ...names,
    ...(typeof jti === 'string' && { tokenId: jti }),
    notBefore: isTime(nbf) ? nbf : 0,
    expires: exp,
    ...(isTime(warnafter) && { warnAfter: warnafter }),
  }
}

/** A single audience may be a string instead of a list, and `aud` may be absent (RFC 7519 §4.1.3). */
function readAudiences(value: unknown): readonly string[] | undefined {
  if (value === undefined) return []
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
}

function readName(value: unknown): ObjectName | undefined {
  if (!isRecord(value) || typeof value.name !== 'string' || value.name === '') return undefined
  return { name: value.name, ...(typeof value.uid === 'string' && value.uid !== '' && { uid: value.uid }) }
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
