/**
 * A plane in a test behind HTTPS, for programs that are clients of their own.
 *
 * @module
 */

export { type TestServer, type TestServerOptions, testServer } from './test-server.js'
