/**
 * The handler of a plane, with faults and a history.
 *
 * @module
 */

import { type Authenticator, authenticateChain } from '../authn/index.js'
import { encodeJson } from '../codec/index.js'
import { chosenAuditId, defaultLimits } from '../endpoints/index.js'
import { ANONYMOUS_USER, type ApiError, getKey, pause } from '../meta/index.js'
import type { ResourceVerb } from '../resources/index.js'
import {
  type BodySink,
  type ParsedRequest,
  parseRequest,
  type RequestHandler,
  type ServerRequest,
  type ServerResponse,
  type StreamBody,
} from '../server/index.js'
import { type Fault, refusalOf } from './faults.js'
import { LateEvents } from './late-events.js'
import type { ObservedRequest } from './request-filter.js'
import type { Wire } from './wire.js'

const decoder = new TextDecoder()

/**
 * Wraps the handler of a plane. Requests for anything but resources are passed unchanged.
 *
 * @param wire - Faults and history.
 * @param inner - The plane.
 * @param authenticators - The plane's own, to identify the user.
 */
export function testedHandler(wire: Wire, inner: RequestHandler, authenticators: readonly Authenticator[]): RequestHandler {
  const authenticator = authenticateChain(authenticators)
  return {
    async handle(raw) {
      const parsed = parsedOf(raw)
      if (!parsed?.isResourceRequest) return inner.handle(raw)
      const { faults, history, activity, clock } = wire
      const auditId = chosenAuditId(raw.headers) ?? wire.nextAuditId()
      const request = await withBody(raw, auditId)
      const seen = await observed(parsed, request, authenticator)
      const conclude = history.begin(seen, auditId)
      const fault = faults.take(seen)
      if (fault.delayMs && seen.verb !== 'watch') await pause(clock, fault.delayMs, raw.signal)
      const done = activity.beginRequest()
      try {
        const refusal = refusalOf(fault)
        const response = fault.refuseConnection ? BROKEN : refusal ? refused(refusal) : await inner.handle(request)
        if (fault.loseAnswer) letGo(response)
        const answer = fault.loseAnswer ? BROKEN : response
        conclude(answer === BROKEN ? { code: 0, reason: 'ConnectionError' } : outcomeOf(answer, seen))
        return seen.verb === 'watch' ? faultyStream(wire, answer, fault) : answer
      } finally {
        done()
      }
    },
  }
}

function parsedOf(raw: ServerRequest): ParsedRequest | undefined {
  try {
    return parseRequest(raw, defaultLimits.maxUrlLength)
  } catch {
    return undefined // the plane will answer with the error
  }
}

/** A request whose body was read. */
interface ReadRequest extends ServerRequest {
  readonly body: Uint8Array
}

/** Reads the body once, for all readers. */
async function withBody(raw: ServerRequest, auditId: string): Promise<ReadRequest> {
  const read = ['GET', 'HEAD'].includes(raw.method.toUpperCase())
    ? new Uint8Array(0)
    : await raw.readBody(defaultLimits.maxBodyBytes).catch((error: unknown) => ({ error }))
  return {
    method: raw.method,
    url: raw.url,
    headers: [...raw.headers.filter(([name]) => name !== 'audit-id'), ['audit-id', auditId]],
    lacksHeaders: raw.lacksHeaders ?? false,
    remoteAddress: raw.remoteAddress,
    peerCertificates: raw.peerCertificates,
    signal: raw.signal,
    body: read instanceof Uint8Array ? read : new Uint8Array(0),
    async readBody(maxBytes) {
      if (read instanceof Uint8Array) return read.length > maxBytes ? 'too-large' : read
      if (read === 'too-large') return read
      throw read.error
    },
  }
}

async function observed(parsed: ParsedRequest, { body }: ReadRequest, authenticator: Authenticator): Promise<ObservedRequest> {
  const { verb, group, version, resource, subresource, namespace, name } = parsed
  const value = bodyOf(body)
  const own = getKey(getKey(value, 'metadata'), 'name')
  return {
    user: await userOf(parsed, authenticator),
    verb: verb as ResourceVerb,
    group,
    version,
    resource,
    subresource,
    namespace,
    name: name === '' && typeof own === 'string' ? own : name,
    body: value,
    via: 'handler',
  }
}

