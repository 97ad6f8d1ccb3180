/**
 * Authentication: static tokens, and what an authenticator of your own is made of.
 *
 * @module
 */

export {
  createStaticTokenAuthenticator,
  type StaticToken,
  type StaticTokenOptions,
  parseTokenFile,
  type Authenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
  bearerToken,
} from '../authn/index.js'
