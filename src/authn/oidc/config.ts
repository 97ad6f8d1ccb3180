/**
 * Issuers of tokens that are taken, as the structured configuration file of the API conventions writes them.
 *
 * @module
 */

import type { TokenAlgorithm } from '../../crypto/index.js'

/** An issuer, and the mapping of its claims. */
export interface JwtIssuer {
  readonly issuer: {
    /** Such as `https://login.example`: what tokens say in `iss`, and where the provider is. */
    readonly url: string
    /** Where its configuration is, when that is elsewhere than at `/.well-known/openid-configuration` below the URL. */
    readonly discoveryURL?: string
    /** Certificates in PEM that vouch for the provider; those of the host when absent. */
    readonly certificateAuthority?: string
    /** Of these a token has to be meant for one. */
    readonly audiences: readonly string[]
    /** Has to be said when there are several audiences. */
    readonly audienceMatchPolicy?: 'MatchAny'
  }
  /** How tokens may be signed; by default in all the ways that leave a public key to verify with. */
  readonly signingAlgorithms?: readonly TokenAlgorithm[]
  /** What claims have to be like, besides signature, times and audience. */
  readonly claimValidationRules?: readonly ClaimValidationRule[]
  readonly claimMappings: ClaimMappings
  /** What the user has to be like that comes out: expressions over `user`. */
  readonly userValidationRules?: readonly ValidationRule[]
}

/** An expression (CEL) that has to be true. */
export interface ValidationRule {
  readonly expression: string
  /** Why the token is refused, for the log. */
  readonly message?: string
}

/** A claim that has to have a value, or an expression over `claims` that has to be true. */
export type ClaimValidationRule = { readonly claim: string; readonly requiredValue?: string } | ValidationRule

/** A text, or a list of texts: a claim with a prefix before each, or what an expression over `claims` gives. */
export type PrefixedClaim = { readonly claim: string; readonly prefix: string } | { readonly expression: string }

/** What a user is made of. */
export interface ClaimMappings {
  readonly username: PrefixedClaim
  readonly groups?: PrefixedClaim
  readonly uid?: { readonly claim: string } | { readonly expression: string }
  readonly extra?: readonly {
    /** Such as `example.com/tenant`. */
    readonly key: string
    /** Over `claims`; a text or a list of texts. */
    readonly valueExpression: string
  }[]
}
