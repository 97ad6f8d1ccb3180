/**
 * Who a request comes from: the interface of authenticators, and the ones that need nothing but memory.
 *
 * @module
 */

export * from './authenticator.js'
export * from './bearer.js'
export * from './certificate-verifier.js'
export * from './chain.js'
export * from './client-certificate.js'
export * from './request-header.js'
export * from './static-token.js'
export * from './token-file.js'
export * from './token-reviewer.js'
export * from './token-webhook.js'
