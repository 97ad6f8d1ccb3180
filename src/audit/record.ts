/**
 * What is written down of one request, stage by stage.
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

/** A request, as it is written down. */
export interface AuditedRequest {
  /** The request's attributes; the username is empty when it is not authenticated. */
  readonly attributes: Attributes
  readonly auditId: string
  /** Path and query. */
  readonly uri: string
  readonly userAgent: string | undefined
  readonly sourceIPs: readonly string[]
  readonly receivedMs: number
  /** Whether its answer goes on after it has begun, as that of a watch does. */
  readonly isLongRunning: boolean
}

/** What records of a plane have in common. */
export interface Recording {
  /** Takes the event of a stage, which is made where there is room for it. */
  readonly sink: (make: () => AuditEvent) => Promise<void> | undefined
  readonly now: () => number
  /** The annotation that says that a body was left out. */
  readonly truncatedKey: string
  /** Called with the failure that left a body out. */
  readonly onIncomplete: (error: unknown) => void
}

/** The recorded parts of an answer. */
export interface AuditedAnswer {
  /** HTTP status. */
  readonly code: number
  /** A failure, or what is said of a deletion. */
  readonly status?: Status | ApiError['status']
  /** Makes the document that was answered. */
  readonly document?: () => unknown
  /** Says how many bytes that document has, about, where it may be a large one. */
  readonly documentBytes?: () => number
  /** Whether more of it comes until {@link AuditRecord.over}. Default false. */
  readonly goesOn?: boolean
}

/** Larger documents are left out: the plane would do nothing else while it writes one. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
/** Annotations of one event. */
const MAX_ANNOTATIONS = 500
const RANK = { None: 0, Metadata: 1, Request: 2, RequestResponse: 3 } as const

/** Records one request, and writes the events of its stages. */
export class AuditRecord {
  readonly #request: AuditedRequest
  readonly #decision: AuditDecision
  readonly #recording: Recording
  readonly #annotations = new Map<string, string>()
  #impersonated: UserInfo | undefined
  #constraint: string | undefined
  #reference: AuditObjectReference | undefined
  #requestObject: unknown
  #answer: AuditedAnswer | undefined
  #hasEnded = false
  #isOver = false

  constructor(request: AuditedRequest, decision: AuditDecision, recording: Recording) {
    this.#request = request
    this.#decision = decision
    this.#recording = recording
    this.#reference = request.attributes.isResourceRequest ? referenceOf(request.attributes) : undefined
  }

  /**
   * Notes something for the annotations of later stages; the first value of a key counts.
   *
   * @param level - `Request` for what is kept where bodies are.
   */
  readonly annotate = (key: string, value: string, level: 'Metadata' | 'Request' = 'Metadata'): void => {
    if (!this.#keeps(level)) return
    if (this.#annotations.size < MAX_ANNOTATIONS && !this.#annotations.has(key)) this.#annotations.set(key, value)
  }

  /**
   * The request continues as the impersonated user.
   *
   * @param constraint - The right of constrained impersonation by which, if it was one.
   */
  impersonated(user: UserInfo, constraint?: string): void {
    this.#impersonated = user
    this.#constraint = constraint
  }

  /**
   * Takes the object that the request brings.
   *
   * @param object - As it was sent.
   * @param complete - Makes the same with its defaults; called only where bodies are kept.
   */
  readonly noteObject = (object: ApiObject, complete: () => unknown): void => {
    const { name, namespace, uid, resourceVersion } = object.metadata
    const known: AuditObjectReference = this.#reference ?? {}
    this.#reference = referenceIn({
      resource: known.resource,
      namespace: known.namespace ?? namespace,
      name: known.name ?? name,
      uid: known.uid ?? uid,
      apiGroup: known.apiGroup,
      apiVersion: known.apiVersion,
      resourceVersion: known.resourceVersion ?? resourceVersion,
      subresource: known.subresource,
    })
    if (this.#keeps('Request')) this.#requestObject = complete()
  }

  /** Takes a body that is no object of the type: a patch, options. */
  noteBody(body: unknown): void {
    if (this.#keeps('Request')) this.#requestObject = body
  }

  /** The request has come, and its user is known. */
  received(): Promise<void> | undefined {
    return this.#write('RequestReceived')
  }

  /**
   * The answer is known.
   *
   * @returns What it waits for.
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
    // An answer may end before all of its beginning is known.
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
    if (this.#reference) event.objectRef = this.#reference
    if (answer) event.responseStatus = responseStatusOf(answer)
    if (this.#requestObject !== undefined) event.requestObject = bodyOf(this.#requestObject)
    if (document !== undefined) event.responseObject = bodyOf(document)
    if (this.#annotations.size > 0) event.annotations = sorted(this.#annotations)
    return event
  }

  /** A document that cannot be made is left out, rather than its event. */
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

const referenceOf = ({ group, version, resource, subresource, namespace, name }: Attributes): Reference =>
  referenceIn({ resource, namespace, name, apiGroup: group, apiVersion: version, subresource })

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Reference = Mutable<AuditObjectReference>

/** The parts that say something, in the order of the type. */
function referenceIn(parts: { readonly [Key in keyof AuditObjectReference]: string | undefined }): Reference {
  const { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource } = parts
  // Every request comes by here and by `#event`: assigning costs a fraction of what spreading conditions does.
  const reference: Reference = {}
  if (resource) reference.resource = resource
  if (namespace) reference.namespace = namespace
  if (name) reference.name = name
  if (uid) reference.uid = uid
  if (apiGroup) reference.apiGroup = apiGroup
  if (apiVersion) reference.apiVersion = apiVersion
  if (resourceVersion) reference.resourceVersion = resourceVersion
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

/** Keys are untrusted, such as those of webhooks. */
function sorted(annotations: ReadonlyMap<string, string>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const key of [...annotations.keys()].sort()) setKey(result, key, annotations.get(key))
  return result
}

/** An object, or each of a list, without managedFields. */
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
