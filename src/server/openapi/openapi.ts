/**
 * OpenAPI: `/openapi/v3` with a document for each group version, and `/openapi/v2` with everything in one.
 *
 * Documents are made when somebody asks, and kept as bytes until what they describe changes. What makes them is loaded
 * with the first of them.
 *
 * @module
 */

import { encodeOpenApiV2, encodeOpenApiV3, parseAccept } from '../../codec/index.js'
import {
  type Clock,
  type Dialect,
  formatApiVersion,
  inTurns,
  methodNotAllowed,
  notAcceptable,
  type Pausing,
  systemClock,
} from '../../meta/index.js'
import { createJsonRepresentation, createRepresentation, type Representation, respond } from '../discovery/conditional.js'
import { type CatalogView, type ServedGroup, type ServedGroupVersion, servedGroups } from '../discovery/served.js'
import type { ServerResponse } from '../http.js'
import type { ParsedRequest } from '../parsed-request.js'
import { writeDocument } from './document-text.js'
import type { DocumentInfo } from './document-v3.js'

/** What the documents are made from. */
export interface OpenApiOptions {
  readonly catalog: CatalogView
  readonly dialect: Dialect
  /** The clock of the machine by default. */
  readonly clock?: Clock
  /** Title and version of the documents; the title `Binnacle` and the version `v1` by default. */
  readonly info?: DocumentInfo
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
}

/** What differs in the media types by which clients ask for documents as protobuf messages. */
const ASKED = /(com\.github\.proto-openapi\.spec\.v[23])@/g
/** The media types as RFC 9110 allows them: with `@` in a Content-Type, the very clients that ask for it refuse the answer. */
const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
const V3_PROTOBUF = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf'
/** How long a document under its own hash stays good for caches, in milliseconds. */
const A_YEAR = 365 * 24 * 60 * 60 * 1000

/** A document of a group version in its forms, and what it was made from. */
interface Kept {
  readonly groupVersion: ServedGroupVersion
  readonly forms: Map<string, Promise<Representation>>
}

/**
 * Makes the OpenAPI handler of a plane.
 *
 * @param options - The catalog to describe, and whose words to use.
 */
