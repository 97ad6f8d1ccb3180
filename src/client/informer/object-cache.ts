/**
 * Objects by key, and by indexes.
 *
 * @module
 */

import { type ApiObject, check } from '../../meta/index.js'
import { storedObject } from '../check-arguments.js'

/** Key of an object in caches and queues: `namespace/name`, or `name` for cluster-scoped types. */
export function keyOf(object: Pick<ApiObject, 'metadata'>): string {
  if (!check.isObject(object?.metadata)) check.refuse('keyOf', storedObject(object, 'object'))
  const { namespace = '', name = '' } = object.metadata
  return namespace === '' ? name : `${namespace}/${name}`
}

/** The values of an object in one index: a list or a set, as the items of a text would be its characters. */
export type IndexFunction<T> = (object: T) => Iterable<string> & object

/** Objects by key, with indexes that follow every change. */
export class ObjectCache<T extends ApiObject> {
  readonly #objects = new Map<string, T>()
  readonly #indexes: ReadonlyMap<string, { readonly valuesOf: IndexFunction<T>; readonly keys: Map<string, Set<string>> }>

  /** @param indexes - By name. */
  constructor(indexes: Readonly<Record<string, IndexFunction<T>>>) {
    this.#indexes = new Map(Object.entries(indexes).map(([name, valuesOf]) => [name, { valuesOf, keys: new Map() }]))
  }

  get size(): number {
    return this.#objects.size
  }

  get(key: string): T | undefined {
    return this.#objects.get(key)
  }

  keys(): readonly string[] {
    return [...this.#objects.keys()]
  }

  values(): readonly T[] {
    return [...this.#objects.values()]
  }

  /**
   * Finds objects by an index.
   *
   * @throws RangeError when there is no such index.
   */
  by(index: string, value: string): readonly T[] {
    const found = this.#indexes.get(index)
    if (!found) throw new RangeError(`there is no index ${JSON.stringify(index)}`)
    return [...(found.keys.get(value) ?? [])].flatMap((key) => this.#objects.get(key) ?? [])
  }

  /**
   * Stores an object and returns the one that it replaces.
   *
   * @throws TypeError for an index function that returns text.
   */
  set(key: string, object: T): T | undefined {
    const old = this.delete(key)
    this.#objects.set(key, object)
    for (const [name, { valuesOf, keys }] of this.#indexes) {
      const values = valuesOf(object)
      if (typeof values === 'string')
        check.refuse('informer', check.wrong('a list of texts', values, `the result of indexes.${name}`))
      for (const value of values) keys.set(value, (keys.get(value) ?? new Set()).add(key))
    }
    return old
  }

  /** Removes and returns the object of a key. */
  delete(key: string): T | undefined {
    const old = this.#objects.get(key)
    if (!old) return undefined
    this.#objects.delete(key)
    for (const { valuesOf, keys } of this.#indexes.values()) {
      for (const value of valuesOf(old)) {
        const set = keys.get(value)
        set?.delete(key)
        if (set?.size === 0) keys.delete(value)
      }
    }
    return old
  }
}
