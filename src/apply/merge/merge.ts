/**
 * Merges an applied object into the live object. A merge removes nothing.
 *
 * Unchanged parts are the instances of the live object, so that an apply which changes nothing is detected by identity.
 *
 * @module
 */

import { requireJson, type ScalarKey } from '../../meta/index.js'
import { requireType } from '../check-arguments.js'
import { haveSameIdentity, indexItems, itemKey } from '../types/list-items.js'
import { anyType, type FieldType, type ListType, type MapType } from '../types/type.js'
import { asList, asMap, Draft, isEmptyMap, isEqual, MAX_DEPTH, member, tooDeep } from '../types/value.js'

/**
 * Merges an applied object into the live one.
 *
 * @param type - Their type.
 * @param live - The live object; undefined or null when there is none.
 * @param applied - The applied object, valid for the type; undefined for no opinion.
 * @returns The merged object, which shares structure with both; the live object itself when nothing changes.
 * @throws ApiError 400 when they are nested too deep.
 */
export function merge(type: FieldType, live: unknown, applied: unknown): unknown {
  requireType('merge', type)
  requireJson('merge', { live, applied })
  return mergeObjects(type, live, applied)
}

/** As {@link merge}, for operations that have checked their arguments. */
export function mergeObjects(type: FieldType, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live
  return live === undefined || live === null ? applied : mergeValue(type, live, applied, 0)
}

function mergeValue(type: FieldType, live: unknown, applied: unknown, depth: number): unknown {
  if (live === applied) return live
  const { map } = type
  if (map && (type.scalar === undefined || asMap(applied) || applied === null)) return mergeMaps(map, live, applied, depth)
  if (type.list && type.scalar === undefined) return mergeLists(type.list, live, applied, depth)
  return mergeWhole(live, applied)
}

/** Atomic values are replaced. */
const mergeWhole = (live: unknown, applied: unknown): unknown => (isEqual(live, applied) ? live : applied)

function mergeMaps(type: MapType, live: unknown, applied: unknown, depth: number): unknown {
  const [left, right] = [asMap(live), asMap(applied)]
  if (type.isAtomic || !left || isEmptyMap(left)) return mergeWhole(live, applied)
  // Null or no members: the live members stay.
  if (!right) return live
  if (depth > MAX_DEPTH) throw tooDeep()
  const draft = new Draft(left)
  for (const key in right) {
    const value = right[key]
    if (value === undefined) continue
    const old = member(left, key)
    if (old === value) continue
    const merged = old === undefined ? value : mergeValue(type.typeOf(key) ?? anyType, old, value, depth + 1)
    if (merged !== old) draft.set(key, merged)
  }
  return draft.value
}

function mergeLists(type: ListType, live: unknown, applied: unknown, depth: number): unknown {
  const [left, right] = [asList(live), asList(applied)]
  if (type.kind === 'atomic' || !left || left.length === 0) return mergeWhole(live, applied)
  if (!right || right.length === 0) return live
  if (depth > MAX_DEPTH) throw tooDeep()
  return mergeInPlace(type, left, right, depth) ?? mergeInOrder(type, left, right, depth)
}

/** Merges lists with the same items at the same indexes; undefined for other lists. */
function mergeInPlace(
  type: ListType,
  live: readonly unknown[],
  applied: readonly unknown[],
  depth: number,
): readonly unknown[] | undefined {
  if (live.length < applied.length) return undefined
  for (let i = 0; i < applied.length; i++) if (!haveSameIdentity(type, live[i], applied[i])) return undefined
  // Later items could repeat an identity, which only an index would find.
  if (live.length > applied.length) return undefined
  let result: unknown[] | undefined
  for (let i = 0; i < applied.length; i++) {
    const merged = mergeValue(type.items, live[i], applied[i], depth + 1)
    if (merged === live[i]) continue
    result ??= [...live]
    result[i] = merged
  }
  return result ?? live
}

/**
 * Merges lists with items at different indexes: an item of both is placed where the applier has it among its own, and
 * items of the live list alone keep their place before the next item of both.
 */
function mergeInOrder(type: ListType, live: readonly unknown[], applied: readonly unknown[], depth: number): readonly unknown[] {
  const index = indexItems(type, live)
  const appliedIds = applied.map((item) => itemKey(type, item) as ScalarKey)
  const isApplied = new Set(appliedIds)
  // The items of both, in the order of the result.
  const shared = appliedIds.filter((id) => index.has(id))
  const placed = new Set<ScalarKey>()
  const result: unknown[] = []
  let [l, a, s] = [0, 0, 0]
  while (l < live.length || a < applied.length) {
    if (l < live.length) {
      const id = itemKey(type, live[l])
      if (id === undefined || !isApplied.has(id)) {
        result.push(live[l++])
        continue
      }
      const next = shared[s]
      const isNext = next !== undefined && next === id
      // An item of both is placed with the applier's, and skipped here.
      if (!isNext && next !== undefined && a < applied.length) {
        l++
        continue
      }
      if (placed.has(id) || (isNext && appliedIds[a] === id)) l++
    }
    if (a < applied.length) {
      const id = appliedIds[a] as ScalarKey
      const at = index.get(id)
      // The applier merges with none of several live items of one identity.
      result.push(at && !at.all ? mergeValue(type.items, live[at.at], applied[a], depth + 1) : applied[a])
      placed.add(id)
      if (shared[s] === id) s++
      a++
    }
  }
  return isUnchanged(live, result) ? live : result
}

const isUnchanged = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((item, i) => item === after[i])
