/**
 * A test plane behind HTTPS, for programs with their own client.
 *
 * @module
 */

export { type TestServer, type TestServerOptions, testServer } from './test-server.js'
