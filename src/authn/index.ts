export * from './authenticator.js'
