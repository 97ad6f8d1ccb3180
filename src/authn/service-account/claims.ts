/**
 * What the token of a service account says: claims, written and read.
 *
 * @module
 */

import { getKey, isRecord, type UnknownRecord } from '../../meta/index.js'
import { type ObjectName, type ServiceAccountIdentity, serviceAccountName } from './user.js'

/** The claims of a token to issue, or of one that was read. Times are in seconds since 1970. */
export interface BoundToken extends ServiceAccountIdentity {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly secret?: ObjectName
  readonly notBefore: number
  readonly expires: number
  /** From when on the holder should have got a newer token, though this one is still good. */
  readonly warnAfter?: number
}

/**
 * The claims of a token.
 *
 * @param token - What it says.
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
 * Reads the claims of a token.
 *
 * @param claims - Of a token whose signature was verified.
 * @param labelDomain - Name of the claim that holds the objects.
 * @returns What the token says, or undefined for claims of another form.
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

/** One audience may stand without a list around it, and none at all (RFC 7519 §4.1.3). */
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
