/**
 * The door of HTTP: decodes requests from bytes and headers, and encodes outcomes to them.
 *
 * @module
 */

import type { AuthenticationRequest } from '../authn/index.js'
import { encodeJson } from '../codec/index.js'
import {
  type AdmittedWatch,
  type AnswerKind,
  type Door,
  type Exchange,
  isReadMethod,
  type Outcome,
  type RequestMetrics,
  requireTime,
} from '../endpoints/index.js'
import {
  ANONYMOUS_USER,
  type ApiError,
  andThen,
  byteStream,
  type Clock,
  type Dialect,
  headerText,
  internalError,
  type PatchType,
  pathNotFound,
  whenThereIsTime,
} from '../meta/index.js'
import type { Answer, DecodedBody, Target } from '../registry/index.js'
import type { ResourceCatalog } from '../resources/index.js'
import { readIncludeObject } from './answers/answer-form.js'
import { listResponse, objectResponse } from './answers/answers.js'
import type { ListCache } from './answers/list-cache.js'
import type { StreamRooms } from './answers/stream-room.js'
import type { UnreadAnswers } from './answers/unread-answers.js'
import { WatchEncoder } from './answers/watch-encoder.js'
import { mayBeBinary } from './binary-form.js'
import { type BodyRequest, decodeBody, decodeOptionalBody, decodePatch, readBody } from './body.js'
import { connectionBody } from './connection-body.js'
import type { ServerRequest, ServerResponse } from './http.js'
import type { Negotiator, Representation } from './negotiation.js'
import type { ParsedRequest } from './parsed-request.js'
import type { PathHandler } from './path-handler.js'
import { errorResponse, jsonResponse, NO_CACHE, textResponse, valueResponse } from './respond.js'
import { WatchStream } from './watch-stream.js'

/** Shared by the doors of one server. */
export interface HttpDoorParts {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly catalog: Pick<ResourceCatalog, 'hasOwnTypes'>
  readonly limits: { readonly maxBodyBytes: number; readonly maxWatchBacklogBytes: number; readonly requestTimeoutMs: number }
  readonly negotiator: Negotiator
  readonly lists: ListCache
  readonly unread: UnreadAnswers
  readonly rooms: StreamRooms
  readonly metrics: Pick<RequestMetrics, 'streamed'>
  /** Asked in this order for paths that name no resource. */
  readonly pathHandlers: readonly PathHandler[]
  /** Called with the failure of an answer that has begun. */
  readonly onFault: (exchange: Exchange<ServerResponse>, error: unknown) => void
}

/** Form of errors before content negotiation, and for unauthenticated clients. */
export const PLAIN_FORM = Object.freeze({ format: 'json', pretty: false } as const)
const WATCH_HEADERS: ServerResponse['headers'] = Object.freeze([Object.freeze(['content-type', 'application/json'] as const)])
const NO_BYTES = new Uint8Array(0)
/** Keeps browsers from running a proxied page in the plane's own origin. */
const SANDBOX: ServerResponse['headers'] = Object.freeze([
  Object.freeze(['content-security-policy', 'sandbox'] as const),
  Object.freeze(['x-content-type-options', 'nosniff'] as const),
])

/** One request over HTTP. */
export class HttpDoor implements Door<ServerResponse>, AuthenticationRequest {
  readonly #parts: HttpDoorParts
  readonly #request: ParsedRequest
  /** With credentials, which later stages do not see. */
  readonly #raw: ServerRequest
  #representation: Representation | undefined

  /**
   * @param request - The request.
   * @param parts - Shared parts.
   */
  constructor(request: ParsedRequest, parts: HttpDoorParts) {
    this.#request = request
    this.#raw = request.raw
    this.#parts = parts
  }

  get headers(): ServerResponse['headers'] {
    return this.#raw.headers
  }

  get uri(): string {
    return this.#raw.url
  }

  get remoteAddress(): string | undefined {
    return this.#raw.remoteAddress
  }

  get signal(): AbortSignal {
    return this.#raw.signal
  }

  get credentials(): AuthenticationRequest {
    return this
  }

  header(name: string): readonly string[] {
    return this.headers.filter(([key]) => key === name).map(([, value]) => headerText(value))
  }

