/**
 * Judging a value by its schema: the checks of each place, then of the places below it.
 *
 * @module
 */

import { isRecord, jsonEqual } from '../meta/index.js'
import { type Check, valueChecks } from './checks.js'
import { type Past, pastItems, pastMember } from './correlate.js'
import { listChecks } from './list-checks.js'
import { brokenLogic, wrongType } from './messages.js'
import { isReserved, type SchemaNode } from './node.js'
import { objectChecks } from './object-checks.js'
import { Walk } from './walk.js'

/** Looks at what is below a value. */
type MemberCheck = (value: unknown, walk: Walk, past: Past | undefined) => void

/** The checks of a place: of the value itself, and of what is below it. */
export interface NodeChecks {
  readonly own: readonly Check[]
  readonly members: readonly MemberCheck[]
}

/**
 * Reports what breaks the schema.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value.
 * @param walk - Takes the errors.
 * @param past - What stood here before: a value that has not changed may stay, whatever is wrong with it.
 */
export function validateValue(node: SchemaNode, value: unknown, walk: Walk, past?: Past): void {
  if (walk.isFull) return
  const before = walk.errors.length
  judgeValue(node, value, walk, past)
  if (past && walk.errors.length > before && jsonEqual(value, past.value)) walk.errors.length = before
}

function judgeValue(node: SchemaNode, value: unknown, walk: Walk, past: Past | undefined): void {
  if (value === null) {
    // Built-in kinds read null as absent wherever it stands.
    if (!node.builtin && !node.nullable && node.types.length > 0) walk.report(wrongType(walk.at, value, node.types))
    return
  }
  node.checks ??= checksOf(node)
  const { own, members } = node.checks
  for (let at = 0; at < own.length; at++) own[at]?.(value, walk)
  if (typeof value === 'object') for (let at = 0; at < members.length; at++) members[at]?.(value, walk, past)
}

const checksOf = (node: SchemaNode): NodeChecks => ({
  own: [...valueChecks(node), ...listChecks(node), ...objectChecks(node), ...logicChecks(node)],
  members: memberChecks(node),
})

function memberChecks(node: SchemaNode): readonly MemberCheck[] {
  const checks: MemberCheck[] = []
  const items = node.items
  if (items) {
    checks.push((value, walk, past) => {
      if (!Array.isArray(value)) return
      const before = past && pastItems(node, past)
      for (let index = 0; index < value.length; index++) validateMember(items, index, value[index], walk, before?.(value[index]))
    })
  }
  if (!node.isOpaque) {
    checks.push((value, walk, past) => {
      if (!isRecord(value)) return
      for (const key of Object.keys(value)) {
        const member = node.member(key)
        if (!member || (node.isResource && isReserved(key) && !judgesReserved(node, key))) continue
        const old = past && pastMember(past, key)
        if (node.isRoot && node.builtin && key === 'status') validateStatus(member, value[key], walk, old)
        else validateMember(member, key, value[key], walk, old)
      }
    })
  }
  return checks
}

/** A custom resource may restrict its own name; the rest of the metadata is judged elsewhere. */
const judgesReserved = (node: SchemaNode, key: string): boolean => !node.builtin && key === 'metadata' && node.declares(key)

function validateMember(node: SchemaNode, key: string | number, value: unknown, walk: Walk, past: Past | undefined): void {
  if (walk.isFull) return
  walk.enter(key)
  if (past) validateValue(node, value, walk, past)
  else judgeValue(node, value, walk, undefined)
  walk.leave()
}

/** What a built-in kind's status lacks is empty: controllers fill it bit by bit. */
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
  if (any) checks.push((value, walk) => checkAny(any, value, walk))
  if (one) checks.push((value, walk) => checkOne(one, value, walk))
  if (isRecord(not)) {
    const part = node.part(not)
    checks.push((value, walk) => {
      if (judge(part, value, walk).errors.length === 0) walk.report(brokenLogic(walk.at, 'not validate the schema (not)'))
    })
  }
  return checks
}

/** Judges a value by a part of its schema, apart from what was found so far. */
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

function checkAny(parts: readonly SchemaNode[], value: unknown, walk: Walk): void {
  const trials: Walk[] = []
  for (const part of parts) {
    const trial = judge(part, value, walk)
    if (trial.errors.length === 0) return
    trials.push(trial)
  }
  walk.report(brokenLogic(walk.at, 'validate at least one schema (anyOf)'))
  walk.report(...closest(trials))
}

function checkOne(parts: readonly SchemaNode[], value: unknown, walk: Walk): void {
  const trials = parts.map((part) => judge(part, value, walk))
  const fitting = trials.filter((trial) => trial.errors.length === 0).length
  if (fitting === 1) return
  const found = fitting === 0 ? 'Found none valid' : `Found ${fitting} valid alternatives`
  walk.report(brokenLogic(walk.at, `validate one and only one schema (oneOf). ${found}`))
  if (fitting === 0) walk.report(...closest(trials))
}

/** The errors of the alternative that was missed by the fewest. */
const closest = (trials: readonly Walk[]) =>
  trials.reduce((best, trial) => (trial.errors.length < best.errors.length ? trial : best)).errors
