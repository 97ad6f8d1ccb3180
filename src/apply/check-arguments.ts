/**
 * Checks of arguments from programs without types.
 *
 * @module
 */

import { check, jsonValue, type OptionCheck, requireJson } from '../meta/index.js'
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

const fieldType = /* @__PURE__ */ check.fits('a type, as compileType makes it', isType)
const fieldSet = /* @__PURE__ */ check.fits('a FieldSet', isSet)
const managers = /* @__PURE__ */ check.fits('what readManagers returns', isMap)

/** Refuses a call without a type. */
export const requireType = (callee: string, type: unknown): void => check.refuse(callee, fieldType(type, 'type'))

/** Refuses a call without a set of fields. */
export const requireSet = (callee: string, set: unknown): void => check.refuse(callee, fieldSet(set, 'set'))

/** Refuses a call without a map of managers. */
export const requireManagers = (callee: string, given: unknown): void => check.refuse(callee, managers(given, 'managers'))

/** Refuses a call without what a comparison found. */
export function requireComparison(callee: string, comparison: unknown): void {
  if (!check.isObject(comparison) || ![comparison.added, comparison.modified, comparison.removed].every(isSet))
    check.refuse(callee, check.wrong('what compare returns', comparison, 'comparison'))
}

const name = /* @__PURE__ */ check.fits('a name', (value) => typeof value === 'string' && value !== '')
const common = { type: fieldType, live: jsonValue, manager: name }
const time = /* @__PURE__ */ check.fits(
  'a time as 2026-01-31T10:20:30Z',
  (value) => typeof value === 'string' && /^[\d-]+T[\d:.]+Z$/.test(value) && Date.parse(value) >= 0,
)
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
  now: time,
}
const REQUEST = ['type', 'manager', 'apiVersion', 'now'] as const
const applied = {
  ...request,
  applied: jsonValue,
  lastApplied: /* @__PURE__ */ check.members({ manager: check.text, annotation: check.text }, ['manager', 'annotation']),
  force: check.truth,
}

const jsonManagers = /* @__PURE__ */ check.mapOf(
  /* @__PURE__ */ check.members({ version: check.text, applied: check.truth, fields: check.object }, ['fields']),
)
/** Managers as JSON, or as `readManagers` returns them: a Map has no own properties, and would pass for an object without managers. */
export const plainManagers: OptionCheck = (value, path) => (value instanceof Map ? managers : jsonManagers)(value, path)
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
export const anApplyRequest = /* @__PURE__ */ check.members(applied, REQUEST)
/** Options of a trial apply, for which time and force do not matter. */
export const aTriedRequest = /* @__PURE__ */ check.members(applied, ['type', 'manager', 'apiVersion'])
/** Options of a request of another kind. */
export const aWriteRequest = /* @__PURE__ */ check.members({ ...request, object: jsonValue }, REQUEST)
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
  /* @__PURE__ */ check.fits('a conflict of applyRequest', (value) => {
    return check.isObject(value) && typeof value.managerText === 'string' && typeof value.text === 'string'
  }),
)
