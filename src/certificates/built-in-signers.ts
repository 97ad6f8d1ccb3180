/**
 * The built-in signers.
 *
 * @module
 */

import { aDialect, check, type DialectOption, dialectOf, positiveNumber } from '../meta/index.js'
import { type AuthoritySignerOptions, createAuthoritySigner } from './authority-signer.js'
import { builtInPolicies } from './policies.js'
import type { Signer } from './signer.js'

/** Options of the built-in signers. */
export interface BuiltInSignerOptions extends Omit<AuthoritySignerOptions, 'signerName' | 'authority' | 'refuses'> {
  readonly dialect: DialectOption
  /** Returns the CA of a signer, by its name; undefined to omit the signer. */
  readonly authorityOf: (signerName: string) => AuthoritySignerOptions['authority'] | undefined
}

const builtInOptions = /* @__PURE__ */ check.members<keyof BuiltInSignerOptions>(
  {
    dialect: aDialect,
    authorityOf: check.callable,
    durationSeconds: positiveNumber,
    clock: check.clock,
    random: check.random,
  },
  ['dialect', 'authorityOf'],
)

/**
 * Makes the built-in signers: for API clients, for kubelets as clients and as servers, and the legacy signer for requests
 * without a signer name.
 *
 * @param options - CAs, lifetime of certificates; dialect, clock and random source.
 */
export function builtInSigners(options: BuiltInSignerOptions): readonly Signer[] {
  check.refuse('builtInSigners', builtInOptions(options, ''))
  const { dialect, authorityOf, ...rest } = options
  return [...builtInPolicies(dialectOf(dialect))].flatMap(([signerName, refuses]) => {
    const authority = authorityOf(signerName)
    return authority ? [createAuthoritySigner({ ...rest, signerName, refuses, authority })] : []
  })
}
