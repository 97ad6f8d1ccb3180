/**
 * X.509 and JOSE: certificates, keys and signed tokens. Only this folder imports the packages for them.
 *
 * @module
 */

export * from './certificate.js'
export * from './certificate-authority.js'
export * from './certificate-request.js'
export * from './detached-jws.js'
export * from './digest.js'
export * from './jwt.js'
export * from './key-set.js'
export * from './keys.js'
export * from './mac.js'
export * from './new-request.js'
export * from './pem.js'
export * from './self-signed.js'
export * from './verify-chain.js'
