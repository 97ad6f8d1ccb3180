/**
 * The state of a plane at one revision.
 *
 * @module
 */

import type { FieldsOf } from '../client/index.js'
import { type ApiObject, deepFreeze, type UnknownRecord } from '../meta/index.js'
import { inVersion, type ResourceDefinition, type ServedResource, storagePrefixOf } from '../resources/index.js'
import type { StoredEntry } from '../storage/index.js'
import { formatStorageKey, parseStorageKey } from '../store/index.js'
import type { AnyType, TypeFinder } from './find-type.js'
import type { Entries } from './timeline.js'

const decoder = new TextDecoder()

/** All objects of a plane at one revision. Objects are frozen. */
export interface PlaneSnapshot {
  readonly revision: number
  /**
   * All objects as stored, with their versions, ordered by type, namespace and name. They can be passed to `seed`, or to another
   * plane as its `objects`.
   */
  readonly objects: readonly ApiObject[]
  /**
   * Reads one object.
   *
   * @param type - Its definition, or the type by kind or by the plural name that URLs use.
   * @param key - `namespace/name`, or `name` for cluster-scoped types.
   * @returns Undefined when there was none.
   * @throws RangeError for a type that the plane does not serve.
   */
  get<T extends object, New extends object>(type: ResourceDefinition<T, New>, key: string): (ApiObject & FieldsOf<T>) | undefined
  get<T extends object = UnknownRecord>(type: AnyType, key: string): (ApiObject & T) | undefined
  /**
   * Reads the objects of a type, ordered by namespace and name.
   *
   * @param type - Its definition, or the type by kind or by the plural name that URLs use.
   * @param namespace - If given, only the objects of this namespace.
   * @throws RangeError for a type that the plane does not serve.
   */
  list<T extends object, New extends object>(
    type: ResourceDefinition<T, New>,
    namespace?: string,
  ): readonly (ApiObject & FieldsOf<T>)[]
  list<T extends object = UnknownRecord>(type: AnyType, namespace?: string): readonly (ApiObject & T)[]
}

/**
 * Makes a snapshot of a state.
 *
 * @param revision - Of the state.
 * @param entries - The state.
 * @param findType - Finds a type of the plane.
 */
export function snapshotOf(revision: number, entries: Entries, findType: TypeFinder): PlaneSnapshot {
  const read = (type: ServedResource, key: string): ApiObject | undefined => {
    const entry = entries.get(formatStorageKey({ prefix: storagePrefixOf(type.definition), key }))
    return entry && shown(type, readEntry(entry))
  }
  const snapshot = {
    revision,
    get objects() {
      return sortedEntries(entries).map(readEntry)
    },
    get: (type: ResourceDefinition | AnyType, key: string) => read(findType(type), key),
    list(type: ResourceDefinition | AnyType, namespace?: string) {
      const found = findType(type)
      const prefix = storagePrefixOf(found.definition)
      return sortedEntries(entries)
        .filter((entry) => parseStorageKey(entry.key)?.prefix === prefix)
        .map((entry) => shown(found, readEntry(entry)))
        .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
    },
  }
  return snapshot as PlaneSnapshot
}

/** Entries that are objects, in the order of their keys. */
function sortedEntries(entries: Entries): readonly StoredEntry[] {
  return [...entries.values()].filter(({ key }) => parseStorageKey(key) !== undefined).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** A stored object, with its version. */
export function readEntry({ value, revision }: StoredEntry): ApiObject {
  const object = JSON.parse(decoder.decode(value)) as ApiObject
  return deepFreeze({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } })
}

/** An object in the requested version; one that needs a conversion webhook stays as stored. */
function shown(type: ServedResource, object: ApiObject): ApiObject {
  return type.definition.conversion ? object : deepFreeze(inVersion(type, object))
}
