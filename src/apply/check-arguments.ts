/**
 * Checks of arguments from programs without types.
 *
 * @module
 */

import { check, jsonValue, requireJson } from '../meta/index.js'
import { FieldSet } from './fields/field-set.js'
import { type FieldType, ListType, MapType } from './types/type.js'

const isType = (value: unknown): value is FieldType =>
  check.isObject(value) &&
  'scalar' in value &&
  (value.list === undefined || value.list instanceof ListType) &&
  (value.map === undefined || value.map instanceof MapType)
const isSet = (value: unknown): value is FieldSet => value instanceof FieldSet
const isOwnership = (value: unknown): boolean =>
  check.isObject(value) && isSet(value.fields) && typeof value.version === 'string' && typeof value.applied === 'boolean'
const isMap = (value: unknown): value is ReadonlyMap<unknown, unknown> =>
  value instanceof Map && [...value.values()].every(isOwnership)

const A_TYPE = 'a type, as compileType makes it'
const A_SET = 'a FieldSet'
const MANAGERS = 'a Map of managers, as readManagers makes it'

/** Refuses a call without a type. */
export function requireType(callee: string, type: unknown): void {
  if (!isType(type)) check.refuse(callee, check.wrong(A_TYPE, type, 'type'))
}

/** Refuses a call without a set of fields. */
export function requireSet(callee: string, set: unknown): void {
  if (!isSet(set)) check.refuse(callee, check.wrong(A_SET, set, 'set'))
}

/** Refuses a call without a map of managers. */
export function requireManagers(callee: string, given: unknown): void {
  if (!isMap(given)) check.refuse(callee, check.wrong(MANAGERS, given, 'managers'))
}

/** Refuses a call without what a comparison found. */
export function requireComparison(callee: string, comparison: unknown): void {
  if (!check.isObject(comparison) || ![comparison.added, comparison.modified, comparison.removed].every(isSet))
    check.refuse(callee, check.wrong('what compare returns', comparison, 'comparison'))
}

const fieldType = /* @__PURE__ */ check.fits(A_TYPE, isType)
const fieldSet = /* @__PURE__ */ check.fits(A_SET, isSet)
const managers = /* @__PURE__ */ check.fits(MANAGERS, isMap)
const common = { type: fieldType, live: jsonValue, manager: check.text }
const emptied = /* @__PURE__ */ check.oneOf(['null', 'empty'])
const operation = { ...common, managers, version: check.text, converter: check.object, excluded: fieldSet }
const MANAGED = ['type', 'managers', 'manager', 'version'] as const
const request = {
  ...common,
  apiVersion: check.text,
  subresource: check.text,
  converter: check.object,
  resetFields: fieldSet,
  blank: jsonValue,
}
const applied = {
  ...request,
  applied: jsonValue,
  lastApplied: /* @__PURE__ */ check.members({ manager: check.text, annotation: check.text }, ['manager', 'annotation']),
  force: check.truth,
  now: check.text,
}

/** Managers as JSON. */
export const plainManagers = /* @__PURE__ */ check.mapOf(
  /* @__PURE__ */ check.members({ version: check.text, applied: check.truth, fields: check.object }, ['fields']),
)
/** An apply over plain objects. */
export const aPlainApply = /* @__PURE__ */ check.members(
  { ...common, managers: plainManagers, configuration: jsonValue, force: check.truth, version: check.text },
  ['type', 'manager'],
)
/** Options of an apply. */
export const anApply = /* @__PURE__ */ check.members({ ...operation, applied: jsonValue, force: check.truth, emptied }, MANAGED)
/** Options of another write. */
export const anUpdate = /* @__PURE__ */ check.members({ ...operation, object: jsonValue }, MANAGED)
/** Options of an apply request. */
export const anApplyRequest = /* @__PURE__ */ check.members(applied, ['type', 'manager', 'apiVersion', 'now'])
/** Options of a trial apply, for which time and force do not matter. */
export const aTriedRequest = /* @__PURE__ */ check.members(applied, ['type', 'manager', 'apiVersion'])
/** Options of a request of another kind. */
export const aWriteRequest = /* @__PURE__ */ check.members({ ...request, object: jsonValue, now: check.text }, [
  'type',
  'manager',
  'apiVersion',
  'now',
])
const readOptions = /* @__PURE__ */ check.members({ allowDuplicates: check.truth, requireKeys: check.truth })

/** Refuses to read a value without a type, one that is no JSON, or with unknown options. */
export function requireReadable(callee: string, type: unknown, value: unknown, options: unknown): void {
  requireType(callee, type)
  requireJson(callee, { value })
  check.refuse(callee, readOptions(options, 'options'))
}

/** Options of a removal. */
export const removeOptions = /* @__PURE__ */ check.members({ emptied })
/** Options of an extraction. */
export const extractOptions = /* @__PURE__ */ check.members({ withKeys: check.truth })
/** Options of compiling a type. */
export const compileOptions = /* @__PURE__ */ check.members({
  definitions: check.object,
  unchecked: check.truth,
})
/** Conflicts of a request. */
export const conflictList = /* @__PURE__ */ check.listOf(
  /* @__PURE__ */ check.fits('a conflict, as applyRequest reports it', (value) => {
    return check.isObject(value) && typeof value.managerText === 'string' && typeof value.text === 'string'
  }),
)
