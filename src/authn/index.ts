/**
 * Authentication: the authenticator interface, and the authenticators of the plane.
 *
 * @module
 */

export * from './authenticator.js'
export * from './bearer.js'
export * from './bootstrap-token.js'
export * from './certificate-verifier.js'
export * from './chain.js'
export * from './client-certificate.js'
export * from './oidc/index.js'
export * from './replaceable.js'
export * from './request-header.js'
export * from './service-account/index.js'
export * from './static-token.js'
export * from './token-file.js'
export * from './token-reviewer.js'
export * from './token-webhook.js'
