/**
 * FieldsV1: field sets as serialized in `metadata.managedFields`.
 *
 * An object whose keys are path elements and whose values are the sets below them. `{}` means that the path itself is in the
 * set; where there are paths below it as well, the key `.` does.
 *
 * @module
 */

import { badRequest, check, isRecord, quoteJson } from '../../meta/index.js'
import { requireSet } from '../check-arguments.js'
import { FieldSet, makeSet } from './field-set.js'
import { printOfFields, printOfSet } from './fingerprint.js'
import { KnownSets } from './known-sets.js'
import { MAX_PATH_LENGTH } from './limits.js'
import { readPathElement } from './path-element.js'
import type { FieldsV1 } from './set-notes.js'

const SELF = '.'
const NOTHING_BELOW: FieldsV1 = Object.freeze({})

const knownSets = new KnownSets()
/** Results for frozen JSON that was read or written: decoding a large set is slow, and an object is read several times. */
const readSets = new WeakMap<object, FieldSet>()

/**
 * Reads a field set.
 *
 * @param fields - Decoded `fieldsV1`.
 * @returns The set. Elements of unknown kinds are skipped.
 * @throws ApiError 400 when it is no FieldsV1.
 * @see Specification, "Object metadata (every object)"
 */
export function readFieldsV1(fields: unknown): FieldSet {
  if (check.isPromise(fields)) check.refuse('readFieldsV1', check.object(fields, 'fields'))
  if (!isRecord(fields)) return readNode(fields, 0).withSelf(false)
  const before = readSets.get(fields)
  if (before) return before
  const print = printOfFields(fields as unknown as FieldsV1, MAX_PATH_LENGTH)
  const known = knownSets.find(print)
  if (known?.notes.written && isAsWritten(fields, known.notes.written)) return known
  const set = readNode(fields, 0).withSelf(false)
  if (set.hasChildren && knownSets.hasMet(print)) {
    const written = writeNode(set, false)
    set.notes.written = written
    // Only the canonical spelling is cached, as others would never be found again.
    if (isAsWritten(fields, written)) knownSets.keep(print, set)
  }
  if (Object.isFrozen(fields)) readSets.set(fields, set)
  return set
}

/**
 * Reads the field set of a manager.
 *
 * @param manager - Its name, for errors: of many managers, one may be unreadable.
 * @param fields - As of {@link readFieldsV1}.
 * @throws ApiError 400 when it is no FieldsV1.
 */
export function readFieldsOf(manager: string, fields: unknown): FieldSet {
  try {
    return readFieldsV1(fields)
  } catch (error) {
    throw badRequest(`the fields of ${quoteJson(manager)}: ${(error as Error).message}`)
  }
}

/** Whether JSON equals what was written. Apart from general equality, which such objects, used as maps, would deoptimize. */
function isAsWritten(fields: unknown, written: FieldsV1): boolean {
  if (fields === written) return true
  if (!isRecord(fields)) return false
  let count = 0
  for (const key in fields) {
    const below = Object.hasOwn(written, key) ? written[key] : undefined
    if (!below || !isAsWritten(fields[key], below)) return false
    count++
  }
  for (const _key in written) count--
  return count === 0
}

/** The paths below a path, and whether it is in the set itself. */
function readNode(fields: unknown, depth: number): FieldSet {
  if (fields === null) return FieldSet.empty
  if (!isRecord(fields)) throw badRequest('a set of fields is not an object')
  if (depth > MAX_PATH_LENGTH) throw badRequest(`a field path has more than ${MAX_PATH_LENGTH} elements`)
  const elements: string[] = []
  const sets: FieldSet[] = []
  let isNamed = false
  let mayRepeat = false
  for (const key of Object.keys(fields)) {
    if (key === SELF) {
      isNamed = true
      continue
    }
    const element = readPathElement(key)
    if (element === undefined) continue
    if (element !== key) mayRepeat = true
    const child = readNode(fields[key], depth + 1)
    elements.push(element)
    sets.push(child.hasChildren ? child : FieldSet.leaf)
  }
  if (!mayRepeat) return makeSet(isNamed, elements, sets)
  // Two spellings of one element are merged.
  const children = new Map<string, FieldSet>()
  for (const [i, element] of elements.entries()) {
    const child = sets[i] ?? FieldSet.empty
    children.set(element, children.get(element)?.union(child) ?? child)
  }
  return FieldSet.node(isNamed, children)
}

/**
 * Writes a field set in its canonical order.
 *
 * @param set - A set; of a node inside a larger set, the paths below it.
 * @returns Frozen, and the same object each time for the same set.
 */
export function writeFieldsV1(set: FieldSet): FieldsV1 {
  requireSet('writeFieldsV1', set)
  if (!set.hasChildren) return NOTHING_BELOW
  const { notes } = set
  notes.written ??= writeOnce(set.withSelf(false))
  return notes.written
}

/** Writes a set, or returns the JSON of an equal one. */
function writeOnce(set: FieldSet): FieldsV1 {
  const print = printOfSet(set)
  const known = knownSets.find(print)
  if (known?.notes.written && known.equals(set)) return known.notes.written
  const written = writeNode(set, false)
  readSets.set(written, set)
  if (knownSets.hasMet(print)) {
    set.notes.written = written
    knownSets.keep(print, set)
  }
  return written
}

function writeNode(set: FieldSet, isNamed: boolean): FieldsV1 {
  if (!set.hasChildren) return NOTHING_BELOW
  const result: Record<string, FieldsV1> = isNamed ? { [SELF]: NOTHING_BELOW } : {}
  // Items of a list mostly have the same fields, and there may be 50,000 of them.
  let [before, writtenBefore] = [FieldSet.leaf, NOTHING_BELOW]
  // Keys have a kind and a colon, so none of them is `__proto__`.
  for (const [element, child] of set.children()) {
    if (child.hasChildren && !child.equals(before)) {
      before = child
      writtenBefore = writeNode(child, child.includesSelf)
    }
    result[element] = child.hasChildren ? writtenBefore : NOTHING_BELOW
  }
  return Object.freeze(result)
}
