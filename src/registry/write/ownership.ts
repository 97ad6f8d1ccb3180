/**
 * Field ownership: every write is tracked, and an apply is checked for conflicts.
 *
 * @module
 */

import {
  applyingRequest,
  conflictError,
  type FieldProblem,
  FieldSet,
  findingManagedFields,
  type ManagedRequest,
  readAhead,
  typeOfSchema,
  type VersionConverter,
  validate,
  withManagedFields,
} from '../../apply/index.js'
import { type ApiObject, type FieldError, formatApiVersion, formatTime, invalid } from '../../meta/index.js'
import { apiVersionOf, convertFields, inVersion, STATUS_TAKES } from '../../resources/index.js'
import { bodyFormOf, groupKindOf } from '../context.js'
import type { Target } from '../types.js'
import { blankOf } from './blank-object.js'
import { hasStatusSubresource } from './metadata.js'
import type { WriteState } from './state.js'
import { withConversions } from './versions.js'

/**
 * Step: determines field ownership after a write that is no apply.
 *
 * @see Specification, "Server-side apply", 6 and 7
 */
export function trackOwners(write: WriteState): Promise<void> | undefined {
  const { object, target, live } = write
  if (target.definition.strategy.ownedFromApply && !live?.metadata.managedFields) {
    write.object = withManagedFields(object)
    return undefined
  }
  const sent = inVersion(target, object)
  const request = requestOf(write)
  return withConversions(write, findingManagedFields({ object: sent, ...request }), request.converter, (managedFields) => {
    write.object = withManagedFields(object, managedFields)
  })
}

/** Bytes of an object whose managedFields take long to decode. */
const LARGE_OBJECT = 128 * 1024

/** Step: decodes the managedFields of a large object, in a step apart so that other requests are answered in between. */
export function readOwners({ row, live }: WriteState): void {
  if (row && row.size > LARGE_OBJECT) readAhead(live?.metadata.managedFields)
}

/**
 * Merges an applied configuration into the live object. The write's object is then what will be stored, in the version of the
 * request, with its managedFields.
 *
 * @param write - The write at hand.
 * @param applied - The configuration, in the version of the request.
 * @param force - Whether fields of others may be taken.
 * @throws {@link ApiError} 409 with a cause for each field of another manager, 422 when the configuration does not fit.
 * @see Specification, "Server-side apply"
 */
export function mergeApplied(write: WriteState, applied: unknown, force: boolean): Promise<void> | undefined {
  const { clientApply: lastApplied } = write.context.dialect
  const request = requestOf(write)
  return withConversions(write, applyingRequest({ applied, force, lastApplied, ...request }), request.converter, (answer) => {
    if (answer.outcome === 'conflict') throw conflictError(answer.conflicts)
    if (answer.outcome === 'applied') {
      write.object = answer.object as ApiObject
      return
    }
    throw invalid(groupKindOf(write.target), write.target.name, answer.problems.map(misfit))
  })
}

/**
 * Collects type errors of a configuration: values of other types, and list items without keys.
 *
 * @param target - What is applied to.
 * @param configuration - As it was sent.
 */
export const misfitsOf = (target: Target, configuration: unknown): readonly FieldError[] =>
  validate(typeOfSchema(bodyFormOf(target).schema), configuration, { requireKeys: true }).map(misfit)

const misfit = ({ text, message }: FieldProblem): FieldError => ({
  reason: 'FieldValueInvalid',
  field: text.replace(/^\./, ''),
  message,
})

const requestOf = (write: WriteState): ManagedRequest => ({
  type: typeOfSchema(write.target.version.schema),
  live: write.live && inVersion(write.target, write.live),
  manager: write.manager,
  apiVersion: apiVersionOf(write.target),
  subresource: write.target.subresource?.name ?? '',
  now: formatTime(write.context.clock.now()),
  converter: converterOf(write),
  resetFields: resetFieldsOf(write.target),
  ...(!write.target.definition.custom && { blank: blankOf(write.target.version) }),
})

const STATUS = FieldSet.from([['f:status']])
const SPEC = FieldSet.from([['f:spec']])
const ALL_BUT_SPEC = FieldSet.from([['f:status'], ['f:metadata']])
const ALL_BUT_STATUS = FieldSet.from([['f:spec'], ['f:metadata']])

/** Fields that a path resets, so that its writers do not own them. */
function resetFieldsOf(target: Target): FieldSet | undefined {
  if (!target.subresource) return hasStatusSubresource(target) ? STATUS : undefined
  const { name, takes } = target.subresource
  if (name !== 'status') return takes?.length === 0 ? ALL_BUT_SPEC : undefined
  if (!takes) return SPEC
  if (takes.length === 0) return ALL_BUT_STATUS
  const untaken = STATUS_TAKES.filter((member) => !takes.includes(member))
  return FieldSet.from([['f:spec'], ...untaken.map((member) => ['f:metadata', `f:${member}`])])
}

/** Converters to the other versions that managers may have used; undefined when there is only one. */
function converterOf({ context, target }: WriteState): VersionConverter | undefined {
  const { definition } = target
  if (definition.versions.length === 1 && !definition.convert) return undefined
  const views = context.catalog.storedWith(definition)
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
      return found && typeOfSchema(found.version.schema)
    },
    convert(object, _from, to) {
      const view = find(to)?.view
      return convertFields(view && view.group !== definition.group ? view : definition, object as ApiObject, to)
    },
  }
}
