/**
 * Validates a value by its schema: the checks of each node, then those below it.
 *
 * @module
 */

import { type FieldError, isRecord, jsonEqual, type UnknownRecord, unsupportedField } from '../meta/index.js'
import { allHold, shownNames, valueTests } from './checks.js'
import { type Past, pastItems, pastMember } from './correlate.js'
import { listChecks } from './list-checks.js'
import { brokenLogic, wrongType } from './messages.js'
import { isReserved, type SchemaNode } from './node.js'
import type { Check, NodeChecks, ObjectCheck } from './node-checks.js'
import { emptyStructs, objectChecks, sizeCheck } from './object-checks.js'
import { hasOwnMembersOnly } from './own-members.js'
import { Walk } from './walk.js'

/**
 * Reports violations of a schema.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value.
 * @param walk - Collects the errors.
 * @param past - The old value: an unchanged value may stay, even if invalid.
 */
export function validateValue(node: SchemaNode, value: unknown, walk: Walk, past?: Past): void {
  if (walk.isFull) return
  const before = walk.errors.length
  judgeValue(node, value, walk, past)
  if (past && walk.errors.length > before && jsonEqual(value, past.value)) walk.errors.length = before
}

function judgeValue(node: SchemaNode, value: unknown, walk: Walk, past: Past | undefined): void {
  if (value === null) {
    // Built-in kinds treat null as absent everywhere.
    if (node.builtin) return
    if (!node.nullable && node.types.length > 0) walk.report(wrongType(walk.at, value, node.types))
    else if (isRefusedNull(node)) walk.report(unsupportedField(walk.at, 'null', shownNames(node.document.enum as unknown[])))
    return
  }
  node.checks ??= checksOf(node)
  const { tests, holds, list, object, size, logic } = node.checks
  if (!holds(value)) for (const test of tests) if (!test.holds(value)) walk.report(test.fault(walk.at, value))
  if (Array.isArray(value)) {
    for (let at = 0; at < list.length; at++) list[at]?.(value, walk)
    for (let at = 0; at < logic.length; at++) logic[at]?.(value, walk)
    validateItems(node, value, walk, past)
  } else if (isRecord(value)) {
    // As in Kubernetes, an object with too few or too many fields has no further errors of its fields.
    const hasRightSize = !size || size(value, walk)
    if (hasRightSize) for (let at = 0; at < object.length; at++) object[at]?.(value, walk)
    for (let at = 0; at < logic.length; at++) logic[at]?.(value, walk)
    if (hasRightSize) validateMembers(node, value, walk, past)
  } else for (let at = 0; at < logic.length; at++) logic[at]?.(value, walk)
}

/** `nullable` does not add null to the values of an enum. */
const isRefusedNull = ({ document }: SchemaNode): boolean => Array.isArray(document.enum) && !document.enum.includes(null)

function checksOf(node: SchemaNode): NodeChecks {
  const tests = valueTests(node)
  return {
    tests,
    holds: allHold(tests),
    list: listChecks(node),
    object: objectChecksOf(node),
    size: sizeCheck(node),
    logic: logicChecks(node),
  }
}

/** The checks of an object as a whole. Missing required fields of a struct are reported at the struct. */
function objectChecksOf(node: SchemaNode): readonly ObjectCheck[] {
  const structs = emptyStructs(node)
  if (structs.length === 0) return objectChecks(node)
  const judgeMissing: ObjectCheck = (object, walk) => {
    if (walk.lenient) return
    for (const [key, member] of structs) if (!Object.hasOwn(object, key)) validateMember(member, key, {}, walk, undefined)
  }
  return [...objectChecks(node), judgeMissing]
}

function validateItems(node: SchemaNode, list: readonly unknown[], walk: Walk, past: Past | undefined): void {
  const items = node.items
  if (!items) return
  const before = past && pastItems(node, past)
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (typeof item !== 'object' && isFine(items, item)) walk.pass()
    else validateMember(items, index, item, walk, before?.(item))
  }
}

function validateMembers(node: SchemaNode, object: UnknownRecord, walk: Walk, past: Past | undefined): void {
  if (node.isOpaque) return
  const isPlain = hasOwnMembersOnly(object)
  for (const key in object) {
    if (!isPlain && !Object.hasOwn(object, key)) continue
    const member = node.member(key)
    if (!member || (node.isResource && isReserved(key) && !judgesReserved(node, key))) continue
    const value = object[key]
    // Unchanged strings may stay invalid, so they are not matched again.
    const isSame = past !== undefined && member.isPatterned && pastMember(past, key)?.value === value
    if (typeof value !== 'object' && (isSame || isFine(member, value))) walk.pass()
    else {
      const old = past && pastMember(past, key)
      if (node.isRoot && node.builtin && key === 'status') validateStatus(member, value, walk, old)
      else validateMember(member, key, value, walk, old)
    }
  }
}

