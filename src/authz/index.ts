export * from './authorizer.js'
