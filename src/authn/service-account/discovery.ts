/**
 * OpenID Connect discovery documents, with which other services verify service account tokens.
 *
 * @module
 */

import type { PublicJwk } from '../../crypto/index.js'
import type { ServiceAccountTokens } from './tokens.js'

/** The configuration that an issuer publishes (OpenID Connect Discovery 1.0 §3), limited to verification. */
export interface IssuerConfiguration {
  readonly issuer: string
  readonly jwks_uri: string
  readonly response_types_supported: readonly string[]
  readonly subject_types_supported: readonly string[]
  readonly id_token_signing_alg_values_supported: readonly string[]
}

/** Path of the JSON Web Key Set. */
export const JWKS_PATH = '/openid/v1/jwks'
/** Path of the discovery document. */
export const CONFIGURATION_PATH = '/.well-known/openid-configuration'

/**
 * The discovery document of the issuer.
 *
 * @param tokens - The issuer.
 */
export async function issuerConfiguration(tokens: ServiceAccountTokens): Promise<IssuerConfiguration> {
  const [issuer = ''] = tokens.issuers
  const algorithms = (await tokens.keys()).map(({ algorithm }) => algorithm)
  return {
    issuer,
    jwks_uri: tokens.jwksUri ?? `${issuer.replace(/\/$/, '')}${JWKS_PATH}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(algorithms)].sort(),
  }
}

/**
 * The public keys that verify tokens.
 *
 * @param tokens - The issuer.
 */
export async function issuerKeys(tokens: ServiceAccountTokens): Promise<{ readonly keys: readonly PublicJwk[] }> {
  return { keys: (await tokens.keys()).map(({ jwk }) => jwk) }
}
