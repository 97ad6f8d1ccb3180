export * from './http.js'
