/**
 * The record of one request, stage by stage.
 *
 * @module
 */

import {
  type ApiError,
  type ApiObject,
  type Attributes,
  formatMicroTime,
  isRecord,
  type Status,
  setKey,
  type UserInfo,
} from '../meta/index.js'
import type { AuditEvent, AuditLevel, AuditObjectReference, AuditResponseStatus, AuditStage } from './event.js'
import type { AuditDecision } from './policy.js'

/** A request to record. */
export interface AuditedRequest {
  /** The request's attributes; the username is empty when it is not authenticated. */
  readonly attributes: Attributes
  readonly auditId: string
  /** Path and query. */
  readonly uri: string
  readonly userAgent: string | undefined
  readonly sourceIPs: readonly string[]
  readonly receivedMs: number
  /** Whether its answer continues after its start, as that of a watch does. */
  readonly isLongRunning: boolean
}

/** State shared by the records of a plane. */
export interface Recording {
  /** Receives the event of a stage, which is created only if there is space for it. */
  readonly sink: (make: () => AuditEvent) => Promise<void> | undefined
  readonly now: () => number
  /** Key of the annotation for an omitted body. */
  readonly truncatedKey: string
  /** Called with the failure because of which a body was omitted. */
  readonly onIncomplete: (error: unknown) => void
}

/** The recorded parts of an answer. */
export interface AuditedAnswer {
  /** HTTP status. */
  readonly code: number
  /** A failure, or the status of a deletion. */
  readonly status?: Status | ApiError['status']
  /** Creates the document of the answer. */
  readonly document?: () => unknown
  /** Approximate size of that document in bytes, if it may be large. */
  readonly documentBytes?: () => number
  /** Whether the answer continues until {@link AuditRecord.over}. Default false. */
  readonly goesOn?: boolean
}

/** Larger documents are omitted: encoding one would block the plane. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
/** Maximum annotations of one event, and their characters: webhooks choose both. Those beyond are omitted. */
const MAX_ANNOTATIONS = 500
const MAX_ANNOTATIONS_LENGTH = 3 * 1024 * 1024
const RANK = { None: 0, Metadata: 1, Request: 2, RequestResponse: 3 } as const

/** Records one request, and writes the events of its stages. */
export class AuditRecord {
  readonly #request: AuditedRequest
  readonly #decision: AuditDecision
  readonly #recording: Recording
  readonly #annotations = new Map<string, string>()
  #annotationsLength = 0
  #impersonated: UserInfo | undefined
  #constraint: string | undefined
  #sent: ApiObject['metadata'] | undefined
  #requestObject: unknown
  #answer: AuditedAnswer | undefined
  #hasEnded = false
  #isOver = false

  constructor(request: AuditedRequest, decision: AuditDecision, recording: Recording) {
    this.#request = request
    this.#decision = decision
    this.#recording = recording
  }

