/**
 * The signers that a plane has by itself.
 *
 * @module
 */

import { type DialectOption, dialectOf } from '../meta/index.js'
import { type AuthoritySignerOptions, createAuthoritySigner } from './authority-signer.js'
import { builtInPolicies } from './policies.js'
import type { Signer } from './signer.js'

/** What the signers of a plane are made from. */
export interface BuiltInSignerOptions extends Omit<AuthoritySignerOptions, 'signerName' | 'authority' | 'refuses'> {
  readonly dialect: DialectOption
  /** Gives the authority of a signer, by its name; undefined for a signer that there is not to be. */
  readonly authorityOf: (signerName: string) => AuthoritySignerOptions['authority'] | undefined
}

/**
 * Makes the signers that a plane has by itself: for clients, for node agents as clients and as servers, and for requests from before
 * signers had names.
 *
 * @param options - Authorities, how long certificates last; words, time and chance.
 */
export function builtInSigners({ dialect, authorityOf, ...options }: BuiltInSignerOptions): readonly Signer[] {
  return [...builtInPolicies(dialectOf(dialect))].flatMap(([signerName, refuses]) => {
    const authority = authorityOf(signerName)
    return authority ? [createAuthoritySigner({ ...options, signerName, refuses, authority })] : []
  })
}
