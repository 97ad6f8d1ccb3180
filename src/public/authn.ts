/**
 * Authentication: client certificates, proxies, static tokens, and what an authenticator of your own is made of.
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
  type Authenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  bearerToken,
} from '../authn/index.js'