export function createOpenApi({
  catalog,
  dialect,
  clock = systemClock,
  info = { title: 'Binnacle', version: 'v1' },
}: OpenApiOptions): OpenApi {
  let generation: number | undefined
  let groups: readonly ServedGroup[] = []
  let documents = new Map<string, Kept>()
  let wholes = new Map<string, Promise<Representation>>()

  const refresh = (): void => {
    if (catalog.generation === generation) return
    generation = catalog.generation
    groups = servedGroups(catalog)
    wholes = new Map()
    const next = new Map<string, Kept>()
    for (const groupVersion of groups.flatMap(({ versions }) => versions)) {
      const path = documentPath(groupVersion)
      const kept = documents.get(path)
      // A new type in one group leaves the documents of the others as they are.
      if (kept && sameResources(kept.groupVersion, groupVersion)) next.set(path, kept)
    }
    documents = next
  }

  const documentOf = (groupVersion: ServedGroupVersion, form = 'application/json'): Promise<Representation> => {
    const path = documentPath(groupVersion)
    const kept = documents.get(path) ?? { groupVersion, forms: new Map() }
    documents.set(path, kept)
    return once(kept.forms, form, async () => {
      const { openApiV3 } = await import('./document-v3.js')
      const making = openApiV3(groupVersion, { dialect, info })
      if (form === 'application/json') return inJson(making)
      return createRepresentation(await encodeOpenApiV3(await inTurns(making)), form)
    })
  }

  const index = async (): Promise<Representation> => {
    const paths: Record<string, { readonly serverRelativeURL: string }> = {}
    for (const groupVersion of groups.flatMap(({ versions }) => versions)) {
      const path = documentPath(groupVersion)
      const { hash } = await documentOf(groupVersion)
      paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }
    }
    return createJsonRepresentation({ paths })
  }

  const answerV2 = (request: ParsedRequest): Promise<ServerResponse> => {
    const form = acceptedForm(request.header('accept'), ['application/json', V2_PROTOBUF])
    const made = once(wholes, form, async () => {
      const described = groups
      const { openApiV2 } = await import('./document-v2.js')
      const making = openApiV2(described, { dialect, info })
      return form === V2_PROTOBUF
        ? createRepresentation(await encodeOpenApiV2(await inTurns(making)), V2_PROTOBUF)
        : inJson(making)
    })
    return made.then((representation) => respond(request, representation))
  }

  const answerV3 = async (request: ParsedRequest, groupVersion: ServedGroupVersion): Promise<ServerResponse> => {
    const form = acceptedForm(request.header('accept'), ['application/json', V3_PROTOBUF])
    const representation = await documentOf(groupVersion, form)
    const hash = request.query.get('hash')
    if (hash === undefined || hash === '') return respond(request, representation)
    // The index names one hash for all forms: that of the JSON.
    const current = (await documentOf(groupVersion)).hash
    if (hash === current) {
      const response = respond(request, representation, 'public, immutable')
      return { ...response, headers: [...response.headers, ['expires', new Date(clock.now() + A_YEAR).toUTCString()]] }
    }
    const location = `/openapi/v3/${documentPath(groupVersion)}?hash=${current}`
    return { status: 301, headers: [['location', location]], body: new Uint8Array() }
  }

  const find = ({ segments }: ParsedRequest): ((request: ParsedRequest) => Promise<ServerResponse>) | undefined => {
    const [root, format, ...path] = segments
    if (root !== 'openapi') return undefined
    refresh()
    if (format === 'v2' && path.length === 0) return answerV2
    if (format !== 'v3') return undefined
    if (path.length === 0) {
      // There is no message for the index; who asks for one of the documents' reads JSON here.
      return (request) => once(wholes, 'index', index).then((representation) => respond(request, representation))
    }
    const wanted = path.join('/')
    const groupVersion = groups.flatMap(({ versions }) => versions).find((candidate) => documentPath(candidate) === wanted)
    return groupVersion && ((request) => answerV3(request, groupVersion))
  }

  return {
    handle(request) {
      const answer = find(request)
      if (!answer) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
      return answer(request)
    },
  }
}

/** Makes what is not there yet; what failed is tried again when it is next asked for. */
function once(
  forms: Map<string, Promise<Representation>>,
  name: string,
  make: () => Promise<Representation>,
): Promise<Representation> {
  const known = forms.get(name)
  if (known) return known
  const made = make()
  forms.set(name, made)
  made.catch(() => forms.delete(name))
  return made
}

/** Documents of many types take long: others have their turns while they are made. */
const inJson = async (making: Pausing<object>): Promise<Representation> =>
  createRepresentation(await inTurns(writeDocument(await inTurns(making))), 'application/json')

/** A group version as the index names it: `api/v1`, `apis/apps/v1`. */
const documentPath = ({ group, version }: ServedGroupVersion): string =>
  `${group === '' ? 'api' : 'apis'}/${formatApiVersion(group, version)}`

function sameResources({ resources: left }: ServedGroupVersion, { resources: right }: ServedGroupVersion): boolean {
  return left.length === right.length && left.every(({ definition }, i) => definition === right[i]?.definition)
}

/**
 * The first offered media type that the client accepts.
 *
 * @throws {@link ApiError} 406 when there is none.
 */
function acceptedForm(accept: string | undefined, offered: readonly string[]): string {
  const [preferred = ''] = offered
  if (accept === undefined || accept.trim() === '') return preferred
  for (const { type, subtype } of parseAccept(accept.replaceAll(ASKED, '$1.'))) {
    if (subtype === '*' && (type === '*' || type === 'application')) return preferred
    const match = offered.find((form) => form === `${type}/${subtype}`)
    if (match !== undefined) return match
  }
  throw notAcceptable(offered)
}
