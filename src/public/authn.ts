/**
 * Authentication: client certificates, proxies, static tokens, OpenID Connect, a remote service, and what an authenticator of your own
 * is made of.
 *
 * @module
 */

export {
  createStaticTokenAuthenticator,
  type StaticToken,
  parseTokenFile,
  createClientCertificateAuthenticator,
  createRequestHeaderAuthenticator,
  type ReloadableAuthorities,
  createTokenWebhookAuthenticator,
  createOidcAuthenticator,
  type Authenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  bearerToken,
} from '../authn/index.js'