/** JSON as a value; any other body as text. */
function bodyOf(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  const text = decoder.decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function userOf({ raw }: ParsedRequest, authenticator: Authenticator): Promise<string> {
  const header = (name: string) => raw.headers.flatMap(([key, value]) => (key === name ? [value] : []))
  const [acting] = header('impersonate-user')
  if (acting !== undefined) return acting
  const headerNames = () => [...new Set(raw.headers.map(([name]) => name))]
  const result = await authenticator.authenticate({ header, headerNames, peerCertificates: raw.peerCertificates })
  return result.outcome === 'authenticated' ? result.user.username : ANONYMOUS_USER.username
}

const JSON_TYPE = ['content-type', 'application/json'] as const

function refused({ status }: ApiError): ServerResponse {
  const seconds = status.details?.retryAfterSeconds
  const retry = seconds === undefined ? [] : [['retry-after', String(seconds)] as const]
  return { status: status.code, headers: [JSON_TYPE, ...retry], body: encodeJson(status) }
}

/** An answer whose connection breaks at once: the client receives at most its first line. */
const BROKEN: ServerResponse = Object.freeze({
  status: 200,
  headers: [JSON_TYPE],
  body: {
    start(sink: BodySink) {
      sink.abort()
      return () => {}
    },
  },
})

/** Discards an answer that the client will not read. */
function letGo({ body }: ServerResponse): void {
  if (!(body instanceof Uint8Array)) body.start({ write: () => 0, onDrained: () => {}, end: () => {}, abort: () => {} })()
}

function outcomeOf({ status, body }: ServerResponse, { verb, name }: ObservedRequest) {
  const failed = status >= 400
  const isRead = body instanceof Uint8Array && (failed || (verb === 'create' && name === ''))
  const value = isRead ? bodyOf(body) : undefined
  const reason = failed ? getKey(value, 'reason') : undefined
  const made = failed ? undefined : getKey(getKey(value, 'metadata'), 'name')
  return {
    code: status,
    reason: typeof reason === 'string' ? reason : undefined,
    ...(typeof made === 'string' && { name: made }),
  }
}

function faultyStream({ clock }: Wire, response: ServerResponse, fault: Fault): ServerResponse {
  const { body } = response
  const { delayMs = 0, cutAfterEvents, dropBookmarks } = fault
  if (body instanceof Uint8Array || (!delayMs && cutAfterEvents === undefined && !dropBookmarks)) return response
  return { ...response, body: new FaultyStream(body, fault, new LateEvents(clock, delayMs)) }
}

/** A watch stream: one write is one event. */
class FaultyStream implements StreamBody {
  readonly #body: StreamBody
  readonly #fault: Fault
  readonly #late: LateEvents

  constructor(body: StreamBody, fault: Fault, late: LateEvents) {
    this.#body = body
    this.#fault = fault
    this.#late = late
  }

  start(sink: BodySink): () => void {
    const { cutAfterEvents, dropBookmarks } = this.#fault
    const late = this.#late
    let [told, over] = [0, false]
    const cut = () => {
      over = true
      sink.abort()
    }
    const stop = this.#body.start({
      write(chunk) {
        if (dropBookmarks && isPlainBookmark(chunk)) return 0
        late.add(() => {
          if (over) return
          sink.write(chunk)
          told += 1
          if (told === cutAfterEvents) cut()
        })
        // Backpressure is not reported: a delayed event is not a slow reader.
        return 0
      },
      onDrained: (callback) => sink.onDrained(callback),
      end: () => late.add(() => !over && sink.end()),
      abort: () => late.add(() => !over && sink.abort()),
    })
    if (cutAfterEvents === 0) cut()
    return () => {
      over = true
      late.clear()
      stop()
    }
  }
}

/** A bookmark in JSON that does not end initial events: those carry an annotation. */
function isPlainBookmark(chunk: Uint8Array): boolean {
  const text = decoder.decode(chunk)
  return text.startsWith('{"type":"BOOKMARK"') && !text.includes('"annotations"')
}