  /**
   * Adds an annotation to later stages; the first value of a key is kept.
   *
   * @param level - `Request` for annotations that are only recorded together with bodies.
   */
  readonly annotate = (key: string, value: string, level: 'Metadata' | 'Request' = 'Metadata'): void => {
    if (!this.#keeps(level) || this.#annotations.size >= MAX_ANNOTATIONS || this.#annotations.has(key)) return
    if (this.#annotationsLength + value.length > MAX_ANNOTATIONS_LENGTH) {
      this.#annotations.set(this.#recording.truncatedKey, 'true')
      return
    }
    this.#annotations.set(key, value)
    this.#annotationsLength += value.length
  }

  /**
   * Records the impersonated user.
   *
   * @param constraint - The permission of constrained impersonation, if it was used.
   */
  impersonated(user: UserInfo, constraint?: string): void {
    this.#impersonated = user
    this.#constraint = constraint
  }

  /**
   * Records the object of the request.
   *
   * @param object - As sent.
   * @param complete - Returns the same with defaults; called only if bodies are recorded.
   */
  readonly noteObject = (object: ApiObject, complete: () => unknown): void => {
    this.#sent = object.metadata
    if (this.#keeps('Request')) this.#requestObject = complete()
  }

  /** Records a body that is not an object of the type: a patch, options. */
  noteBody(body: unknown): void {
    if (this.#keeps('Request')) this.#requestObject = body
  }

  /** The request was received, and its user is known. */
  received(): Promise<void> | undefined {
    return this.#write('RequestReceived')
  }

  /**
   * The answer is known.
   *
   * @returns A promise that the answer waits for.
   */
  answered(answer: AuditedAnswer): Promise<void> | undefined {
    this.#answer = answer
    if (!this.#request.isLongRunning && !answer.goesOn) return this.over()
    const started = this.#write('ResponseStarted')
    if (answer.goesOn && !this.#hasEnded) return started
    return started ? started.then(() => this.over()) : this.over()
  }

  /** The request failed authentication: only that is recorded. */
  unauthenticated(answer: AuditedAnswer): Promise<void> | undefined {
    this.#answer = answer
    return this.#write('ResponseStarted')
  }

  /** The answer has ended. */
  over(): Promise<void> | undefined {
    this.#hasEnded = true
    // An answer may end before its start was recorded completely.
    if (this.#isOver || !this.#answer) return undefined
    this.#isOver = true
    return this.#write('ResponseComplete')
  }

  #keeps(level: AuditLevel): boolean {
    return RANK[this.#decision.level] >= RANK[level]
  }

  #write(stage: AuditStage): Promise<void> | undefined {
    if (this.#decision.omitStages.has(stage)) return undefined
    return this.#recording.sink(() => this.#event(stage))
  }

  #event(stage: AuditStage): AuditEvent {
    const { attributes, auditId, uri, userAgent, sourceIPs, receivedMs } = this.#request
    const { level, omitManagedFields } = this.#decision
    const bodyOf = (value: unknown) => (omitManagedFields ? withoutManagedFields(value) : value)
    const answer = this.#answer
    const document = stage === 'ResponseComplete' && this.#keeps('RequestResponse') ? this.#document() : undefined
    const { user, verb } = attributes
    const event: Mutable<AuditEvent> = {
      level,
      auditID: auditId,
      stage,
      requestURI: uri,
      verb,
      user: user.username === '' ? {} : user,
      requestReceivedTimestamp: formatMicroTime(receivedMs),
      stageTimestamp: formatMicroTime(this.#recording.now()),
    }
    if (this.#impersonated) event.impersonatedUser = this.#impersonated
    if (this.#constraint !== undefined) event.authenticationMetadata = { impersonationConstraint: this.#constraint }
    if (sourceIPs.length > 0) event.sourceIPs = sourceIPs
    if (userAgent) event.userAgent = userAgent
    const reference = referenceOf(attributes, this.#sent)
    if (reference) event.objectRef = reference
    if (answer) event.responseStatus = responseStatusOf(answer)
    if (this.#requestObject !== undefined) event.requestObject = bodyOf(this.#requestObject)
    if (document !== undefined) event.responseObject = bodyOf(document)
    if (this.#annotations.size > 0) event.annotations = inOrder(this.#annotations)
    return event
  }

  /** A document that cannot be created is omitted, not the whole event. */
  #document(): unknown {
    const { document, documentBytes } = this.#answer ?? {}
    if (documentBytes && documentBytes() > MAX_DOCUMENT_BYTES) {
      this.annotate(this.#recording.truncatedKey, 'true')
      return undefined
    }
    try {
      return document?.()
    } catch (error) {
      this.#recording.onIncomplete(error)
      this.annotate(this.#recording.truncatedKey, 'true')
      return undefined
    }
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * The target of a request, and what only the object in its body tells of it. Runs for every request, as does `#event`: assignments
 * cost a fraction of conditional spreads.
 */
function referenceOf(attributes: Attributes, sent: ApiObject['metadata'] | undefined): AuditObjectReference | undefined {
  if (!attributes.isResourceRequest && !sent) return undefined
  const { group, version, resource, subresource } = attributes
  const reference: Mutable<AuditObjectReference> = {}
  if (resource) reference.resource = resource
  const namespace = attributes.namespace || sent?.namespace
  if (namespace) reference.namespace = namespace
  const name = attributes.name || sent?.name
  if (name) reference.name = name
  if (sent?.uid) reference.uid = sent.uid
  if (group) reference.apiGroup = group
  if (version) reference.apiVersion = version
  if (sent?.resourceVersion) reference.resourceVersion = sent.resourceVersion
  if (subresource) reference.subresource = subresource
  return reference
}

function responseStatusOf({ code, status }: AuditedAnswer): AuditResponseStatus {
  if (!status) return { metadata: {}, code }
  const { message, reason, details } = status
  return {
    metadata: {},
    status: code < 400 ? 'Success' : 'Failure',
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    code,
  }
}

/** The annotations of an event, by key. Keys are untrusted, such as those of webhooks. */
function inOrder(annotations: ReadonlyMap<string, string>): Record<string, string> {
  const result: Record<string, string> = {}
  let last = ''
  for (const [key, value] of annotations) {
    // Most events have only those of the authorization, which come in order.
    if (key < last) return inOrder(new Map([...annotations].sort(([a], [b]) => (a < b ? -1 : 1))))
    setKey(result, key, value)
    last = key
  }
  return result
}

/** An object, or each item of a list, without managedFields. */
function withoutManagedFields(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { metadata, items } = value
  const bare = isRecord(metadata) && metadata.managedFields !== undefined ? { ...value, metadata: without(metadata) } : value
  return Array.isArray(items) ? { ...bare, items: items.map(withoutManagedFields) } : bare
}

function without(metadata: Record<string, unknown>): Record<string, unknown> {
  const { managedFields: _managedFields, ...rest } = metadata
  return rest
}
