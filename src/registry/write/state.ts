/**
 * A write on its way: what came with the request, and what the steps have made of it so far.
 *
 * @module
 */

import type { AdmissionOperation } from '../../admission/index.js'
import { type ApiObject, TurnShare } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { RegistryContext, Write } from '../context.js'
import type { Caller, DecodedBody, DeleteAnswer, DeleteOptions, PatchRequest, Target, WriteAnswer } from '../types.js'
import type { DecodedObject } from './decode-object.js'

/** Milliseconds that the steps of a write take of one turn before the next of them waits for another: few writes take so long in all. */
const TURN_MS = 10
/** Bytes of a body, or of a stored object, up to which no write takes that long. */
const SHORT_BYTES = 16 * 1024

/** What a request brings with it. */
export interface WriteRequest {
  /** Those of every write are among them. */
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
 */
export class WriteState implements Write {
  readonly context: RegistryContext
  readonly target: Target
  readonly caller: Caller
  readonly dryRun: boolean
  readonly manager: string
  readonly isOfCollection: boolean
  readonly options: DeleteOptions
  readonly body: DecodedBody
  readonly patch: PatchRequest | undefined
  readonly #turn = new TurnShare({ ms: TURN_MS })
  /** Nearly always none. */
  #endListeners: ((isUncertain: boolean) => void)[] | undefined
  /** What admission is told. */
  operation: AdmissionOperation = 'CREATE'
  /** What is applied, in the version of the request. */
  configuration: ApiObject = NO_OBJECT
  /** What a patch made of the live object, as it is. */
  patched: unknown = undefined
  /** What was sent, or what a patch or a merge made of the live object, in the version of the request. */
  sent: DecodedObject = NOTHING_SENT
  /** The stored object, as the schemas show it now; undefined when there is none. */
  row: Row | undefined = undefined
  /** Whether the row says something else than what is stored, so that writing it back changes the store. */
  isOutdated = false
  /** The same in the working version. */
  live: ApiObject | undefined = undefined
  /** The new state. */
  object: ApiObject = NO_OBJECT
  /** The same in the version that objects are stored in. */
  stored: ApiObject = NO_OBJECT
  /** Whether something holds an object that is to be deleted. */
  isHeld = false
  /** What the step that ends a create, an update or a patch answers. */
  answer: WriteAnswer | undefined = undefined
  /** What the step that ends a delete answers. */
  deletion: DeleteAnswer | undefined = undefined
  /** How often the write was tried, this time included. */
  attempts = 0
  /** Whether another write came in between, so that this one has to read and try again. */
  isOutrun = false

  /**
   * @param write - The place, who asks, and whether it is only tried.
   * @param request - What came with it.
   */
  constructor(
    { context, target, caller, dryRun, manager, isOfCollection = false }: Write,
    { options, body = NOTHING, patch }: WriteRequest,
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
  }

  /** How much of a turn of the event loop its steps have taken; undefined for a short write, which has no need to ask. */
  get turn(): TurnShare | undefined {
    const { size = Number.POSITIVE_INFINITY } = this.patch?.body ?? this.body
    return size > SHORT_BYTES || (this.row !== undefined && this.row.size > SHORT_BYTES) ? this.#turn : undefined
  }

  /** Registers a function to call when this attempt is over, whatever its outcome; it is told whether the outcome is unknown. */
  onEnd(listener: (isUncertain: boolean) => void): void {
    this.#endListeners ??= []
    this.#endListeners.push(listener)
  }

  /**
   * The attempt is over.
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

  /** Whether no further step is to be run. */
  get isOver(): boolean {
    return this.isOutrun || this.answer !== undefined || this.deletion !== undefined
  }
}
