/**
 * Who owns which field: every write is tracked, and an apply asks first.
 *
 * @module
 */

import {
  applyRequest,
  compileObjectType,
  conflictError,
  FieldSet,
  type FieldType,
  managedFieldsAfter,
  type RequestOptions,
  readAhead,
  type VersionConverter,
} from '../apply/index.js'
import {
  type ApiObject,
  type FieldError,
  formatApiVersion,
  formatTime,
  invalid,
  type ManagedFieldsEntry,
  type TurnShare,
} from '../meta/index.js'
import { convertObject, type ResourceVersion } from '../resources/index.js'
import type { Row } from '../store/index.js'
import { apiVersionOf, groupKindOf, inTargetVersion, prefixOf, type Write } from './context.js'
import { hasStatusSubresource, without } from './metadata.js'
import type { Target } from './types.js'

/**
 * Finds who owns what after a write that is no apply.
 *
 * @param write - The write at hand.
 * @param object - What the write makes of the object, complete with defaults, in the storage version.
 * @param live - The stored object; undefined when there is none.
 * @returns The object with its managedFields.
 * @see Specification, "Server-side apply", 6 and 7
 */
export function trackWrite(write: Write, object: ApiObject, live?: ApiObject): ApiObject {
  const blank = write.target.definition.custom || !('spec' in object || 'status' in object) ? undefined : BLANK
  const sent = inTargetVersion(write.target, object)
  return withManagedFields(object, managedFieldsAfter({ ...requestOf(write, live), object: sent, blank }))
}

/**
 * Merges an applied configuration into the live object.
 *
 * @param write - The write at hand.
 * @param applied - The configuration, in the target's version.
 * @param live - The stored object; undefined when there is none.
 * @param force - Whether fields of others may be taken.
 * @returns The object to store, in the target's version, with its managedFields.
 * @throws {@link ApiError} 409 with a cause for each field of another manager, 422 when the configuration does not fit.
 * @see Specification, "Server-side apply"
 */
export function mergeApplied(write: Write, applied: unknown, live: ApiObject | undefined, force: boolean): unknown {
  const { clientApply } = write.context.dialect
  const answer = applyRequest({ ...requestOf(write, live), applied, force, lastApplied: clientApply })
  if (answer.outcome === 'conflict') throw conflictError(answer.conflicts)
  if (answer.outcome === 'invalid') {
    const errors = answer.problems.map(
      ({ text, message }): FieldError => ({ reason: 'FieldValueInvalid', field: text.replace(/^\./, ''), message }),
    )
    throw invalid(groupKindOf(write.target), write.target.name, errors)
  }
  return answer.object
}

/** An object with other managedFields; without the field when there are none. */
export function withManagedFields(object: ApiObject, managedFields: readonly ManagedFieldsEntry[] = []): ApiObject {
  if (managedFields.length > 0) return { ...object, metadata: { ...object.metadata, managedFields } }
  return object.metadata.managedFields ? { ...object, metadata: without(object.metadata, 'managedFields') } : object
}

const requestOf = (write: Write, live: ApiObject | undefined): RequestOptions => ({
  type: fieldTypeOf(write.target.version),
  live: live && inTargetVersion(write.target, live),
  manager: write.manager,
  apiVersion: apiVersionOf(write.target),
  subresource: write.target.subresource?.name ?? '',
  now: formatTime(write.context.clock.now()),
  converter: converterOf(write),
  resetFields: resetFieldsOf(write.target),
})

/** Parts that built-in objects have even when they are empty, so that nobody comes to own them by creating the object. */
const EMPTY_TEMPLATE = { metadata: {}, spec: {} }
const BLANK = Object.freeze({
  metadata: {},
  spec: {
    strategy: {},
    template: EMPTY_TEMPLATE,
    updateStrategy: {},
    jobTemplate: { metadata: {}, spec: { template: EMPTY_TEMPLATE } },
  },
  status: {},
})

const fieldTypes = new WeakMap<ResourceVersion, FieldType>()

/** The type of a version's objects, as ownership sees it, compiled once. */
function fieldTypeOf(version: ResourceVersion): FieldType {
  let type = fieldTypes.get(version)
  if (!type) {
    const { document = null, components = {} } = version.schema ?? {}
    type = compileObjectType(document, { definitions: components })
    fieldTypes.set(version, type)
  }
  return type
}

const STATUS = FieldSet.from([['f:status']])
const SPEC = FieldSet.from([['f:spec']])
const ALL_BUT_STATUS = FieldSet.from([['f:spec'], ['f:metadata']])

/** Fields that a path cannot set, so that nobody comes to own them through it. */
function resetFieldsOf(target: Target): FieldSet | undefined {
  if (!target.subresource) return hasStatusSubresource(target) ? STATUS : undefined
  if (target.subresource.name !== 'status') return undefined
  return target.definition.custom ? ALL_BUT_STATUS : SPEC
}

/** How objects look in the other versions that managers may have used; undefined when there is only this one. */
function converterOf({ context, target }: Write): VersionConverter | undefined {
  const { definition } = target
  if (definition.versions.length === 1 && !definition.convert) return undefined
  const views = context.catalog.all().filter((other) => prefixOf(other) === prefixOf(definition))
  const find = (apiVersion: string) => {
    for (const view of views) {
      const version = view.versions.find(({ name }) => formatApiVersion(view.group, name) === apiVersion)
      if (version) return { view, version }
    }
    return undefined
  }
  return {
    typeOf: (apiVersion) => {
      const found = find(apiVersion)
      return found && fieldTypeOf(found.version)
    },
    convert(object, _from, to) {
      const view = find(to)?.view
      // The target's own type knows the conversions that were made for this write.
      return convertObject(view && view.group !== definition.group ? view : definition, object as ApiObject, to)
    },
  }
}

/** Bytes of an object whose managers take long to read. */
const LARGE_OBJECT = 128 * 1024

/**
 * Reads who owns what of a large object, in turns of its own, before a write needs to know.
 *
 * @param write - The write at hand.
 * @param row - The live object.
 * @returns Undefined for a small object, where there is no need to.
 */
export function readOwners({ turn }: Write, row: Row): Promise<void> | undefined {
  return row.size > LARGE_OBJECT ? readLarge(turn, row) : undefined
}

async function readLarge(turn: TurnShare, row: Row): Promise<void> {
  const { managedFields } = row.object.metadata
  if (turn.isSpent) await turn.next()
  readAhead(managedFields)
  if (turn.isSpent) await turn.next()
}
