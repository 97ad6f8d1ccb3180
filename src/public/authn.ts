/**
 * Authentication: client certificates, proxies, static tokens, and what an authenticator of your own is made of.
 *
 * @module
 */

export {
  type AuthenticationRequest,
  type AuthenticationResult,
  type Authenticator,
  bearerToken,
  type CertificateAuthorityOptions,
  type ClientCertificateOptions,
  createClientCertificateAuthenticator,
  createRequestHeaderAuthenticator,
  createStaticTokenAuthenticator,
  parseTokenFile,
  type ReloadableAuthorities,
  type RequestHeaderOptions,
  type StaticToken,
  type StaticTokenOptions,
} from '../authn/index.js'
