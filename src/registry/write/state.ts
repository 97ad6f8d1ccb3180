/**
 * The state of a write: the request, and what the steps have made of it so far.
 *
 * @module
 */

import type { AdmissionOperation } from '../../admission/index.js'
import { type ApiObject, type FieldError, TurnShare } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { RegistryContext, Write } from '../context.js'
import type { Caller, DecodedBody, DeleteOptions, PatchRequest, Target } from '../types.js'
import type { DecodedObject } from './decode-object.js'

/**
 * Milliseconds of one turn of the event loop that the steps of a write may take before they yield: few writes take as long in all.
 */
const TURN_MS = 10
/** Bytes of a body, or of a stored object, up to which no write takes that long. */
const SHORT_BYTES = 16 * 1024

/** Input of a write. */
export interface WriteRequest {
  /** Options of all writes are among them. */
  readonly options: DeleteOptions
  /** The body of a create or an update. */
  readonly body?: DecodedBody
  readonly patch?: PatchRequest
}

const NOTHING: DecodedBody = Object.freeze({ value: undefined, duplicateFields: [], size: 0 })
const NO_OBJECT: ApiObject = Object.freeze({ apiVersion: '', kind: '', metadata: Object.freeze({}) })
const NOTHING_SENT: DecodedObject = Object.freeze({ object: NO_OBJECT, unknownFields: [], schemaErrors: [] })

/**
 * One write. Steps read and change it; objects in it are never written to.
 *
 * Objects are in the *working version*: that of the request for custom types, as their schemas and plugins see them, and the
 * storage version for the kinds of the plane itself, which their strategies know.
 *
 * @typeParam A - The answer of its verb.
 */
export class WriteState<A = unknown> implements Write {
  readonly context: RegistryContext
  readonly target: Target
  readonly caller: Caller
  readonly dryRun: boolean
  readonly manager: string
  readonly isOfCollection: boolean
  readonly options: DeleteOptions
  readonly body: DecodedBody
  readonly patch: PatchRequest | undefined
  readonly #operation: 'DELETE' | 'CONNECT' | undefined
  #turn: TurnShare | undefined
  /** Nearly always none. */
  #endListeners: ((isUncertain: boolean) => void)[] | undefined
  /** The applied configuration, in the version of the request. */
  configuration: ApiObject = NO_OBJECT
  /** The patched live object, not decoded yet. */
  patched: unknown = undefined
  /** The body, or the result of a patch or merge, in the version of the request. */
  sent: DecodedObject = NOTHING_SENT
  /** The stored object, as the schemas show it now; undefined when there is none. */
  row: Row | undefined = undefined
  /** Its object: a row may release a large one at any time, and parses it again. */
  current: ApiObject | undefined = undefined
  /** Whether the row differs from what is stored, so that writing it back changes the store. */
  isOutdated = false
  /** The live object in the working version. */
  live: ApiObject | undefined = undefined
  /** The new state. */
  object: ApiObject = NO_OBJECT
  /** Errors of its metadata and schema. */
  faults: readonly FieldError[] = []
  /** The new state in the storage version. */
  stored: ApiObject = NO_OBJECT
  /** Whether finalizers or the strategy hold an object that is to be deleted. */
  isHeld = false
  /** The answer, which ends the write. */
  answer: A | undefined = undefined
  /** The number of this attempt, from 1. */
  attempts = 0
  /** Whether another write came in between: a conflict of optimistic concurrency, after which the attempt is repeated. */
  hasConflict = false

  /**
   * @param write - The target, the caller, and whether it is a dry run.
   * @param request - The input.
   * @param operation - Of a delete, or of a connect request. That of other writes depends on whether the object exists.
   */
  constructor(
    { context, target, caller, dryRun, manager, isOfCollection = false }: Write,
    { options, body = NOTHING, patch }: WriteRequest,
    operation?: 'DELETE' | 'CONNECT',
  ) {
    this.context = context
    this.target = target
    this.caller = caller
    this.dryRun = dryRun
    this.manager = manager
    this.isOfCollection = isOfCollection
    this.options = options
    this.body = body
    this.patch = patch
    this.#operation = operation
  }

  /** What plugins are told. An update or an apply creates an object that does not exist. */
  get operation(): AdmissionOperation {
    return this.#operation ?? (this.row ? 'UPDATE' : 'CREATE')
  }

  /** The share of a turn of the event loop that its steps take; undefined for a short write. */
  get turn(): TurnShare | undefined {
    const { size = Number.POSITIVE_INFINITY } = this.patch?.body ?? this.body
    if (size <= SHORT_BYTES && (this.row === undefined || this.row.size <= SHORT_BYTES)) return undefined
    this.#turn ??= new TurnShare({ ms: TURN_MS, user: this.caller.user.username })
    return this.#turn
  }

  /** Registers a function to call at the end of this attempt, with whether its outcome is unknown. */
  onEnd(listener: (isUncertain: boolean) => void): void {
    this.#endListeners ??= []
    this.#endListeners.push(listener)
  }

  /**
   * Ends the attempt.
   *
   * @param isUncertain - Whether it is unknown if something was stored.
   */
  end(isUncertain = false): void {
    const listeners = this.#endListeners
    if (!listeners) return
    this.#endListeners = undefined
    for (const listener of listeners) {
      try {
        listener(isUncertain)
      } catch (error) {
        this.context.reportError(error)
      }
    }
  }

  /** Whether no further step is to run. */
  get isOver(): boolean {
    return this.hasConflict || this.answer !== undefined
  }
}
