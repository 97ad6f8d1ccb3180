import { expect } from '@jest/globals'
import { apply, compileType, type FieldType, formatPath, type Managers, update } from '../../src/apply/index.js'
import { deepFreeze, type JsonObject } from '../../src/meta/index.js'

/** A story of one object: who applies and writes what, and what is expected then. */
export class Scenario {
  #type: FieldType
  #live: unknown
  #managers: Managers = new Map()
  #conflicts: readonly string[] = []

  constructor(schema: JsonObject | null) {
    this.#type = compileType(schema)
  }

  apply(manager: string, applied: unknown, { force = false } = {}): this {
    const state = { type: this.#type, live: this.#live, managers: this.#managers, version: 'v1' }
    const result = apply({ ...state, manager, applied: deepFreeze(applied), force, emptied: 'empty' })
    expect(result.outcome).not.toBe('invalid')
    if (result.outcome === 'conflict') this.#conflicts = result.conflicts.map(({ manager: name, text }) => `${name} ${text}`)
    else if (result.outcome === 'applied') {
      this.#live = deepFreeze(result.object)
      this.#managers = result.managers
      this.#conflicts = []
    }
    return this
  }

  update(manager: string, object: unknown): this {
    const state = { type: this.#type, live: this.#live, managers: this.#managers, version: 'v1' }
    this.#managers = update({ ...state, manager, object: deepFreeze(object) }).managers
    this.#live = object
    this.#conflicts = []
    return this
  }

  schema(schema: JsonObject): this {
    this.#type = compileType(schema)
    return this
  }

  /** Compares the object, the owners (leaf paths by manager), and the conflicts of the last apply (none by default). */
  expect({ object, owners, conflicts = [] }: { object?: unknown; owners?: unknown; conflicts?: readonly string[] }): this {
    expect(this.#conflicts).toEqual(conflicts)
    if (object !== undefined) expect(this.#live).toEqual(object)
    const entries = [...this.#managers].map(([name, { fields }]) => [name, [...fields.leaves().paths()].map(formatPath)])
    if (owners !== undefined) expect(Object.fromEntries(entries)).toEqual(owners)
    return this
  }
}