  headerNames(): readonly string[] {
    return [...new Set(this.headers.map(([name]) => name))]
  }

  get peerCertificates(): readonly Uint8Array[] {
    return this.#raw.peerCertificates
  }

  get connection(): object | undefined {
    return this.#raw.connection
  }

  negotiate(kind: AnswerKind, target: Target): Promise<void> | undefined {
    return andThen(this.#parts.negotiator.choose(this.#request, kind, target), (chosen) => {
      this.#representation = chosen
      return undefined
    })
  }

  readObject(exchange: Exchange<ServerResponse>, target: Target): Promise<DecodedBody> {
    return decodeBody(this.#body(exchange), this.#bodyOptions, target)
  }

  readOptions(exchange: Exchange<ServerResponse>): Promise<DecodedBody | undefined> {
    return decodeOptionalBody(this.#body(exchange), this.#bodyOptions)
  }

  readPatch(exchange: Exchange<ServerResponse>, type: PatchType): Promise<DecodedBody> {
    return decodePatch(this.#body(exchange), type, this.#parts.limits.maxBodyBytes)
  }

  openBody(): ReadableStream<Uint8Array> | undefined {
    return this.#raw.openBody ? this.#raw.openBody() : byteStream(this.#wholeBody())
  }

  answer(exchange: Exchange<ServerResponse>, outcome: Outcome): Promise<ServerResponse> | ServerResponse {
    const { user = ANONYMOUS_USER, request } = exchange
    // A watch counts from here on, so it must begin at once.
    const isLong = outcome.kind === 'object' || outcome.kind === 'list'
    const time = isLong ? whenThereIsTime(user.username)?.then(() => requireTime(exchange, this.#parts.clock)) : undefined
    const encoded = time ? time.then(() => this.#answerTo(exchange, outcome)) : this.#answerTo(exchange, outcome)
    return andThen(encoded, (response) => {
      const { unread, metrics } = this.#parts
      exchange.answerBytes = response.body.length
      const onSent = response.body.length === undefined ? (bytes: number) => metrics.streamed(request, bytes) : undefined
      return unread.hold(response, user.username, isReadMethod(request.method), onSent)
    })
  }

  #answerTo(exchange: Exchange<ServerResponse>, outcome: Outcome): Promise<ServerResponse> | ServerResponse {
    if (outcome.kind === 'unrouted') return this.#answerPath(exchange)
    if (outcome.kind === 'connection') {
      const { status, headers, body } = outcome
      const room = this.#parts.rooms.open((exchange.user ?? ANONYMOUS_USER).username)
      const response = { status, headers: [...headers, ...SANDBOX], body: body ? connectionBody(body, room) : NO_BYTES }
      return this.#checkedWhenSent(exchange, response)
    }
    const { clock, lists, onFault } = this.#parts
    const representation = this.#chosen
    const answerForm = { representation, query: this.#request.query, clock }
    switch (outcome.kind) {
      case 'object':
        this.#requireRoom(exchange, outcome.answer)
        return objectResponse(outcome.code, outcome.target, outcome.answer, answerForm)
      case 'list':
        return listResponse(outcome.target, outcome.page, answerForm, { lists, onFault: (error) => onFault(exchange, error) })
      case 'status':
        return valueResponse(200, outcome.status, representation)
      case 'watch':
        return this.#stream(exchange, outcome.target, outcome.watch)
    }
  }

  /** Metadata or a table row of a large object may be short. */
  #requireRoom({ user = ANONYMOUS_USER, request }: Exchange<ServerResponse>, { row }: Answer): void {
    if (!row || !isReadMethod(request.method) || this.#chosen.shape !== 'Object') return
    this.#parts.unread.requireRoom(user.username, row.jsonLength)
  }

  async refuse(exchange: Exchange<ServerResponse>, error: ApiError): Promise<ServerResponse> {
    const response = await this.#refusal(exchange, error)
    exchange.answerBytes = response.body.length
    return response
  }

  async #refusal(exchange: Exchange<ServerResponse>, error: ApiError): Promise<ServerResponse> {
    // Unauthenticated clients get a 401 in one form only.
    if (error.status.code === 401) return errorResponse(error, PLAIN_FORM)
    try {
      const textOnly = exchange.target !== undefined && !mayBeBinary(exchange.target)
      return await errorResponse(error, await this.#parts.negotiator.chooseForError(this.#request, textOnly))
    } catch (cause) {
      this.#parts.onFault(exchange, cause)
      return errorResponse(error, PLAIN_FORM)
    }
  }

  get #chosen(): Representation {
    if (!this.#representation) throw new Error('an answer has come before its form was chosen')
    return this.#representation
  }

  get #bodyOptions() {
    return { dialect: this.#parts.dialect, maxBodyBytes: this.#parts.limits.maxBodyBytes }
  }

  #body(exchange: Exchange<ServerResponse>): BodyRequest {
    const { slot, user = ANONYMOUS_USER } = exchange
    return { request: this.#request, slot, user: user.username, requireTime: () => requireTime(exchange, this.#parts.clock) }
  }

  async *#wholeBody(): AsyncGenerator<Uint8Array> {
    yield await readBody({ request: this.#request, slot: undefined, user: '', requireTime() {} }, this.#parts.limits.maxBodyBytes)
  }

  async #answerPath(exchange: Exchange<ServerResponse>): Promise<ServerResponse> {
    const response = (await this.#handlePath()) ?? this.#nothingThere()
    exchange.code = response.status
    return this.#checkedWhenSent(exchange, response)
  }

  /** Status and headers of an embedder may be invalid: only the host that sends them knows all rules of its protocol. */
  #checkedWhenSent(exchange: Exchange<ServerResponse>, response: ServerResponse): ServerResponse {
    const onUnsendable = (error: unknown): ServerResponse => {
      this.#parts.onFault(exchange, error)
      const instead = jsonResponse(500, encodeJson(internalError(error).status))
      return { ...instead, headers: [...instead.headers, ['audit-id', exchange.auditId], NO_CACHE] }
    }
    return { ...response, onUnsendable }
  }

  async #handlePath(): Promise<ServerResponse | undefined> {
    if (this.#request.isResourceRequest) return undefined
    for (const handler of this.#parts.pathHandlers) {
      const response = await handler.handle(this.#request)
      if (response) return response
    }
    return undefined
  }

  /** A `Status` within groups of the plane's own types, and plain text elsewhere: Kubernetes' clients distinguish the two. */
  #nothingThere(): ServerResponse {
    const { catalog } = this.#parts
    const [root, second] = this.#request.segments
    const isKnown = root === 'api' ? catalog.hasOwnTypes('') : root === 'apis' && catalog.hasOwnTypes(second ?? '')
    if (isKnown && second !== undefined) throw pathNotFound()
    return textResponse(404, '404 page not found\n')
  }

  #stream({ user = ANONYMOUS_USER }: Exchange, target: Target, watch: AdmittedWatch): ServerResponse {
    const { dialect, clock, limits, rooms } = this.#parts
    const representation = this.#chosen
    const { signal } = this
    const includeObject = representation.shape === 'Table' ? readIncludeObject(this.#request.query) : 'Metadata'
    const stop = () => stream.stop()
    const stream = new WatchStream((onStarted, pace) => watch.open(onStarted, pace), {
      encoder: new WatchEncoder({ target, representation, includeObject, dialect, clock }),
      maxBacklogBytes: limits.maxWatchBacklogBytes,
      lingerMs: limits.requestTimeoutMs,
      room: rooms.open(user.username),
      clock,
      onSent: () => watch.sent(),
      onFull: () => watch.isFull(),
      onEnd: () => {
        signal.removeEventListener('abort', stop)
        watch.ended()
      },
      onFault: (error) => watch.failed(error),
    })
    const { refusal } = stream
    // An expired version is an event, as Kubernetes' clients expect; every other refusal is a plain answer.
    if (refusal && refusal.status.code !== 410) {
      stream.stop()
      throw refusal
    }
    watch.began(stream)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stream.stop()
    const { binary } = representation
    return { status: 200, headers: binary ? [['content-type', `${binary.mediaType};stream=watch`]] : WATCH_HEADERS, body: stream }
  }
}
