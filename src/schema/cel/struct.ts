/**
 * Objects whose members are known by name, as expressions see them.
 *
 * @module
 */

import type { UnknownRecord } from '../../meta/index.js'
import type { SchemaNode } from '../node.js'
import { charge } from './budget.js'

/** Members of a type that are read in one step. */
const MEMBERS_PER_STEP = 4

/** An object with members known by name. The language identifies types by class, so each type has its own. */
export abstract class Struct extends Map<string, unknown> {
  readonly #source: UnknownRecord
  readonly #members: ReadonlyMap<string, StructMember>
  readonly #read: ReadMember
  #names: readonly string[] | undefined

  constructor(source: UnknownRecord, members: ReadonlyMap<string, StructMember>, read: ReadMember) {
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
    const value = this.#read(member.node, this.#source[member.key])
    super.set(name, value)
    return value
  }

  /** The names of the existing members, as expressions write them. */
  names(): readonly string[] {
    if (!this.#names) {
      charge(this.#members.size / MEMBERS_PER_STEP)
      this.#names = [...this.#members].filter(([, { key }]) => Object.hasOwn(this.#source, key)).map(([name]) => name)
    }
    return this.#names
  }
}

/** A member of an object: its key in JSON, and its schema. */
export interface StructMember {
  readonly key: string
  readonly node: SchemaNode
}

type ReadMember = (node: SchemaNode, value: unknown) => unknown

/** The class of one type of objects. */
export type StructClass = new (source: UnknownRecord, members: ReadonlyMap<string, StructMember>, read: ReadMember) => Struct

/** Makes objects of a schema; undefined where the type of the object has no members by name. */
export type StructOf = (
  node: SchemaNode,
) => { readonly type: StructClass; readonly members: ReadonlyMap<string, StructMember> } | undefined
