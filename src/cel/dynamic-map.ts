/**
 * Maps over objects without declared fields. Members are converted on access, as an expression reads only a few of them.
 *
 * @module
 */

import type { UnknownRecord } from '../meta/index.js'
import { charge, KEY_COST } from './budget.js'

type ReadEntry = (value: unknown) => unknown

/** A map over a JSON object. The CEL package identifies maps by their class, so this one claims to be a plain Map. */
export class DynamicMap extends Map<string, unknown> {
  readonly #source: UnknownRecord
  readonly #read: ReadEntry
  #keys: readonly string[] | undefined

  /**
   * @param source - The object; it must not be changed.
   * @param read - Reads a member.
   */
  constructor(source: UnknownRecord, read: ReadEntry) {
    super()
    this.#source = source
    this.#read = read
  }

  override get size(): number {
    return this.#listKeys().length
  }

  override has(key: string): boolean {
    return Object.hasOwn(this.#source, key)
  }

  override get(key: string): unknown {
    if (!Object.hasOwn(this.#source, key)) return undefined
    if (super.has(key)) return super.get(key)
    const value = this.#read(this.#source[key])
    super.set(key, value)
    return value
  }

  override keys(): MapIterator<string> {
    return this.#listKeys()[Symbol.iterator]()
  }

  override *entries(): MapIterator<[string, unknown]> {
    for (const key of this.#listKeys()) yield [key, this.get(key)]
  }

  override *values(): MapIterator<unknown> {
    for (const key of this.#listKeys()) yield this.get(key)
  }

  override forEach(visit: (value: unknown, key: string, map: Map<string, unknown>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }

  override [Symbol.iterator](): MapIterator<[string, unknown]> {
    return this.entries()
  }

  /** Listed once: the package looks at the first entry of a map each time an operator or function has it as an operand. */
  #listKeys(): readonly string[] {
    if (!this.#keys) {
      this.#keys = Object.keys(this.#source)
      charge(this.#keys.length * KEY_COST)
    }
    return this.#keys
  }
}

Object.defineProperty(DynamicMap.prototype, 'constructor', { value: Map })
