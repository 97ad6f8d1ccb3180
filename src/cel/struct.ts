/**
 * CEL values of objects with declared fields.
 *
 * @module
 */

import type { UnknownRecord } from '../meta/index.js'
import { charge } from './budget.js'
import type { ReadMember, StructMembers } from './declared-types.js'

/** Number of fields that are listed for one step. */
const MEMBERS_PER_STEP = 4

/** An object with declared fields. The CEL package identifies types by class, so each type has its own subclass. */
export abstract class Struct extends Map<string, unknown> {
  readonly #source: UnknownRecord
  readonly #members: StructMembers
  readonly #read: ReadMember
  #names: readonly string[] | undefined

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
    if (!member || !Object.hasOwn(this.#source, member.key)) return undefined
    const value = this.#read(member.type, this.#source[member.key])
    super.set(name, value)
    return value
  }

  /** The names of the existing fields, as they are escaped in expressions. */
  names(): readonly string[] {
    if (!this.#names) {
      charge(this.#members.size / MEMBERS_PER_STEP)
      this.#names = [...this.#members].filter(([, { key }]) => Object.hasOwn(this.#source, key)).map(([name]) => name)
    }
    return this.#names
  }
}
