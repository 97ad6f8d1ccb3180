import { expect, test } from '@jest/globals'
import { serveHttps } from '../../src/testing/no-https-server.js'

test('in a browser, a test server is refused by a line that says what works there', () => {
  expect(() => serveHttps()).toThrow(
    new TypeError('testServer needs Node, Bun or Deno, as a page cannot open a port: testPlane works here'),
  )
})
