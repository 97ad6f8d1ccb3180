/**
 * One request on its way through the stages, what they learn about it, and the door that it came in by.
 *
 * @module
 */

import type { AuditRecord } from '../audit/index.js'
import type { AuthenticationRequest } from '../authn/index.js'
import type { ApiError, FlowLevel, PatchType, Random, Tracer, UserInfo } from '../meta/index.js'
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
 * One request at its door: HTTP, or a client in the same process. A door reads what a request says and writes what it is answered
 * with, and decides nothing.
 */
export interface Door<A> {
  /** The user, where known without a credential. */
  readonly user?: UserInfo
  /** Set for the plane's own control loops, which take every type in whatever version it is served: no use of a deprecated version. */
  readonly isControlLoop?: boolean
  /** What the commits of the request are part of, where that is anything else. */
  readonly transaction?: StorageTransaction
  /** What the request shows of its sender. */
  readonly credentials: AuthenticationRequest
  /** Header lines in the order they came; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Path and query, as they came. */
  readonly uri: string
  /** Address that the request came from; undefined where there is none. */
  readonly remoteAddress?: string | undefined
  /** Aborts when the client goes away; undefined for one that does not say so. */
  readonly signal: AbortSignal | undefined
  /**
   * Chooses the form that the answer will have.
   *
   * @throws {@link ApiError} 406 when there is none that the client accepts.
   */
  negotiate(kind: AnswerKind, target: Target): Promise<void> | undefined
  /** Reads an object. @throws {@link ApiError} 400, 413 or 415. */
  readObject(exchange: Exchange<A>, target: Target): Promise<DecodedBody>
  /** Reads options, which may be left out. @throws {@link ApiError} 400, 413 or 415. */
  readOptions(exchange: Exchange<A>): Promise<DecodedBody | undefined>
  /** The body as it comes, to be handed on; undefined for a request without one. */
  openBody(): ReadableStream<Uint8Array> | undefined
  /** Reads a patch. @throws {@link ApiError} 400 or 413. */
  readPatch(exchange: Exchange<A>, type: PatchType): Promise<DecodedBody>
  /** Tells what came of the request; `Exchange.answer` calls it. */
  answer(exchange: Exchange<A>, outcome: Outcome): Promise<A> | A
  /** Tells why nothing came of it. */
  refuse(exchange: Exchange<A>, error: ApiError): Promise<A> | A
}

/** A request and what is known of it so far. Stages fill in what they find out. */
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
  /** Lets its answer take as long as it likes; undefined where nothing limits it. @internal */
  liftTimeLimit: (() => void) | undefined = undefined
  /** The caller: set by authentication, and replaced by impersonation. */
  user: UserInfo | undefined = undefined
  /** What the request is about; known after routing, and undefined for paths that name no resource. @internal */
  target: Target | undefined = undefined
  /** What is to be done with it; known when the target is. @internal */
  verb: ResourceVerb | undefined = undefined
  /** Records what happens to it; undefined when tracing is off. @internal */
  tracer: Tracer | undefined = undefined
  /** Writes it down; undefined when auditing is off. @internal */
  audit: AuditRecord | undefined = undefined
  /** What came of it, once something has. @internal */
  outcome: Outcome | undefined = undefined
  /** HTTP status of the answer; 0 until there is one. */
  code = 0
  /** What it holds of the plane's capacity; undefined where that is not counted. @internal */
  slot: RequestSlot | undefined = undefined
  /** The user whose seats it takes; known after authentication, and undefined where not counted. @internal */
  level: FlowLevel | undefined = undefined
  readonly #random: Random
  #auditId: string | undefined

  /** @internal */
  constructor(request: RequestInfo, door: Door<A>, random: Random) {
    this.request = request
    this.door = door
    this.#random = random
  }

  /**
   * Warns the client, whatever the answer is.
   *
   * @param text - For people; over HTTP a `Warning` header.
   */
  warn(text: string): void {
    this.warnings.add(text)
  }

  /** Has the door tell what came of the request. @internal */
  answer(outcome: Outcome): Promise<A> | A {
    this.code = codeOf(outcome)
    this.outcome = outcome
    return this.door.answer(this, outcome)
  }

  /** Names this request in logs and in the answer's `Audit-Id` header: the client's own, or one that is made up. */
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
