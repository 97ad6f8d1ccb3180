/**
 * One request on its way through the stages, what they have found out about it, and its door.
 *
 * @module
 */

import type { AuditRecord } from '../audit/index.js'
import type { AuthenticationRequest } from '../authn/index.js'
import type { ApiError, FlowRule, PatchType, Random, Tracer, UserInfo } from '../meta/index.js'
import type { DecodedBody, Target } from '../registry/index.js'
import type { ResourceVerb } from '../resources/index.js'
import type { StorageTransaction } from '../storage/index.js'
import type { RequestSlot } from './flow/flow-control.js'
import type { AnswerKind, Outcome } from './outcome.js'
import type { RequestInfo } from './request-info.js'
import { WarningCollector } from './warnings.js'

/** An audit id that a client may choose: short, and safe in a header and in a log. */
const AUDIT_ID = /^[\x21-\x7e]{1,64}$/

/**
 * One request at its door: HTTP, or a client in the same process. A door decodes requests and encodes answers,
 * and decides nothing.
 */
export interface Door<A> {
  /** The user, where known without a credential. */
  readonly user?: UserInfo
  /** Set for the plane's own control loops: they use types in any served version, without deprecation warnings. */
  readonly isControlLoop?: boolean
  /** The transaction that the request's commits are part of, if any. */
  readonly transaction?: StorageTransaction
  /** What authenticators see of the request. */
  readonly credentials: AuthenticationRequest
  /** Header lines in the order they came; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Path and query, as they came. */
  readonly uri: string
  /** Address that the request came from; undefined where there is none. */
  readonly remoteAddress?: string | undefined
  /** Aborts when the client disconnects; undefined for a client without a signal. */
  readonly signal: AbortSignal | undefined
  /**
   * Chooses the format of the answer.
   *
   * @throws {@link ApiError} 406 when there is none that the client accepts.
   */
  negotiate(kind: AnswerKind, target: Target): Promise<void> | undefined
  /** Reads an object. @throws {@link ApiError} 400, 413 or 415. */
  readObject(exchange: Exchange<A>, target: Target): Promise<DecodedBody>
  /** Reads options, which may be left out. @throws {@link ApiError} 400, 413 or 415. */
  readOptions(exchange: Exchange<A>): Promise<DecodedBody | undefined>
  /** The body as a stream, to be forwarded; undefined for a request without one. */
  openBody(): ReadableStream<Uint8Array> | undefined
  /** Reads a patch. @throws {@link ApiError} 400 or 413. */
  readPatch(exchange: Exchange<A>, type: PatchType): Promise<DecodedBody>
  /** Encodes the outcome of the request; `Exchange.answer` calls it. */
  answer(exchange: Exchange<A>, outcome: Outcome): Promise<A> | A
  /** Encodes an error. */
  refuse(exchange: Exchange<A>, error: ApiError): Promise<A> | A
}

/** A request and what the stages have found out about it. */
export class Exchange<A = unknown> {
  readonly request: RequestInfo
  /** @internal */
  readonly door: Door<A>
  /** @internal */
  readonly warnings = new WarningCollector()
  /** When it came, in milliseconds of the plane's clock. @internal */
  startedMs = 0
  /** When it has to be answered, by the same clock; undefined without a deadline. @internal */
  deadlineMs: number | undefined = undefined
  /** Removes the time limit of the answer; undefined where there is none. @internal */
  liftTimeLimit: (() => void) | undefined = undefined
  /** The caller: set by authentication, and replaced by impersonation. */
  user: UserInfo | undefined = undefined
  /** What the request addresses; known after routing, and undefined for paths that name no resource. @internal */
  target: Target | undefined = undefined
  /** The verb; known when the target is. @internal */
  verb: ResourceVerb | undefined = undefined
  /** Records spans and decisions; undefined when tracing is off. @internal */
  tracer: Tracer | undefined = undefined
  /** Its audit record; undefined when auditing is off. @internal */
  audit: AuditRecord | undefined = undefined
  /** The outcome, once known. @internal */
  outcome: Outcome | undefined = undefined
  /** HTTP status of the answer; 0 until there is one. */
  code = 0
  /** Size of the answer, set by a door that sends bytes, where it is known from the start. @internal */
  answerBytes: number | undefined = undefined
  /**
   * What it holds of the plane's capacity until it is answered; undefined where requests are not counted, and for a watch that
   * has taken it over.
   *
   * @internal
   */
  slot: RequestSlot | undefined = undefined
  /** The user whose seats it takes; known after authentication, and undefined where requests are not counted. @internal */
  flow: FlowRule | undefined = undefined
  readonly #random: Random
  #auditId: string | undefined

  /** @internal */
  constructor(request: RequestInfo, door: Door<A>, random: Random) {
    this.request = request
    this.door = door
    this.#random = random
  }

  /**
   * Adds a warning to the answer.
   *
   * @param text - For people; over HTTP a `Warning` header.
   */
  warn(text: string): void {
    this.warnings.add(text)
  }

  /** Has the door encode the outcome. @internal */
  answer(outcome: Outcome): Promise<A> | A {
    this.code = codeOf(outcome)
    this.outcome = outcome
    return this.door.answer(this, outcome)
  }

  /** Names this request in logs and in the answer's `Audit-Id` header: chosen by the client, or generated. */
  get auditId(): string {
    this.#auditId ??= chosenAuditId(this.door.headers) ?? this.#random.uuid()
    return this.#auditId
  }
}

function codeOf(outcome: Outcome): number {
  if (outcome.kind === 'object') return outcome.code
  if (outcome.kind === 'connection') return outcome.status
  return outcome.kind === 'unrouted' ? 404 : 200
}

/**
 * The audit id that a client has chosen; undefined for none, and for a bad one.
 *
 * @param headers - Header lines of its request.
 */
export function chosenAuditId(headers: Door<unknown>['headers']): string | undefined {
  for (const [name, value] of headers) if (name === 'audit-id' && AUDIT_ID.test(value)) return value
  return undefined
}
