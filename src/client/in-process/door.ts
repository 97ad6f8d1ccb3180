/**
 * The entry point of clients in the same process: converts objects to a request, and outcomes to frozen objects. No HTTP, no
 * bytes.
 *
 * @module
 */

import type { Observable, Subscriber } from 'rxjs'
import { map } from 'rxjs/internal/operators/map'
import type { AuthenticationRequest } from '../../authn/index.js'
import { MAX_BODY_VALUES } from '../../codec/index.js'
import type { Door, Exchange, Outcome } from '../../endpoints/index.js'
import {
  type ApiError,
  byteStream,
  copyWith,
  deepFreeze,
  laterTurn,
  markReceived,
  PATCH_MEDIA_TYPES,
  pathNotFound,
  type UserInfo,
} from '../../meta/index.js'
import type { DecodedBody } from '../../registry/index.js'
import type { StorageTransaction } from '../../storage/index.js'
import { type Impersonation, impersonationHeaders } from '../http/credentials.js'
import { resourcePath } from '../paths.js'
import { type ClientRequest, connects, type TransportEvent } from '../transport.js'
import { eventOf, listOf, objectOf } from './answers.js'
import { toJson } from './json-value.js'

/** State shared by the requests of one client. */
export interface InProcessDoorParts {
  /** The user of every request. */
  readonly user: UserInfo
  readonly userAgent: string
  /** The user to impersonate. */
  readonly impersonate?: Impersonation
  /** Set for a control loop of the plane itself. */
  readonly isControlLoop?: boolean
  /** The transaction of its commits. Default: each commit on its own. */
  readonly transaction?: StorageTransaction
  /** Longest body, as over HTTP. */
  readonly maxBodyBytes: number
}

/** Bytes of a body that takes long to copy. */
const LONG_BODY = 256 * 1024

/** A client in the same process needs no credential. */
const NO_CREDENTIALS: AuthenticationRequest = Object.freeze({ header: () => [], headerNames: () => [], peerCertificates: [] })

/** One request of a client in the same process. */
export class InProcessDoor implements Door<unknown> {
  readonly user: UserInfo
  readonly isControlLoop: boolean
  readonly credentials = NO_CREDENTIALS
  readonly headers: readonly (readonly [string, string])[]
  readonly signal: AbortSignal | undefined
  readonly transaction?: StorageTransaction
  readonly #request: ClientRequest
  readonly #maxBodyBytes: number
  readonly #watcher: Subscriber<TransportEvent> | undefined

  /**
   * @param request - The request.
   * @param parts - State shared with other requests.
   * @param watcher - Receives the events of a watch.
   */
  constructor(request: ClientRequest, parts: InProcessDoorParts, watcher?: Subscriber<TransportEvent>) {
    this.user = parts.user
    this.isControlLoop = parts.isControlLoop ?? false
    if (parts.transaction) this.transaction = parts.transaction
    this.headers = headersOf(request, parts)
    this.signal = request.signal
    this.#request = request
    this.#maxBodyBytes = parts.maxBodyBytes
    this.#watcher = watcher
  }

  get uri(): string {
    const request = this.#request
    const path = resourcePath(request)
    if (connects(request)) return `${path}${request.path}${request.search}`
    const { query } = request
    return query.size === 0 ? path : `${path}?${new URLSearchParams([...query])}`
  }

  negotiate(): undefined {
    return undefined // an object has one form
  }

  async readObject(): Promise<DecodedBody> {
    return this.#body()
  }

  async readPatch(): Promise<DecodedBody> {
    return this.#body()
  }

  async readOptions(): Promise<DecodedBody | undefined> {
    return this.#request.body === undefined ? undefined : this.#body()
  }

  openBody(): ReadableStream<Uint8Array> | undefined {
    const { body } = this.#request
    return body instanceof Uint8Array ? byteStream(once(body)) : undefined
  }

  answer(_exchange: Exchange, outcome: Outcome): unknown {
    switch (outcome.kind) {
      case 'object':
        return objectOf(outcome.target, outcome.answer)
      case 'list':
        return listOf(outcome.target, outcome.page)
      case 'status':
        return deepFreeze(outcome.status)
      case 'watch':
        return this.#watch(outcome)
      case 'connection':
        return new Response(outcome.body ?? null, {
          status: outcome.status,
          headers: outcome.headers.map(([name, value]): [string, string] => [name, value]),
        })
      case 'unrouted':
        throw pathNotFound()
    }
  }

  refuse(_exchange: Exchange, error: ApiError): never {
    throw markReceived(error)
  }

  /** A program's object has no duplicate members, which JSON text may have. */
  async #body(): Promise<DecodedBody> {
    const body = toJson(this.#request.body, { maxBytes: this.#maxBodyBytes, maxValues: MAX_BODY_VALUES })
    // Copying took long and so will processing, which therefore waits for another turn of the event loop.
    if (body.size > LONG_BODY) await laterTurn(this.user.username)
    return copyWith(body, { duplicateFields: [] })
  }

  #watch({ target, watch }: Extract<Outcome, { readonly kind: 'watch' }>): undefined {
    const watcher = this.#watcher
    if (!watcher || watcher.closed) return undefined
    watcher.add(() => watch.ended())
    const events: Observable<TransportEvent> = watch
      .open(() => {})
      .pipe(
        map((event) => {
          watch.sent()
          return eventOf(target, event)
        }),
      )
    const end = () => watcher.complete()
    watch.began({ end, abort: end })
    watcher.add(events.subscribe(watcher))
    return undefined
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Properties of an in-process request, as HTTP header lines. */
function headersOf(
  request: ClientRequest,
  { userAgent, impersonate }: InProcessDoorParts,
): readonly (readonly [name: string, value: string])[] {
  const { verb, patchType = 'merge', auditId } = request
  return [
    ['user-agent', userAgent],
    ...contentOf(),
    ...(auditId === undefined ? [] : [['audit-id', auditId] as const]),
    ...impersonationHeaders(impersonate),
  ]

  function contentOf(): readonly (readonly [name: string, value: string])[] {
    if (connects(request)) return request.headers
    return verb === 'patch' ? [['content-type', PATCH_MEDIA_TYPES[patchType]]] : []
  }
}
