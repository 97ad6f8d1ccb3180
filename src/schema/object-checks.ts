/**
 * The checks of objects: number of fields, and required ones. The fields themselves are checked elsewhere.
 *
 * @module
 */

import { forbiddenField, isRecord, requiredField, tooManyField, type UnknownRecord } from '../meta/index.js'
import { judgeEmbedded } from './embedded-resource.js'
import { brokenRule } from './messages.js'
import { isReserved, type SchemaNode } from './node.js'
import type { ObjectCheck } from './node-checks.js'
import type { Walk } from './walk.js'

/** Compiles the checks of an object as a whole. */
export function objectChecks(node: SchemaNode): readonly ObjectCheck[] {
  const { additionalProperties } = node.document
  const checks: ObjectCheck[] = []
  const required = requiredMembers(node)
  if (required.length > 0) {
    checks.push((object, walk) => {
      if (walk.lenient) return
      walk.spend(required.length / 4)
      for (const key of required) if (!Object.hasOwn(object, key)) walk.report(requiredField(walk.below(key)))
    })
  }
  if (additionalProperties === false) checks.push(closedCheck(node))
  if (node.isResource && !node.isRoot) checks.push(judgeEmbedded)
  return checks
}

/** The check of the number of an object's fields, which reports and returns whether it is right. */
export function sizeCheck({ document }: SchemaNode): ((object: UnknownRecord, walk: Walk) => boolean) | undefined {
  const { minProperties, maxProperties } = document
  const least = typeof minProperties === 'number' ? minProperties : 0
  const most = typeof maxProperties === 'number' ? maxProperties : Number.POSITIVE_INFINITY
  if (least === 0 && most === Number.POSITIVE_INFINITY) return undefined
  return (object, walk) => {
    const count = Object.keys(object).length
    if (count < least) walk.report(brokenRule(walk.at, count, `should have at least ${least} properties`))
    else if (count > most) walk.report(tooManyField(walk.at, count, most))
    return count >= least && count <= most
  }
}

/** Types whose zero value replaces a missing one. */
const EMPTY_OR_ZERO: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'number'])

function requiredMembers(node: SchemaNode): readonly string[] {
  const required = node.document.required
  const names = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : []
  return names.filter((key) => {
    if (node.isRoot && node.builtin && isReserved(key)) return false
    // In a built-in kind a missing list or map is empty, and a missing number or boolean is zero.
    const member = node.builtin ? node.member(key) : undefined
    return (
      !member || !(isStruct(member) || EMPTY_OR_ZERO.has(member.types.join()) || isRecord(member.document.additionalProperties))
    )
  })
}

/**
 * Finds the fields of a built-in kind's object that count as empty when absent, and are validated so.
 *
 * @param node - Schema of the object.
 */
export function emptyStructs(node: SchemaNode): readonly (readonly [key: string, member: SchemaNode])[] {
  if (!node.builtin) return []
  const { required } = node.document
  const names = [...(Array.isArray(required) ? required : []), ...(node.isRoot && node.declares('spec') ? ['spec'] : [])]
  return [...new Set(names)].flatMap((key) => {
    const member = typeof key === 'string' && !(node.isRoot && isReserved(key)) ? node.member(key) : undefined
    return member && isStruct(member) ? [[key, member] as const] : []
  })
}

/** An object with declared properties. */
const isStruct = ({ document }: SchemaNode): boolean => isRecord(document.properties)

function closedCheck(node: SchemaNode) {
  return (object: UnknownRecord, walk: Walk): void => {
    for (const key of Object.keys(object)) {
      if (walk.isFull) return
      if (node.declares(key) || (node.isResource && isReserved(key))) continue
      walk.report(forbiddenField(walk.below(key), `${walk.below(key)} in body is a forbidden property`))
    }
  }
}
