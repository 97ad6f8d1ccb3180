/**
 * Authentication: client certificates, proxies, static tokens, OpenID Connect, a remote service, and what an authenticator of your own
 * is made of.
 *
 * @module
 */

export {
  createStaticTokenAuthenticator,
  type StaticToken,
  type StaticTokenOptions,
  parseTokenFile,
  createClientCertificateAuthenticator,
  type ClientCertificateOptions,
  createRequestHeaderAuthenticator,
  type RequestHeaderOptions,
  type CertificateAuthorityOptions,
  type ReloadableAuthorities,
  createTokenWebhookAuthenticator,
  type TokenWebhookOptions,
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
