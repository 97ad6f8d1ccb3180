/**
 * The quotas of a plane, and what is used of them: what is stored, and what is on its way.
 *
 * A write that is let through holds what it takes until it is over. So nobody gets in between, and a write that fails after it counted
 * gives back what it held.
 *
 * @module
 */

import type { ApiObject, GroupResource } from '../../meta/index.js'
import { NO_AMOUNTS } from '../limits/amounts.js'
import type { AdmissionSources } from '../sources.js'
import { typeKey } from './counted-types.js'
import { type ObjectUsage, Quota } from './quota.js'
import { type Usage, usageOf } from './usage.js'

const QUOTAS: GroupResource = { group: '', resource: 'resourcequotas' }

/** An object that quotas may count. */
export interface Counted {
  readonly type: GroupResource
  readonly namespace: string
  readonly name: string
}

/** See the head of the file. */
export class QuotaLedger {
  readonly #sources: AdmissionSources
  readonly #changed: (quota: Quota) => void
  /** By namespace, then by name. */
  readonly #quotas = new Map<string, Map<string, Quota>>()
  /** By type, by namespace, by name. */
  readonly #objects = new Map<string, Map<string, Map<string, ObjectUsage>>>()
  readonly #stops = new Map<string, () => void>()

  /**
   * @param sources - The plane.
   * @param changed - Called when the status of a quota has to be written anew.
   */
  constructor(sources: AdmissionSources, changed: (quota: Quota) => void) {
    this.#sources = sources
    this.#changed = changed
  }

  /**
   * Begins to follow the quotas, and what they count.
   *
   * @returns A function that stops.
   */
  start(): () => void {
    const stop = this.#sources.objects.follow(QUOTAS, {
      put: (object) => this.#putQuota(object),
      remove: ({ metadata: { name = '', namespace = '' } }) => {
        this.#quotas.get(namespace)?.delete(name)
        if (this.#quotas.get(namespace)?.size === 0) this.#quotas.delete(namespace)
      },
    })
    return () => {
      stop()
      for (const stopType of this.#stops.values()) stopType()
    }
  }

  /** Whether any quota counts a type in a namespace. */
  counts(namespace: string, type: GroupResource): boolean {
    const quotas = this.#quotas.get(namespace)
    if (!quotas) return false
    const key = typeKey(type)
    return [...quotas.values()].some(({ types }) => types.has(key))
  }

  /** The quotas of a namespace that count a type, in the order of their names. */
  quotasFor({ namespace, type }: Counted): readonly Quota[] {
    // A type that has come after the quota is followed from its first object on.
    this.#followType(type)
    const key = typeKey(type)
    return [...(this.#quotas.get(namespace)?.values() ?? [])]
      .filter(({ types }) => types.has(key))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** What an object uses. */
  usageOf(type: GroupResource, object: ApiObject): Usage {
    const { dialect, clock } = this.#sources
    return usageOf(type, object, { dialect, nowMs: clock.now() })
  }

  /** All that is known of the use of an object. */
  heldBy({ type, namespace, name }: Counted): ObjectUsage {
    return this.#objects.get(typeKey(type))?.get(namespace)?.get(name) ?? { stored: undefined, reserved: new Set() }
  }

  /**
   * Holds what a write would take.
   *
   * @param counted - The object.
   * @param usage - What it would use.
   * @returns A function that gives it back, when the write is over.
   */
  reserve(counted: Counted, usage: Usage): () => void {
    this.#change(counted, (held) => held.reserved.add(usage))
    return () => this.#change(counted, (held) => held.reserved.delete(usage))
  }

  #putQuota(object: ApiObject): void {
    const { name = '', namespace = '' } = object.metadata
    const known = this.#quotas.get(namespace)?.get(name)
    const quota = known?.isOf(object) ? known : this.#count(new Quota(object, this.#sources.dialect))
    const quotas = this.#quotas.get(namespace) ?? new Map<string, Quota>()
    this.#quotas.set(namespace, quotas.set(name, quota))
    this.#changed(quota)
  }

  /** Counts what is there already. */
  #count(quota: Quota): Quota {
    for (const [key, type] of quota.types) {
      this.#followType(type)
      for (const held of this.#objects.get(key)?.get(quota.namespace)?.values() ?? []) quota.count(NO_AMOUNTS, quota.held(held))
    }
    return quota
  }

  #followType(type: GroupResource): void {
    const key = typeKey(type)
    const { objects, types } = this.#sources
    if (this.#stops.has(key) || types.equivalents(type).length === 0) return
    const countedBy = ({ metadata: { name = '', namespace = '' } }: ApiObject): Counted => ({ type, name, namespace })
    const stored = (object: ApiObject, usage: Usage | undefined) =>
      this.#change(countedBy(object), (held) => {
        held.stored = usage
      })
    const stop = objects.follow(type, {
      put: (object) => stored(object, this.usageOf(type, object)),
      remove: (object) => stored(object, undefined),
      end: () => this.#forget(type),
    })
    this.#stops.set(key, stop)
  }

  #forget(type: GroupResource): void {
    const key = typeKey(type)
    this.#stops.delete(key)
    for (const [namespace, names] of this.#objects.get(key) ?? []) {
      for (const name of [...names.keys()]) {
        this.#change({ type, namespace, name }, (held) => {
          held.stored = undefined
        })
      }
    }
  }

  #change(counted: Counted, change: (held: ObjectUsage) => void): void {
    const { type, namespace, name } = counted
    const key = typeKey(type)
    const held = this.heldBy(counted)
    const quotas = [...(this.#quotas.get(namespace)?.values() ?? [])].filter(({ types }) => types.has(key))
    const before = quotas.map((quota) => quota.held(held))
    change(held)
    this.#keep(key, namespace, name, held)
    for (const [i, quota] of quotas.entries()) {
      if (quota.count(before[i] ?? NO_AMOUNTS, quota.held(held))) this.#changed(quota)
    }
  }

  #keep(key: string, namespace: string, name: string, held: ObjectUsage): void {
    const byNamespace = this.#objects.get(key) ?? new Map<string, Map<string, ObjectUsage>>()
    const byName = byNamespace.get(namespace) ?? new Map<string, ObjectUsage>()
    this.#objects.set(key, byNamespace.set(namespace, byName))
    if (held.stored || held.reserved.size > 0) byName.set(name, held)
    else byName.delete(name)
    if (byName.size === 0) byNamespace.delete(namespace)
  }
}
