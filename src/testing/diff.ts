/**
 * Differences between two states.
 *
 * @module
 */

import { type ApiObject, getKey, isRecord, jsonEqual } from '../meta/index.js'
import { readEntry } from './snapshot.js'
import type { Entries } from './timeline.js'

/** A field that differs. */
export interface FieldDifference {
  /** Such as `.spec.size`, `.metadata.labels["app.example.com/name"]` or `.spec.ports[0].port`. */
  readonly path: string
  /** Undefined where the field is new. */
  readonly before: unknown
  /** Undefined for a removed field. */
  readonly after: unknown
}

/** An object that differs between two states. */
export interface ObjectDifference {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly apiVersion: string
  readonly kind: string
  /** Empty for cluster-scoped types. */
  readonly namespace: string
  readonly name: string
  /** Undefined when it is new. */
  readonly before: ApiObject | undefined
  /** Undefined for a deleted object. */
  readonly after: ApiObject | undefined
  /**
   * The differing fields of a `MODIFIED` object; none for the others. `resourceVersion` and `managedFields` are left out: they
   * change with every write.
   */
  readonly fields: readonly FieldDifference[]
}

/** Metadata whose change is not reported. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['.metadata.resourceVersion', '.metadata.managedFields'])
const PLAIN_KEY = /^[A-Za-z_][\w-]*$/

/**
 * Compares two states.
 *
 * @param before - The earlier state.
 * @param after - The later state.
 * @returns The objects that differ, ordered by type, namespace and name. An object that was deleted and created again under the
 *   same name counts as modified.
 */
export function diffStates(before: Entries, after: Entries): readonly ObjectDifference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => key.startsWith('/')).sort()
  return keys.flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)]
    if (old?.revision === now?.revision) return []
    return objectDifference(old && readEntry(old), now && readEntry(now))
  })
}

function objectDifference(before: ApiObject | undefined, after: ApiObject | undefined): ObjectDifference | [] {
  const object = after ?? before
  if (!object) return []
  const fields = before && after ? fieldDifferences(before, after) : []
  if (before && after && fields.length === 0) return []
  const { apiVersion, kind, metadata } = object
  const type = !before ? 'ADDED' : after ? 'MODIFIED' : 'DELETED'
  const { namespace = '', name = '' } = metadata
  return Object.freeze({ type, apiVersion, kind, namespace, name, before, after, fields: Object.freeze(fields) })
}

/** Objects are compared member by member, lists entry by entry. */
function fieldDifferences(before: unknown, after: unknown, path = ''): FieldDifference[] {
  if (BOOKKEEPING.has(path)) return []
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => fieldDifferences(getKey(before, key), getKey(after, key), `${path}${step(key)}`))
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, at) => fieldDifferences(before[at], after[at], `${path}[${at}]`)).flat()
  }
  return jsonEqual(before, after) ? [] : [{ path, before, after }]
}

const step = (key: string): string => (PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)
