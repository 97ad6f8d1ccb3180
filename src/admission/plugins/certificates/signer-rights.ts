/**
 * Authorization for signers of certificates.
 *
 * @module
 */

import type { Authorizer } from '../../../authz/index.js'
import type { UserInfo } from '../../../meta/index.js'

/** A user's intended use of a signer. */
export interface SignerDeed {
  readonly user: UserInfo
  /** Such as `sign`. */
  readonly verb: string
  /** API group of signers. */
  readonly group: string
  /** Such as `example.com/my-signer`. */
  readonly signerName: string
}

/**
 * Tells whether a user may use a verb on a signer. A rule may cover all signers of a domain, as `example.com/*`.
 *
 * @param authorizer - Decides.
 * @param deed - The user, verb and signer.
 */
export async function mayUseSigner(authorizer: Authorizer, { user, verb, group, signerName }: SignerDeed): Promise<boolean> {
  for (const name of [signerName, `${signerName.split('/')[0]}/*`]) {
    const { decision } = await authorizer.authorize({
      user,
      verb,
      group,
      version: '*',
      resource: 'signers',
      subresource: '',
      namespace: '',
      name,
      isResourceRequest: true,
      path: '',
    })
    if (decision === 'allow') return true
  }
  return false
}
