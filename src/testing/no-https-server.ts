/**
 * Replaces `https-server.js` in bundles for browsers (`browser` in package.json): a page cannot open a port.
 *
 * @module
 */

/** @throws TypeError always. */
export function serveHttps(): never {
  throw new TypeError('testServer needs Node, Bun or Deno, as a page cannot open a port: testPlane works here')
}
