export * from './definition.js'
