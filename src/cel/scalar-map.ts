/**
 * The maps that expressions make.
 *
 * @module
 */

import { scalarKey } from '../meta/index.js'

type Entry = [key: unknown, value: unknown]

const keyOf = (key: unknown): unknown => scalarKey(key as bigint)

/** A map whose keys a client may choose. The CEL package identifies maps by their class, so this one claims to be a plain Map. */
export class ScalarMap extends Map<unknown, unknown> {
  readonly #entries = new Map<unknown, Entry>()

  override get size(): number {
    return this.#entries.size
  }

  override has(key: unknown): boolean {
    return this.#entries.has(keyOf(key))
  }

  override get(key: unknown): unknown {
    return this.#entries.get(keyOf(key))?.[1]
  }

  override set(key: unknown, value: unknown): this {
    this.#entries.set(keyOf(key), [key, value])
    return this
  }

  override delete(key: unknown): boolean {
    return this.#entries.delete(keyOf(key))
  }

  override *keys(): MapIterator<unknown> {
    for (const [key] of this.#entries.values()) yield key
  }

  override entries(): MapIterator<Entry> {
    return this.#entries.values()
  }

  override *values(): MapIterator<unknown> {
    for (const [, value] of this.#entries.values()) yield value
  }

  override forEach(visit: (value: unknown, key: unknown, map: Map<unknown, unknown>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }

  override [Symbol.iterator](): MapIterator<Entry> {
    return this.entries()
  }
}

Object.defineProperty(ScalarMap.prototype, 'constructor', { value: Map })
