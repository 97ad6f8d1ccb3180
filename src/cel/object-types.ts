/**
 * Declares object types in an environment.
 *
 * @module
 */

import {
  type DeclaredStruct,
  type DeclaredType,
  listType,
  mapType,
  SIMPLE_TYPES,
  type StructMembers,
  type TypeDeclaration,
} from './declared-types.js'
import type { Environment } from './environment.js'
import { celEquals } from './lists.js'
import { Struct } from './struct.js'

/** Options of the object types of an environment. */
export interface ObjectTypesOptions {
  /** Number of the first type, if the environment has other object types; 0 by default. */
  readonly first?: number
  /** Whether objects may be compared with null; they may not by default. */
  readonly nulls?: boolean
}

/** The object types that are declared in one environment. */
export class ObjectTypes {
  readonly #environment: Environment
  readonly #first: number
  readonly #nulls: boolean
  #count = 0

  /**
   * @param environment - The types are registered in it.
   * @param options - How they are numbered and compared.
   */
  constructor(environment: Environment, { first = 0, nulls = false }: ObjectTypesOptions = {}) {
    this.#environment = environment
    this.#first = first
    this.#nulls = nulls
  }

  /** Number of declared types. */
  get count(): number {
    return this.#count
  }

  /**
   * Declares the type of objects.
   *
   * @param members - Their fields.
   */
  declare(members: StructMembers): DeclaredType & { readonly struct: DeclaredStruct } {
    const fields: Record<string, string> = Object.create(null)
    for (const [name, { type }] of members) fields[name] = type.name
    const name = `object_${this.#first + this.#count++}`
    const type = class extends Struct {}
    this.#environment.registerType(name, { ctor: type, fields })
    this.#environment.registerOperator(`${name} == ${name}`, (a: unknown, b: unknown) => celEquals(a, b))
    if (this.#nulls) this.#environment.registerOperator(`${name} == null`, (value: unknown) => value === null)
    return { name, struct: { type, members } }
  }

  /** Declares the object types of a declaration, and returns its type. */
  of(declaration: TypeDeclaration): DeclaredType {
    if (typeof declaration === 'string') return SIMPLE_TYPES[declaration]
    if ('list' in declaration) return listType(this.of(declaration.list))
    if ('map' in declaration) return mapType(this.of(declaration.map))
    const fields = Object.entries(declaration.fields)
    return this.declare(new Map(fields.map(([key, field]) => [key, { key, type: this.of(field) }])))
  }
}
