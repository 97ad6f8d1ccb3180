/**
 * OpenAPI: `/openapi/v3` with a document for each group version, and `/openapi/v2` with everything in one.
 *
 * @module
 */

import { parseAccept } from '../../codec/index.js'
import { type Clock, type Dialect, methodNotAllowed, notAcceptable, systemClock } from '../../meta/index.js'
import { respond } from '../discovery/conditional.js'
import type { CatalogView, ServedGroupVersion } from '../discovery/served.js'
import type { ServerResponse } from '../http.js'
import type { ParsedRequest } from '../parsed-request.js'
import { JSON_FORM, locationOf, OpenApiDocuments, V2_PROTOBUF, V3_PROTOBUF } from './openapi-documents.js'

/** What the documents are made from. */
export interface OpenApiOptions {
  readonly catalog: CatalogView
  readonly dialect: Dialect
  /** The clock of the machine by default. */
  readonly clock?: Clock
}

/** Answers requests for OpenAPI documents. */
export interface OpenApi {
  /**
   * Answers a request for an OpenAPI document.
   *
   * @param request - Any request.
   * @returns The answer, or undefined when the path names no OpenAPI document.
   * @throws {@link ApiError} 405 when it does and the method is not GET or HEAD, 406 when no form of it is acceptable.
   */
  handle(request: ParsedRequest): Promise<ServerResponse> | undefined
  /** The paths of the index and of the whole document; the index has the others. */
  paths(): readonly string[]
}

/** What differs in the media types by which clients ask for documents as protobuf messages. */
const ASKED = /(com\.github\.proto-openapi\.spec\.v[23])@/g
/** How long a document under its own hash stays good for caches, in milliseconds. */
const A_YEAR = 365 * 24 * 60 * 60 * 1000

/**
 * Makes the OpenAPI handler of a plane.
 *
 * @param options - The catalog to describe, and the dialect.
 */
export function createOpenApi({ catalog, dialect, clock = systemClock }: OpenApiOptions): OpenApi {
  const documents = new OpenApiDocuments(catalog, dialect)

  const answerV2 = async (request: ParsedRequest): Promise<ServerResponse> =>
    respond(request, await documents.v2(acceptedForm(request, V2_PROTOBUF)))

  // There is no message for the index; who asks for one of the documents' reads JSON here.
  const answerIndex = async (request: ParsedRequest): Promise<ServerResponse> => respond(request, await documents.index())

  const answerV3 = async (request: ParsedRequest, groupVersion: ServedGroupVersion): Promise<ServerResponse> => {
    const representation = await documents.v3(groupVersion, acceptedForm(request, V3_PROTOBUF))
    const hash = request.query.get('hash')
    if (hash === undefined || hash === '') return respond(request, representation)
    // The index names one hash for all forms: that of the JSON.
    const current = (await documents.v3(groupVersion)).hash
    if (hash === current) {
      const response = respond(request, representation, 'public, immutable')
      return { ...response, headers: [...response.headers, ['expires', new Date(clock.now() + A_YEAR).toUTCString()]] }
    }
    return { status: 301, headers: [['location', locationOf(groupVersion, current)]], body: new Uint8Array() }
  }

  const find = ({ segments }: ParsedRequest): ((request: ParsedRequest) => Promise<ServerResponse>) | undefined => {
    const [root, format, ...path] = segments
    if (root !== 'openapi') return undefined
    if (format === 'v2' && path.length === 0) return answerV2
    if (format !== 'v3') return undefined
    if (path.length === 0) return answerIndex
    const groupVersion = documents.find(path.join('/'))
    return groupVersion && ((request) => answerV3(request, groupVersion))
  }

  return {
    handle(request) {
      const answer = find(request)
      if (!answer) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
      return answer(request)
    },
    paths: () => ['/openapi/v2', '/openapi/v3'],
  }
}

/**
 * The first media type that the client accepts: JSON, or a message.
 *
 * @throws {@link ApiError} 406 when there is none.
 */
function acceptedForm(request: ParsedRequest, protobuf: string): string {
  const accept = request.header('accept')
  const offered = [JSON_FORM, protobuf]
  if (accept === undefined || accept.trim() === '') return JSON_FORM
  for (const { type, subtype } of parseAccept(accept.replaceAll(ASKED, '$1.'))) {
    if (subtype === '*' && (type === '*' || type === 'application')) return JSON_FORM
    const match = offered.find((form) => form === `${type}/${subtype}`)
    if (match !== undefined) return match
  }
  throw notAcceptable(offered)
}
