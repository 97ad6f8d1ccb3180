/**
 * The usage of the objects of one type in one namespace, added up so that a new quota does not have to look at each of them.
 *
 * @module
 */

import { type Quantity, ZERO_QUANTITY } from '../../meta/index.js'
import type { Amounts } from '../limits/amounts.js'
import type { ObjectUsage } from './quota.js'
import type { Usage } from './usage.js'

/** Objects with the same scope attributes, all of which a quota covers, or none. */
interface Group {
  readonly scopes: Usage['scopes']
  readonly amounts: Map<string, Quantity>
  size: number
}

/** The sums of objects without writes in progress, and the objects with some, whose usage is a maximum. */
interface Sums {
  readonly groups: Map<string, Group>
  readonly written: Set<ObjectUsage>
}

/** See the comment at the top of the file. */
export class NamespaceUsage {
  readonly #objects = new Map<string, ObjectUsage>()
  /** Kept from the first quota on: most namespaces have none. */
  #sums: Sums | undefined

  /** Whether it has no object. */
  get isEmpty(): boolean {
    return this.#objects.size === 0
  }

  /** The names of the objects. */
  names(): readonly string[] {
    return [...this.#objects.keys()]
  }

  /** The usage of an object, which only {@link change} may change. */
  of(name: string): ObjectUsage {
    return this.#objects.get(name) ?? { stored: undefined, reserved: new Set() }
  }

  /**
   * Changes the usage of an object.
   *
   * @param name - Its name.
   * @param change - Changes what it is given.
   */
  change(name: string, change: (held: ObjectUsage) => void): void {
    const held = this.of(name)
    if (this.#sums) subtract(this.#sums, held)
    change(held)
    if (this.#sums) add(this.#sums, held)
    if (held.stored || held.reserved.size > 0) this.#objects.set(name, held)
    else this.#objects.delete(name)
  }

  /**
   * What a quota has to count instead of all objects: sums, and the objects with writes in progress. The objects themselves are gone
   * through for the first quota only.
   */
  *counted(): Iterable<ObjectUsage> {
    if (!this.#sums) {
      this.#sums = { groups: new Map(), written: new Set() }
      for (const held of this.#objects.values()) add(this.#sums, held)
    }
    for (const { amounts, scopes } of this.#sums.groups.values()) yield { stored: { amounts, scopes }, reserved: new Set() }
    yield* this.#sums.written
  }
}

function add({ groups, written }: Sums, held: ObjectUsage): void {
  if (held.reserved.size > 0) written.add(held)
  else if (held.stored) {
    const key = keyOf(held.stored)
    const group = groups.get(key) ?? { scopes: held.stored.scopes, amounts: new Map(), size: 0 }
    groups.set(key, group)
    group.size += 1
    addTo(group.amounts, held.stored.amounts, (sum, amount) => sum.plus(amount))
  }
}

function subtract({ groups, written }: Sums, held: ObjectUsage): void {
  if (held.reserved.size > 0) written.delete(held)
  else if (held.stored) {
    const key = keyOf(held.stored)
    const group = groups.get(key)
    if (!group) return
    group.size -= 1
    if (group.size === 0) groups.delete(key)
    else addTo(group.amounts, held.stored.amounts, (sum, amount) => sum.minus(amount))
  }
}

/** Resources of which nothing is left are forgotten, as users make up their names. */
function addTo(sums: Map<string, Quantity>, amounts: Amounts, combine: (sum: Quantity, amount: Quantity) => Quantity): void {
  for (const [name, amount] of amounts) {
    const sum = combine(sums.get(name) ?? ZERO_QUANTITY, amount)
    if (sum.isZero) sums.delete(name)
    else sums.set(name, sum)
  }
}

const keyOf = ({ scopes }: Usage): string => JSON.stringify(scopes) ?? ''
