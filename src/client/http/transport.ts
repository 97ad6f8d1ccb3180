/**
 * The transport to a plane over HTTP: JSON, and watches as lines of JSON.
 *
 * @module
 */

import { Observable } from 'rxjs/internal/Observable'
import { encodeJson } from '../../codec/index.js'
import {
  ApiError,
  type ApiObject,
  badRequest,
  type Clock,
  deepFreeze,
  dialects,
  getKey,
  isRecord,
  messageOf,
  notify,
  onAbort,
  PATCH_MEDIA_TYPES,
  type Random,
  serviceUnavailable,
} from '../../meta/index.js'
import { ConnectionError } from '../errors.js'
import { METHODS, resourcePath } from '../paths.js'
import { hasName, isObject } from '../read-list.js'
import type { ClientRequest, Transport, TransportEvent } from '../transport.js'
import { readLines, readWhole } from './body.js'
import { connectTo } from './connection.js'
import type { HttpCredentials } from './credentials.js'
import { Discovery } from './discovery.js'
import { type ExchangeOptions, exchange, isTimeLimit } from './exchange.js'
import { failureOf } from './failure.js'
import type { HttpRequest, HttpResponse, HttpSender } from './send.js'
import { readWarnings } from './warnings.js'

/** Options of an HTTP transport. */
export interface HttpOptions {
  readonly sender: HttpSender
  readonly credentials: HttpCredentials
  /** Sent with every request; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Time limit of an answer, in milliseconds, unless a request has its own. */
  readonly timeoutMs: number
  /** Maximum bytes of an answer, or of a line of a watch. */
  readonly maxAnswerBytes?: number
  readonly clock: Clock
  readonly random: Random
}

const JSON_TYPE = 'application/json'

/** A server that did not end a watch within this time after its `timeoutSeconds` is considered gone. */
const WATCH_GRACE_MS = 30_000

/**
 * Makes the transport to a plane over HTTP.
 *
 * @param options - How to send.
 */
export function httpTransport(options: HttpOptions): Transport {
  const own = new AbortController()
  const discovery = new Discovery(async (path) => {
    const headers = [['accept', JSON_TYPE] as const, ...options.headers]
    const request = { method: 'GET', url: path, headers, body: undefined }
    return limited(options, own.signal, {}, (signal) => readJson(options, exchange(options, { ...request, signal })))
  })
  const transport: Transport = {
    closed: own.signal,
    resolve: (name) => discovery.find(name),
    types: () => discovery.all(),
    send: (request) =>
      limited(options, own.signal, request, (signal) =>
        readJson(
          options,
          open(options, request, signal).then((response) => tellWarnings(response, request)),
        ),
      ),
    connect: (request) => connectTo(options, own.signal, request),
    watch: (request) => watch(options, own.signal, request),
    close() {
      own.abort()
      options.sender.close()
      options.credentials.close?.()
    },
  }
  return transport
}

