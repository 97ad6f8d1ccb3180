/**
 * `/.well-known/openid-configuration` and `/openid/v1/jwks`: documents for verifying tokens of service accounts elsewhere.
 *
 * @module
 */

import { CONFIGURATION_PATH, issuerConfiguration, issuerKeys, JWKS_PATH, type ServiceAccountTokens } from '../authn/index.js'
import { parseAccept } from '../codec/index.js'
import { ApiError, methodNotAllowed } from '../meta/index.js'
import { createJsonRepresentation, respond } from './discovery/conditional.js'
import type { ListedHandler } from './root-paths.js'

/** Keys change rarely, and verifiers fetch the document again for an unknown key ID. */
const CACHE_CONTROL = 'public, max-age=3600'

/**
 * Makes the handler of the two paths.
 *
 * @param tokens - The issuer.
 */
export function createIssuerDocuments(tokens: ServiceAccountTokens): ListedHandler {
  // Nothing is cached here: the keys change when the plane's own signing key does.
  const make = (contentType: string, document: () => Promise<unknown>) => ({
    contentType,
    load: async () => createJsonRepresentation(await document(), { contentType }),
  })
  const documents = new Map([
    [CONFIGURATION_PATH, make('application/json', () => issuerConfiguration(tokens))],
    [JWKS_PATH, make('application/jwk-set+json', () => issuerKeys(tokens))],
  ])
  return {
    async handle(request) {
      const found = documents.get(request.path)
      if (!found) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
      if (!accepts(request.header('accept'), found.contentType)) throw notAcceptable(found.contentType)
      return respond(request, await found.load(), CACHE_CONTROL)
    },
    paths: () => [...documents.keys()],
  }
}

function accepts(accept: string | undefined, contentType: string): boolean {
  const ranges = parseAccept(accept).map(({ type, subtype }) => `${type}/${subtype}`)
  return ['*/*', 'application/*', contentType].some((range) => ranges.includes(range))
}

const notAcceptable = (contentType: string): ApiError =>
  new ApiError({
    code: 406,
    reason: 'NotAcceptable',
    message: `406: Not Acceptable\n\nAvailable representations: ${contentType}`,
    details: {},
  })
