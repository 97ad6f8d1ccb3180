/**
 * Authentication: static tokens, and what an authenticator of your own is made of.
 *
 * @module
 */

export {
  type AuthenticationRequest,
  type AuthenticationResult,
  type Authenticator,
  bearerToken,
  createStaticTokenAuthenticator,
  parseTokenFile,
  type StaticToken,
  type StaticTokenOptions,
} from '../authn/index.js'
