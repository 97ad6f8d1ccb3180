/**
 * Trusted token issuers, in the format of Kubernetes' structured authentication configuration.
 *
 * @module
 */

import type { TokenAlgorithm } from '../../crypto/index.js'

/** An issuer, and the mapping of its claims. */
export interface JwtIssuer {
  readonly issuer: {
    /** Such as `https://login.example`: the `iss` claim of tokens, and the address of the provider. */
    readonly url: string
    /** Address of the discovery document, if it is not at `/.well-known/openid-configuration` below the URL. */
    readonly discoveryURL?: string
    /** CA certificates of the provider, in PEM; those of the host when absent. */
    readonly certificateAuthority?: string
    /** A token has to be issued for one of these audiences. */
    readonly audiences: readonly string[]
    /** Required with several audiences. */
    readonly audienceMatchPolicy?: 'MatchAny'
  }
  /** Allowed signature algorithms; by default all algorithms with a public key. */
  readonly signingAlgorithms?: readonly TokenAlgorithm[]
  /** Rules for claims, besides signature, times and audience. */
  readonly claimValidationRules?: readonly ClaimValidationRule[]
  readonly claimMappings: ClaimMappings
  /** Rules for the resulting user: expressions over `user`. */
  readonly userValidationRules?: readonly ValidationRule[]
}

/** A CEL expression that has to be true. */
export interface ValidationRule {
  readonly expression: string
  /** The reason of the rejection, for the log. */
  readonly message?: string
}

/** A claim with a required value, or an expression over `claims` that has to be true. */
export type ClaimValidationRule = { readonly claim: string; readonly requiredValue?: string } | ValidationRule

/** A string or a list of strings: a claim with a prefix before each, or the result of an expression over `claims`. */
export type PrefixedClaim = { readonly claim: string; readonly prefix: string } | { readonly expression: string }

/** How claims are mapped to a user. */
export interface ClaimMappings {
  readonly username: PrefixedClaim
  readonly groups?: PrefixedClaim
  readonly uid?: { readonly claim: string } | { readonly expression: string }
  readonly extra?: readonly {
    /** Such as `example.com/tenant`. */
    readonly key: string
    /** Expression over `claims` that returns a string or a list of strings. */
    readonly valueExpression: string
  }[]
}
