/**
 * Type errors of an object, with messages.
 *
 * @module
 */

import { requireReadable } from '../check-arguments.js'
import { type FieldPath, fieldElement, formatPath, indexElement } from '../fields/path-element.js'
import type { ReadOptions } from './fields-of.js'
import { fitsValue } from './fits.js'
import { itemElement } from './list-items.js'
import type { FieldType, ListType, MapType } from './type.js'
import { MAX_DEPTH, type Members, tooDeep } from './value.js'

/** One type error. */
export interface FieldProblem {
  readonly path: FieldPath
  /** The path for messages; empty for the object itself. */
  readonly text: string
  readonly message: string
}

/** How an object is checked. */
export interface ValidateOptions extends ReadOptions {
  /** Whether missing keys of entries are listed as well, if there are other errors. False by default. */
  readonly requireKeys?: boolean
}

/** The message about a field that the type does not have. */
export const UNDECLARED_FIELD = 'field not declared in schema'

/** The most errors that are listed. */
const MAX_PROBLEMS = 50

/**
 * Checks an object against its type: shapes of values, unknown fields, keys of list entries, duplicate items.
 *
 * @param type - Type of the object.
 * @param value - The object.
 * @param options - `allowDuplicates` for stored objects, `requireKeys` to list all missing keys of entries.
 * @returns The first errors; none when the object fits.
 * @throws ApiError 400 when it is nested too deep.
 */
export function validate(type: FieldType, value: unknown, options: ValidateOptions = {}): FieldProblem[] {
  requireReadable('validate', type, value, options)
  const { allowDuplicates = false, requireKeys = false } = options
  if (fitsValue(type, value, allowDuplicates, 0)) return []
  const problems: FieldProblem[] = []
  check(type, value, [], { allowDuplicates, requireKeys, problems })
  return problems
}

interface Walk {
  readonly allowDuplicates: boolean
  readonly requireKeys: boolean
  readonly problems: FieldProblem[]
}

function report({ problems }: Walk, path: FieldPath, message: string): void {
  if (problems.length < MAX_PROBLEMS) problems.push({ path: [...path], text: formatPath(path), message })
}

function check(type: FieldType, value: unknown, path: FieldPath, walk: Walk): void {
  if (walk.problems.length >= MAX_PROBLEMS) return
  if (path.length > MAX_DEPTH) throw tooDeep()
  if (value === null) return
  if (typeof value !== 'object') {
    if (type.scalar !== typeof value && type.scalar !== 'any') report(walk, path, expected(type, value))
  } else if (Array.isArray(value)) {
    if (type.list) checkItems(type.list, value, path, walk)
    else report(walk, path, expected(type, value))
  } else if (type.map) checkMembers(type.map, value as Members, path, walk)
  else report(walk, path, expected(type, value))
}

function checkMembers(type: MapType, record: Members, path: FieldPath, walk: Walk): void {
  for (const key in record) {
    const value = record[key]
    if (value === undefined) continue
    const below = [...path, fieldElement(key)]
    const memberType = type.typeOf(key)
    if (memberType) check(memberType, value, below, walk)
    else report(walk, below, UNDECLARED_FIELD)
  }
}

function checkItems(type: ListType, items: readonly unknown[], path: FieldPath, walk: Walk): void {
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const element = type.kind === 'atomic' ? indexElement(i) : itemElement(type, item)
    if (element === undefined) {
      report(walk, [...path, indexElement(i)], unidentified(type, item))
      continue
    }
    const below = [...path, element]
    if (seen.has(element) && !walk.allowDuplicates) report(walk, below, 'duplicate entry')
    seen.add(element)
    if (walk.requireKeys && lackedKeys(type, item).length > 0) report(walk, [...path, indexElement(i)], unidentified(type, item))
    check(type.items, item, below, walk)
  }
}

function unidentified(type: ListType, item: unknown): string {
  if (type.kind === 'set') return `an item of a set must be a scalar, got ${shapeOf(item)}`
  if (shapeOf(item) !== 'object') return `an entry of a list with keys must be an object, got ${shapeOf(item)}`
  const names = lackedKeys(type, item).map((name) => `"${name}"`)
  return `an entry omits ${names.length > 1 ? 'key fields' : 'key field'} ${names.join(', ')}`
}

const lackedKeys = ({ keys }: ListType, item: unknown): readonly string[] =>
  keys.filter((key) => key.default === undefined && (item as Members)[key.name] === undefined).map(({ name }) => name)

function expected(type: FieldType, value: unknown): string {
  const kinds = [type.map && 'object', type.list && 'list', type.scalar && (type.scalar === 'any' ? 'scalar' : type.scalar)]
  return `expected ${kinds.filter((kind) => kind !== undefined).join(' or ')}, got ${shapeOf(value)}`
}

const shapeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
