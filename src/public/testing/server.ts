/**
 * A plane in a test behind HTTPS, for programs with another client: kubectl, other client libraries, other languages.
 *
 * @module
 */

export {
  testServer,
  type TestServer,
} from '../../testing/server/index.js'