/** Whether a scalar is valid, so that its path need not be tracked. */
function isFine(node: SchemaNode, value: unknown): boolean {
  node.checks ??= checksOf(node)
  return node.checks.holds(value) && node.checks.logic.length === 0
}

/** A custom resource may restrict its own name; the rest of the metadata is validated elsewhere. */
const judgesReserved = (node: SchemaNode, key: string): boolean => !node.builtin && key === 'metadata' && node.declares(key)

function validateMember(node: SchemaNode, key: string | number, value: unknown, walk: Walk, past: Past | undefined): void {
  if (walk.isFull) return
  walk.enter(key)
  if (past) validateValue(node, value, walk, past)
  else judgeValue(node, value, walk, undefined)
  walk.leave()
}

/** Missing fields in a built-in kind's status count as empty: controllers fill it step by step. */
function validateStatus(node: SchemaNode, value: unknown, walk: Walk, past: Past | undefined): void {
  const wasLenient = walk.lenient
  walk.lenient = true
  validateMember(node, 'status', value, walk, past)
  walk.lenient = wasLenient
}

function logicChecks(node: SchemaNode): readonly Check[] {
  const { allOf, anyOf, oneOf, not } = node.document
  const parts = (schemas: unknown) =>
    Array.isArray(schemas) && schemas.length > 0 ? schemas.map((part) => node.part(part)) : undefined
  const checks: Check[] = []
  const all = parts(allOf)
  const any = parts(anyOf)
  const one = parts(oneOf)
  if (all) checks.push((value, walk) => checkAll(all, value, walk))
  if (any) checks.push((value, walk) => checkAny(any, node, value, walk))
  if (one) checks.push((value, walk) => checkOne(one, node, value, walk))
  if (isRecord(not)) {
    const part = node.part(not)
    checks.push((value, walk) => {
      if (judge(part, value, walk).errors.length === 0) walk.report(brokenLogic(walk.at, 'not validate the schema (not)'))
    })
  }
  return checks
}

/** Validates a value by a nested schema, separately from the errors so far. */
function judge(part: SchemaNode, value: unknown, walk: Walk): Walk {
  const trial = new Walk(walk)
  trial.descend()
  validateValue(part, value, trial)
  trial.ascend()
  return trial
}

function checkAll(parts: readonly SchemaNode[], value: unknown, walk: Walk): void {
  const failed = parts.map((part) => judge(part, value, walk)).filter((trial) => trial.errors.length > 0)
  if (failed.length === 0) return
  for (const trial of failed) walk.report(...trial.errors)
  walk.report(brokenLogic(walk.at, `validate all the schemas (allOf)${failed.length === parts.length ? '. None validated' : ''}`))
}

function checkAny(parts: readonly SchemaNode[], node: SchemaNode, value: unknown, walk: Walk): void {
  let closest: Walk | undefined
  for (const part of parts) {
    const trial = judge(part, value, walk)
    if (trial.errors.length === 0) return
    closest = closer(closest, trial, node)
  }
  walk.report(brokenLogic(walk.at, 'validate at least one schema (anyOf)'))
  if (closest) walk.report(...errorsOfOne(closest, node, value))
}

function checkOne(parts: readonly SchemaNode[], node: SchemaNode, value: unknown, walk: Walk): void {
  let fitting = 0
  let closest: Walk | undefined
  for (const part of parts) {
    const trial = judge(part, value, walk)
    if (trial.errors.length === 0) fitting += 1
    closest = closer(closest, trial, node)
  }
  if (fitting === 1) return
  const found = fitting === 0 ? 'Found none valid' : `Found ${fitting} valid alternatives`
  walk.report(brokenLogic(walk.at, `validate one and only one schema (oneOf). ${found}`))
  if (fitting === 0 && closest) walk.report(...errorsOfOne(closest, node, value))
}

/**
 * The alternative with the fewest violations; of a schema with thousands of them only this one is kept. Of equally near ones it is the
 * first, as in Kubernetes; for a program's type one whose listed values fit, as the discriminator is right then.
 */
const closer = (best: Walk | undefined, trial: Walk, { isTyped }: SchemaNode): Walk =>
  best === undefined ||
  trial.errors.length < best.errors.length ||
  (isTyped && trial.errors.length === best.errors.length && best.errors.some(isUnlisted) && !trial.errors.some(isUnlisted))
    ? trial
    : best

const isUnlisted = ({ reason }: FieldError): boolean => reason === 'FieldValueNotSupported'

/** The errors of an alternative, without those of members for which the schema itself lists the values of all alternatives. */
function errorsOfOne({ errors }: Walk, node: SchemaNode, value: unknown): readonly FieldError[] {
  if (!node.isTyped || !isRecord(value) || !errors.some(isUnlisted)) return errors
  const listed = Object.keys(value).filter((key) => {
    const member = node.member(key)
    return Array.isArray(member?.document.enum) && !isFine(member, value[key])
  })
  return errors.filter((error) => !isUnlisted(error) || !listed.some((key) => error.field.endsWith(`.${key}`)))
}
