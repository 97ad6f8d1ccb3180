/**
 * The built-in signers.
 *
 * @module
 */

import { check, type DialectOption, dialectOf } from '../meta/index.js'
import { type AuthoritySignerOptions, createAuthoritySigner } from './authority-signer.js'
import { builtInPolicies } from './policies.js'
import type { Signer } from './signer.js'

/** What the signers of a plane are made from. */
export interface BuiltInSignerOptions extends Omit<AuthoritySignerOptions, 'signerName' | 'authority' | 'refuses'> {
  readonly dialect: DialectOption
  /** Gives the authority of a signer, by its name; undefined for a signer that there is not to be. */
  readonly authorityOf: (signerName: string) => AuthoritySignerOptions['authority'] | undefined
}

const builtInOptions = /* @__PURE__ */ check.members<keyof BuiltInSignerOptions>(
  {
    dialect: check.dialect,
    authorityOf: check.callable,
    durationSeconds: check.amount,
    clock: check.clock,
    random: check.random,
  },
  ['dialect', 'authorityOf'],
)

/**
 * Makes the built-in signers: for API clients, for kubelets as clients and as servers, and the legacy signer for requests
 * without a signer name.
 *
 * @param options - Authorities, how long certificates last; words, time and chance.
 */
export function builtInSigners(options: BuiltInSignerOptions): readonly Signer[] {
  check.refuse('builtInSigners', builtInOptions(options, ''))
  const { dialect, authorityOf, ...rest } = options
  return [...builtInPolicies(dialectOf(dialect))].flatMap(([signerName, refuses]) => {
    const authority = authorityOf(signerName)
    return authority ? [createAuthoritySigner({ ...rest, signerName, refuses, authority })] : []
  })
}