function open(options: ExchangeOptions & HttpOptions, request: ClientRequest, signal: AbortSignal): Promise<HttpResponse> {
  const { verb, body, patchType, auditId, metadataOnly, isRepeated } = request
  const query = new URLSearchParams([...request.query]).toString()
  const sent: HttpRequest = {
    method: METHODS[verb],
    url: `${resourcePath(request)}${query === '' ? '' : `?${query}`}`,
    headers: [
      ['accept', metadataOnly ? metadataAs(verb === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata') : JSON_TYPE],
      ...options.headers,
      ...(body === undefined ? [] : [['content-type', patchType ? PATCH_MEDIA_TYPES[patchType] : JSON_TYPE] as const]),
      ...(auditId === undefined ? [] : [['audit-id', auditId] as const]),
    ],
    body: body === undefined ? undefined : encodeBody(body),
    signal,
  }
  return exchange(options, sent, isRepeated ? 1 : undefined)
}

/**
 * The `Accept` header for metadata only. The vendor's name in it is not known, so several are sent; a server that knows none of
 * them sends whole objects.
 */
const metadataAs = (shape: string): string =>
  [...dialects.map(({ groupDomain }) => `${JSON_TYPE};as=${shape};v=v1;g=meta.${groupDomain}`), JSON_TYPE].join(',')

function encodeBody(body: unknown): Uint8Array {
  try {
    return encodeJson(body)
  } catch (error) {
    throw badRequest(`the body is no JSON: ${messageOf(error)}`, error)
  }
}

function tellWarnings(response: HttpResponse, { onWarning }: ClientRequest): HttpResponse {
  if (onWarning) for (const text of readWarnings(response.header('warning'))) notify('onWarning', onWarning, text)
  return response
}

async function readJson({ maxAnswerBytes }: HttpOptions, answered: Promise<HttpResponse>): Promise<unknown> {
  const { body } = await answered
  return parse(await readWhole(body, maxAnswerBytes))
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Uint8Array): unknown {
  try {
    return deepFreeze(JSON.parse(decoder.decode(bytes)))
  } catch (error) {
    throw new ConnectionError('the answer is no JSON', error)
  }
}

/** Ends work with the caller's signal, with the client, or at the time limit. */
async function limited<T>(
  { clock, timeoutMs }: HttpOptions,
  closed: AbortSignal,
  request: Pick<ClientRequest, 'signal' | 'timeoutMs'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  request.signal?.throwIfAborted()
  const limitMs = request.timeoutMs ?? timeoutMs
  const end = new AbortController()
  const leave = () => end.abort(request.signal?.aborted ? request.signal.reason : closedError())
  const cancel = clock.setTimeout(() => end.abort(new ConnectionError(`no answer within ${limitMs} ms`)), limitMs)
  const signals = request.signal ? [closed, request.signal] : [closed]
  const waits = signals.map((signal) => onAbort(signal, leave))
  if (closed.aborted) leave()
  try {
    return await work(end.signal)
  } catch (error) {
    // What a busy server answered says more than the time limit which ended the wait to ask it again.
    if (!(error instanceof ApiError && isTimeLimit(end.signal))) end.signal.throwIfAborted()
    throw error
  } finally {
    cancel()
    for (const stop of waits) stop()
  }
}

const closedError = () => serviceUnavailable('the client is closed', 1)

function watch(options: HttpOptions, closed: AbortSignal, request: ClientRequest): Observable<TransportEvent> {
  return new Observable((subscriber) => {
    const end = new AbortController()
    const leave = () => subscriber.complete()
    const seconds = Number(request.query.get('timeoutSeconds') ?? 0)
    const overdue = () => subscriber.error(new ConnectionError('the server did not end the watch in time'))
    const cancel = seconds > 0 ? options.clock.setTimeout(overdue, seconds * 1_000 + WATCH_GRACE_MS) : () => {}
    const stopWaiting = onAbort(closed, leave)
    subscriber.add(() => {
      cancel()
      stopWaiting()
      end.abort()
    })
    const follow = async () => {
      const { body } = tellWarnings(await open(options, request, end.signal), request)
      for await (const line of readLines(body, options.maxAnswerBytes)) {
        if (subscriber.closed) return
        subscriber.next(eventOf(parse(line)))
      }
      subscriber.complete()
    }
    follow().catch((error: unknown) => subscriber.error(error))
  })
}

function eventOf(document: unknown): TransportEvent {
  const type = getKey(document, 'type')
  const object = getKey(document, 'object')
  if (!isRecord(object)) throw new ConnectionError('an event of the watch has no object')
  if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') return { type, object: namedObjectOf(object) }
  if (type === 'BOOKMARK') return bookmarkOf(objectOf(object))
  if (type === 'ERROR') throw failureOf(Number(object.code ?? 500), object)
  throw new ConnectionError(`the watch has events of an unknown type: ${JSON.stringify(String(type).slice(0, 64))}`)
}

/** Refuses objects without metadata: subscribers of a watch rely on it, and their errors would end the process. */
function objectOf(object: unknown): ApiObject {
  if (isObject(object)) return object
  throw new ConnectionError('an event of the watch has an object without proper metadata')
}

function namedObjectOf(value: unknown): ApiObject {
  const object = objectOf(value)
  if (hasName(object)) return object
  throw new ConnectionError('an event of the watch has an object without a name')
}

function bookmarkOf({ metadata }: ApiObject): TransportEvent {
  const { annotations, resourceVersion = '' } = metadata
  const initialEventsEnd = dialects.some((dialect) => getKey(annotations, dialect.initialEventsEndAnnotation) === 'true')
  return { type: 'BOOKMARK', resourceVersion, initialEventsEnd }
}
