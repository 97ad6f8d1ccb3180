/**
 * The attributes of a write for admission plugins.
 *
 * @module
 */

import type { AdmissionAttributes } from '../../admission/index.js'
import { type ApiObject, deepFreeze, type UnknownRecord, type UserInfo } from '../../meta/index.js'
import { inVersion, toScale } from '../../resources/index.js'
import { expectedKind } from './decode-object.js'
import type { WriteState } from './state.js'

/**
 * The attributes of a write for plugins. Most plugins skip a write by its names, so objects are only converted when
 * read. A class, as an object literal with getters is slow to create, and every write creates two of these.
 */
export class WriteAttributes implements AdmissionAttributes {
  readonly operation: AdmissionAttributes['operation']
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly user: UserInfo
  readonly dryRun: boolean
  readonly deadlineMs: number | undefined
  readonly #write: WriteState
  readonly #newState: (() => ApiObject) | undefined

  /**
   * @param write - The write at hand.
   * @param newState - Gives the new state, in the working version; undefined for a write that leaves none.
   */
  constructor(write: WriteState, newState: (() => ApiObject) | undefined) {
    const { definition, version, subresource, namespace } = write.target
    this.operation = write.operation
    this.group = definition.group
    this.version = version.name
    this.resource = definition.names.plural
    this.subresource = subresource?.name ?? ''
    this.namespace = namespace
    this.name = nameOf(write)
    this.user = write.caller.user
    this.dryRun = write.dryRun
    this.deadlineMs = write.caller.deadlineMs
    this.#write = write
    this.#newState = newState
  }

  get kind(): string {
    return expectedKind(this.#write.target).kind
  }

  get options(): Readonly<UnknownRecord> {
    return optionsOf(this.#write)
  }

  get object(): ApiObject | undefined {
    return this.#newState && deepFreeze(shown(this.#write, this.#newState()))
  }

  get oldObject(): ApiObject | undefined {
    const { live } = this.#write
    return live && deepFreeze(shown(this.#write, live))
  }

  get warn(): AdmissionAttributes['warn'] {
    return this.#write.caller.warn
  }

  get annotate(): AdmissionAttributes['annotate'] {
    return this.#write.caller.annotate ?? dropped
  }

  get onEnd(): AdmissionAttributes['onEnd'] {
    return (listener) => this.#write.onEnd(listener)
  }

  /** The same as a plain object, for plugins that match the write: they may copy it. One literal, as spreads are slow. */
  plain(): AdmissionAttributes {
    return {
      operation: this.operation,
      group: this.group,
      version: this.version,
      resource: this.resource,
      kind: this.kind,
      subresource: this.subresource,
      namespace: this.namespace,
      name: this.name,
      user: this.user,
      dryRun: this.dryRun,
      options: this.options,
      object: this.object,
      oldObject: this.oldObject,
      warn: this.warn,
      annotate: this.annotate,
      onEnd: this.onEnd,
      deadlineMs: this.deadlineMs,
    }
  }
}

const dropped = (): void => {}

/** An object in the version and form of the request. */
export function shown({ target }: WriteState, object: ApiObject): ApiObject {
  // A virtual type has but one version, and so do the options of a connect request.
  const versioned = target.subresource?.virtualType || target.subresource?.connect ? object : inVersion(target, object)
  const scale = target.subresource?.scale
  return scale ? toScale(versioned, scale) : versioned
}

/** The name that the request gives, not a generated one. */
function nameOf({ target, isOfCollection, operation, sent }: WriteState): string {
  if (isOfCollection) return ''
  return target.name || (operation === 'CREATE' ? (sent.object.metadata.name ?? '') : '')
}

/** The options of a connect request are its object. */
const NO_OPTIONS: Readonly<UnknownRecord> = Object.freeze({})

const KINDS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const

/**
 * The options of a request, as the API conventions write them. A patch has those of the update, or the create, that results from
 * it.
 */
function optionsOf({ context, operation, options }: WriteState): Readonly<UnknownRecord> {
  if (operation === 'CONNECT') return NO_OPTIONS
  const { gracePeriodSeconds, preconditions, orphanDependents, propagationPolicy } = options
  const { dryRun, requestedManager, fieldValidation } = options
  return {
    kind: KINDS[operation],
    apiVersion: `meta.${context.dialect.groupDomain}/v1`,
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(preconditions && { preconditions }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy && { propagationPolicy }),
    ...(dryRun && { dryRun: ['All'] }),
    ...(requestedManager && { fieldManager: requestedManager }),
    ...(fieldValidation && operation !== 'DELETE' && { fieldValidation }),
  }
}
