/**
 * One ResourceQuota, and what is used of it.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type GroupResource,
  isRecord,
  jsonEqual,
  type Quantity,
  ZERO_QUANTITY,
} from '../../meta/index.js'
import { type Amounts, amountsOf, greaterAmounts, NO_AMOUNTS, readAmounts } from '../limits/amounts.js'
import { countedType, typeKey } from './counted-types.js'
import { isWithin, readScopes, type ScopeRequirement } from './scopes.js'
import type { Usage } from './usage.js'

/** All that is known of the use of one object: what is stored, and what writes that are on their way would make of it. */
export interface ObjectUsage {
  stored: Usage | undefined
  readonly reserved: Set<Usage>
}

/** A quota, with a running total. */
export class Quota {
  readonly name: string
  readonly namespace: string
  readonly hard: Amounts
  /** The types that it counts, by their keys. */
  readonly types: ReadonlyMap<string, GroupResource>
  readonly #spec: unknown
  readonly #scopes: readonly ScopeRequirement[]
  readonly #total = new Map<string, Quantity>()

  /**
   * @param object - As it is stored.
   * @param dialect - The plane's words.
   */
  constructor({ metadata, spec }: ApiObject, dialect: Dialect) {
    this.name = metadata.name ?? ''
    this.namespace = metadata.namespace ?? ''
    this.#spec = spec
    this.#scopes = readScopes(spec)
    const hard = readAmounts(isRecord(spec) ? spec.hard : undefined)
    const types = [...hard.keys()].map((name) => [name, countedType(name, dialect)] as const)
    this.types = new Map(types.flatMap(([, type]) => (type ? [[typeKey(type), type]] : [])))
    const known = new Set(types.flatMap(([name, type]) => (type ? [name] : [])))
    this.hard = amountsOf(hard, (name) => known.has(name))
  }

  /** Whether it says the same as an object. */
  isOf({ spec }: ApiObject): boolean {
    return jsonEqual(spec, this.#spec)
  }

  /** Whether an object is within its scopes. */
  covers({ scopes }: Usage): boolean {
    return isWithin(scopes, this.#scopes)
  }

  /** What an object takes of it. */
  taken(usage: Usage | undefined): Amounts {
    return usage && this.covers(usage) ? amountsOf(usage.amounts, (name) => this.hard.has(name)) : NO_AMOUNTS
  }

  /** What an object takes of it at most, whichever of the writes on their way are stored. */
  held({ stored, reserved }: ObjectUsage): Amounts {
    const own = this.taken(stored)
    return reserved.size === 0 ? own : [...reserved].map((usage) => this.taken(usage)).reduce(greaterAmounts, own)
  }

  /** Puts what an object takes now in the place of what it took. */
  count(before: Amounts, after: Amounts): boolean {
    let isChanged = false
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const difference = (after.get(name) ?? ZERO_QUANTITY).minus(before.get(name) ?? ZERO_QUANTITY)
      if (difference.isZero) continue
      this.#total.set(name, this.used(name).plus(difference))
      isChanged = true
    }
    return isChanged
  }

  /** How much is used. */
  used(name: string): Quantity {
    return this.#total.get(name) ?? ZERO_QUANTITY
  }

  /** Its status, as it has to be. */
  get status(): { readonly hard: unknown; readonly used: Readonly<Record<string, string>> } {
    const used = Object.fromEntries([...this.hard.keys()].map((name) => [name, String(this.used(name))]))
    return { hard: isRecord(this.#spec) ? this.#spec.hard : {}, used }
  }
}
