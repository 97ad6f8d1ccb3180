/**
 * One ResourceQuota, and its usage.
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
import { type Amounts, amountsOf, greaterAmounts, NO_AMOUNTS } from '../limits/amounts.js'
import { countedType, countNames, typeKey } from './counted-types.js'
import { HardAmounts } from './hard-amounts.js'
import { holds, readScopes, type ScopeRequirement } from './scopes.js'
import type { Usage } from './usage.js'

/** The usage of one object: stored, and after each write in progress. */
export interface ObjectUsage {
  stored: Usage | undefined
  readonly reserved: Set<Usage>
}

/** A quota, with a running total. */
export class Quota {
  readonly name: string
  readonly namespace: string
  readonly hard: HardAmounts
  readonly scopes: readonly ScopeRequirement[]
  readonly #dialect: Dialect
  /**
   * Uid and version of the object that last had the same spec, so that thousands of resources are not compared again for each
   * status.
   */
  #version: string
  /** Keys of the types of which it counts more than their number: pods, services and claims. */
  readonly #measured = new Set<string>()
  readonly #total = new Map<string, Quantity>()

  /**
   * @param object - The stored object.
   * @param dialect - The plane's dialect.
   */
  constructor(object: ApiObject, dialect: Dialect) {
    const { metadata, spec } = object
    this.#version = versionOf(object)
    this.name = metadata.name ?? ''
    this.namespace = metadata.namespace ?? ''
    this.#dialect = dialect
    this.scopes = readScopes(spec)
    this.hard = this.#hardOf(spec)
    for (const [name, type] of this.#countedTypes()) {
      if (!countNames(type).includes(name)) this.#measured.add(typeKey(type))
    }
  }

  #hardOf(spec: unknown): HardAmounts {
    return new HardAmounts(isRecord(spec) ? spec.hard : undefined, (name) => countedType(name, this.#dialect) !== undefined)
  }

  *#countedTypes(): Iterable<readonly [name: string, type: GroupResource]> {
    for (const name of this.hard.names()) {
      const type = countedType(name, this.#dialect)
      if (type) yield [name, type]
    }
  }

  /** The keys of the types that it counts. */
  get types(): ReadonlyMap<string, GroupResource> {
    return new Map([...this.#countedTypes()].map(([, type]) => [typeKey(type), type]))
  }

  /** Whether it counts a type. */
  counts(type: GroupResource): boolean {
    return this.#measured.has(typeKey(type)) || countNames(type).some((name) => this.hard.has(name))
  }

  /** Whether it limits a resource of a type. */
  limits(name: string, { group, resource }: GroupResource): boolean {
    const type = this.hard.has(name) ? countedType(name, this.#dialect) : undefined
    return type?.group === group && type.resource === resource
  }

  /** Whether an object has the same spec. */
  isOf(object: ApiObject): boolean {
    const { spec } = object
    const version = versionOf(object)
    if (version === this.#version) return true
    const isSame = this.hard.equals(this.#hardOf(spec)) && jsonEqual(readScopes(spec), this.scopes)
    if (isSame) this.#version = version
    return isSame
  }

  /** Whether an object is within its scopes. */
  covers({ scopes }: Usage): boolean {
    return this.scopes.every((scope) => holds(scopes, scope))
  }

  /** The usage of an object that counts for this quota. */
  taken(usage: Usage | undefined): Amounts {
    return usage && this.covers(usage) ? amountsOf(usage.amounts, (name) => this.hard.has(name)) : NO_AMOUNTS
  }

  /** The maximum usage of an object over all outcomes of its writes in progress. */
  held({ stored, reserved }: ObjectUsage): Amounts {
    const own = this.taken(stored)
    return reserved.size === 0 ? own : [...reserved].map((usage) => this.taken(usage)).reduce(greaterAmounts, own)
  }

  /** Replaces the usage of an object. */
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

  /** The status that an object with the same spec needs: empty when it limits nothing. */
  statusOf({ spec }: ApiObject): { readonly hard?: unknown; readonly used?: Readonly<Record<string, string>> } {
    const hard = (isRecord(spec) && spec.hard) || {}
    const used = Object.fromEntries(Array.from(this.hard.names(), (name) => [name, String(this.used(name))]))
    return Object.keys(hard).length === 0 ? {} : { hard, used }
  }
}

const versionOf = ({ metadata: { uid, resourceVersion } }: ApiObject): string => `${uid} ${resourceVersion}`
