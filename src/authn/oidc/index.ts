/**
 * OpenID Connect authentication.
 *
 * @module
 */

export { createOidcAuthenticator } from './authenticator.js'
export * from './config.js'
export type { FetchDocument } from './provider-keys.js'
