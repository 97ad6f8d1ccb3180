/**
 * CEL values of objects with declared fields.
 *
 * @module
 */

import type { UnknownRecord } from '../meta/index.js'
import { charge, KEY_COST } from './budget.js'
import { type ReadMember, SIMPLE_TYPES, type StructMember, type StructMembers } from './declared-types.js'

/** Number of fields that are listed for one step. */
const MEMBERS_PER_STEP = 4

/** An object with declared fields. The CEL package identifies types by class, so each type has its own subclass. */
export abstract class Struct extends Map<string, unknown> {
  readonly #source: UnknownRecord
  readonly #members: StructMembers
  readonly #read: ReadMember
  #names: readonly string[] | undefined
  #others: readonly string[] | undefined

  constructor(source: UnknownRecord, members: StructMembers, read: ReadMember) {
    super()
    this.#source = source
    this.#members = members
    this.#read = read
  }

  override get(name: string): unknown {
    const known = super.get(name)
    if (known !== undefined) return known
    const member = this.#members.get(name)
    if (!member || !this.#isPresent(member)) return undefined
    const value = this.#read(member.type, this.#source[member.key])
    super.set(name, value)
    return value
  }

  /** The names of the existing fields, as they are escaped in expressions. */
  names(): readonly string[] {
    if (!this.#names) {
      charge(this.#members.size / MEMBERS_PER_STEP)
      this.#names = [...this.#members].filter(([, member]) => this.#isPresent(member)).map(([name]) => name)
    }
    return this.#names
  }

  /** The keys of what expressions cannot read: nulls that count as absent, and members that are not declared or have no name. */
  otherKeys(): readonly string[] {
    if (!this.#others) {
      const keys = Object.keys(this.#source)
      charge(keys.length * KEY_COST)
      const named = new Set(this.names().map((name) => this.#members.get(name)?.key))
      this.#others = named.size === keys.length ? [] : keys.filter((key) => !named.has(key) && this.#source[key] !== undefined)
    }
    return this.#others
  }

  /** A member of {@link otherKeys}, as it is in JSON; undefined if there is none. */
  other(key: string): unknown {
    return Object.hasOwn(this.#source, key) ? this.#read(SIMPLE_TYPES.dyn, this.#source[key]) : undefined
  }

  #isPresent({ key, isAbsentAsNull = false }: StructMember): boolean {
    const value = Object.hasOwn(this.#source, key) ? this.#source[key] : undefined
    return value !== undefined && !(isAbsentAsNull && value === null)
  }
}
