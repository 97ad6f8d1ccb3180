/**
 * A write, as admission plugins are told of it.
 *
 * @module
 */

import type { AdmissionAttributes } from '../../admission/index.js'
import { type ApiObject, deepFreeze, type UnknownRecord } from '../../meta/index.js'
import { toScale } from '../../resources/index.js'
import { inTargetVersion } from '../context.js'
import { expectedKind } from './decode-object.js'
import type { WriteState } from './state.js'

/**
 * What plugins are told of a write. Most plugins decide by the names in it, so that objects are only shown when somebody looks.
 *
 * @param write - The write at hand.
 * @param object - Gives the new state, in the working version; undefined for a write that leaves none.
 */
export function attributesOf(write: WriteState, object: (() => ApiObject) | undefined): AdmissionAttributes {
  const { target, caller, dryRun, operation, live } = write
  let newState: ApiObject | undefined
  let oldState: ApiObject | undefined
  return {
    operation,
    group: target.definition.group,
    version: target.version.name,
    resource: target.definition.names.plural,
    kind: expectedKind(target).kind,
    subresource: target.subresource?.name ?? '',
    namespace: target.namespace,
    name: nameOf(write),
    user: caller.user,
    dryRun,
    get options() {
      return optionsOf(write)
    },
    get object() {
      newState ??= object && deepFreeze(shown(write, object()))
      return newState
    },
    get oldObject() {
      oldState ??= live && deepFreeze(shown(write, live))
      return oldState
    },
    warn: caller.warn,
    annotate: caller.annotate ?? (() => {}),
  }
}

/** An object in the version and form that the request is about. */
export function shown({ target }: WriteState, object: ApiObject): ApiObject {
  const versioned = inTargetVersion(target, object)
  const scale = target.subresource?.scale
  return scale ? toScale(versioned, scale) : versioned
}

/** The name that the request gives, not one that the server has made. */
function nameOf({ target, isOfCollection, operation, sent }: WriteState): string {
  if (isOfCollection) return ''
  return target.name || (operation === 'CREATE' ? (sent.object.metadata.name ?? '') : '')
}

const KINDS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const

/** The options of a request, as the API conventions write them. A patch has those of the update, or the create, that it turns out to be. */
function optionsOf({ context, operation, options }: WriteState): Readonly<UnknownRecord> {
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
