export * from './storage.js'
