/**
 * Authentication: static tokens, OpenID Connect, and what an authenticator of your own is made of.
 *
 * @module
 */

export {
  createStaticTokenAuthenticator,
  type StaticToken,
  type StaticTokenOptions,
  parseTokenFile,
  createOidcAuthenticator,
  type OidcOptions,
  type JwtIssuer,
  type ClaimMappings,
  type PrefixedClaim,
  type ClaimValidationRule,
  type ValidationRule,
  type FetchDocument,
  type Authenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  bearerToken,
} from '../authn/index.js'
export type { TokenAlgorithm } from '../crypto/index.js'
