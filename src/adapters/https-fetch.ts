/**
 * Fetches documents over HTTPS by Node's own client, from servers verified by given CA certificates.
 *
 * @module
 */

import type { FetchDocument } from '../authn/index.js'
import { check } from '../meta/index.js'

/** @see Fetch standard, "null body status" */
const WITHOUT_BODY: readonly number[] = [204, 205, 304]

const certificates = /* @__PURE__ */ check.fits('certificates in PEM', (value) => typeof value === 'string')

/**
 * Makes a function like `fetch` that verifies a server by your own CA certificates, and follows no redirects.
 *
 * @param certificateAuthority - The only trusted certificates, in PEM; those of the host when absent.
 * @returns A function that rejects when the server cannot be reached or trusted, and when the call is aborted.
 */
export function createHttpsFetch(certificateAuthority?: string): FetchDocument {
  if (certificateAuthority !== undefined)
    check.refuse('createHttpsFetch', certificates(certificateAuthority, 'certificateAuthority'))
  return async (url, { signal, headers }) => {
    // Loaded with the first call, as hosts other than Node import this folder too.
    const [{ request }, { Readable }] = await Promise.all([import('node:https'), import('node:stream')])
    return new Promise((resolve, reject) => {
      const ca = certificateAuthority === undefined ? {} : { ca: certificateAuthority }
      const outgoing = request(url, { headers, signal, agent: false, ...ca }, (incoming) => {
        const { statusCode: status = 0 } = incoming
        if (status < 200 || status > 599) {
          incoming.destroy()
          reject(new Error(`the server answered with status ${status}, which is none`))
          return
        }
        // `Response` refuses a body for such a status.
        const hasNoBody = WITHOUT_BODY.includes(status)
        if (hasNoBody) incoming.destroy()
        resolve(new Response(hasNoBody ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>), { status }))
      })
      outgoing.on('error', reject)
      // A server that switches protocols causes neither a response nor an error.
      outgoing.on('close', () => reject(new Error('the connection was closed without an answer')))
      outgoing.end()
    })
  }
}
