/**
 * Authentication: client certificates, proxies, static tokens, OpenID Connect, token webhooks, and the interface of a custom
 * authenticator.
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

// Types of what these give, as declarations of what a program exports name them.
export type { UserInfo } from '../meta/index.js'
