/**
 * A reference for what clients send: the strategic merge patch that makes one value of the type in type-of.ts into another.
 */

import { isRecord, jsonEqual, setKey, type UnknownRecord } from '../../../src/meta/index.js'

/** Members of the type, at every level: what their lists and objects merge by. */
const KINDS: Readonly<Record<string, 'keyed' | 'set' | 'replace' | 'retainKeys' | 'map'>> = {
  parts: 'keyed',
  tags: 'set',
  selector: 'replace',
  strategy: 'retainKeys',
  options: 'map',
}

/** The patch from one object of the type to another. */
export function strategicDiff(from: UnknownRecord, to: UnknownRecord): UnknownRecord {
  const patch = {}
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) setKey(patch, key, null)
  for (const key of Object.keys(to)) {
    const value = to[key]
    const before = Object.hasOwn(from, key) ? from[key] : undefined
    if (before === undefined) setKey(patch, key, value)
    else if (!jsonEqual(before, value)) diffMember(patch, key, before, value)
  }
  return patch
}

function diffMember(patch: UnknownRecord, key: string, before: unknown, value: unknown): void {
  const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined
  if (Array.isArray(before) && Array.isArray(value) && kind === 'keyed') diffItems(patch, key, before, value)
  else if (Array.isArray(before) && Array.isArray(value) && kind === 'set') diffSet(patch, key, before, value)
  else if (!isRecord(before) || !isRecord(value)) setKey(patch, key, value)
  else if (kind === 'replace') setKey(patch, key, { ...value, $patch: 'replace' })
  else if (kind === 'retainKeys') setKey(patch, key, { ...strategicDiff(before, value), $retainKeys: Object.keys(value) })
  else if (kind === 'map') setKey(patch, key, diffMap(before, value))
  else setKey(patch, key, strategicDiff(before, value))
}

/** The keys of a map are data: no kind goes by their names. */
function diffMap(before: UnknownRecord, value: UnknownRecord): UnknownRecord {
  const patch = {}
  for (const key of Object.keys(before)) if (!Object.hasOwn(value, key)) setKey(patch, key, null)
  for (const key of Object.keys(value)) {
    const [old, now] = [Object.hasOwn(before, key) ? before[key] : undefined, value[key]]
    if (!jsonEqual(old, now)) setKey(patch, key, isRecord(old) && isRecord(now) ? strategicDiff(old, now) : now)
  }
  return patch
}

function diffSet(patch: UnknownRecord, key: string, before: readonly unknown[], value: readonly unknown[]): void {
  patch[`$deleteFromPrimitiveList/${key}`] = before.filter((item) => !value.includes(item))
  patch[`$setElementOrder/${key}`] = value
  patch[key] = value.filter((item) => !before.includes(item))
}

function diffItems(patch: UnknownRecord, key: string, before: readonly unknown[], value: readonly unknown[]): void {
  const nameOf = (item: unknown) => (item as UnknownRecord).name
  const named = (items: readonly unknown[], name: unknown) =>
    items.find((item) => nameOf(item) === name) as UnknownRecord | undefined
  const gone = before.filter((item) => !named(value, nameOf(item))).map((item) => ({ $patch: 'delete', name: nameOf(item) }))
  const changed = value.flatMap((item) => {
    const old = named(before, nameOf(item))
    if (!old) return [item]
    return jsonEqual(old, item) ? [] : [{ ...strategicDiff(old, item as UnknownRecord), name: nameOf(item) }]
  })
  patch[key] = [...changed, ...gone]
  patch[`$setElementOrder/${key}`] = value.map((item) => ({ name: nameOf(item) }))
}
