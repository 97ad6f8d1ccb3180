/**
 * Authentication: client certificates, proxies, static tokens, a remote service, and what an authenticator of your own is made of.
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
  type Authenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  bearerToken,
} from '../authn/index.js'
