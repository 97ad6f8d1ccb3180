/**
 * A plane in a test behind HTTPS, for programs that are clients of their own: kubectl, other client libraries, other languages.
 *
 * @module
 */

export {
  testServer,
  type TestServer,
} from '../../testing/server/index.js'
