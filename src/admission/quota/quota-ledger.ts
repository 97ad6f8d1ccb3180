/**
 * The quotas of a plane and their usage: by stored objects, and by writes in progress.
 *
 * An admitted write reserves its usage until it ends, so that concurrent writes cannot exceed a quota. A write that fails later
 * releases its reservation; a write of unknown outcome keeps it for a minute. Where several processes write to one storage, they know of
 * each other's reservations.
 *
 * @module
 */

import type { ApiObject, GroupResource } from '../../meta/index.js'
import { NO_AMOUNTS } from '../limits/amounts.js'
import type { AdmissionSources } from '../sources.js'
import { typeKey } from './counted-types.js'
import { NamespaceUsage } from './namespace-usage.js'
import { type ObjectUsage, Quota } from './quota.js'
import { SharedUsage } from './shared-usage.js'
import { type Usage, usageOf } from './usage.js'
import { UsageEnds } from './usage-ends.js'

/** A write of unknown outcome (504) is stored within this time, or never. */
const UNCERTAIN_MS = 60_000

const QUOTAS: GroupResource = { group: '', resource: 'resourcequotas' }

/** The key of an object that quotas may count. */
export interface Counted {
  readonly type: GroupResource
  readonly namespace: string
  readonly name: string
}

/** See the comment at the top of the file. */
export class QuotaLedger {
  readonly #sources: AdmissionSources
  readonly #changed: (quota: Quota, isCorrection: boolean) => void
  /** By namespace, then by name. */
  readonly #quotas = new Map<string, Map<string, Quota>>()
  /** By type, by namespace. */
  readonly #objects = new Map<string, Map<string, NamespaceUsage>>()
  readonly #stops = new Map<string, () => void>()
  /** What writes in progress of a type reserve, of types that other processes write, too. */
  readonly #shared = new Map<string, SharedUsage>()
  /** The types whose existing objects are being counted. */
  readonly #loading = new Map<string, Promise<void>>()
  /** Cancel the timers of writes with unknown outcome. */
  readonly #uncertain = new Set<() => void>()

  /**
   * @param sources - The plane.
   * @param changed - Called when the status of a quota has to be updated, or corrected if somebody else has written another one.
   */
  constructor(sources: AdmissionSources, changed: (quota: Quota, isCorrection: boolean) => void) {
    this.#sources = sources
    this.#changed = changed
  }

  /**
   * Follows the quotas, and the types that they count.
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
      for (const cancel of this.#uncertain) cancel()
    }
  }

  /** Whether any quota counts a type in a namespace. */
  counts(namespace: string, type: GroupResource): boolean {
    const quotas = this.#quotas.get(namespace)
    if (!quotas) return false
    return [...quotas.values()].some((quota) => quota.counts(type))
  }

  /**
   * Waits until the existing objects are counted, of all types that the quotas count which count an object.
   *
   * @param counted - The object.
   */
  async loaded({ namespace, type }: Counted): Promise<void> {
    // A type that is defined after the quota is followed from its first object on.
    if (this.counts(namespace, type)) this.#followType(type)
    if (this.#loading.size === 0) return
    const quotas = [...(this.#quotas.get(namespace)?.values() ?? [])].filter((quota) => quota.counts(type))
    await Promise.all(quotas.flatMap((quota) => [...quota.types.keys()].map((key) => this.#loading.get(key))))
  }

  /** The quotas of the namespace of an object, in the order of their names. */
  quotasFor({ namespace }: Counted): readonly Quota[] {
    return [...(this.#quotas.get(namespace)?.values() ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** The usage of an object. */
  usageOf(type: GroupResource, object: ApiObject): Usage {
    const { dialect, clock } = this.#sources
    return usageOf(type, object, { dialect, nowMs: clock.now() })
  }

  /** Stored and reserved usage of an object. */
  heldBy({ type, namespace, name }: Counted): ObjectUsage {
    return (this.#objects.get(typeKey(type))?.get(namespace) ?? new NamespaceUsage()).of(name)
  }

  /**
   * Reserves the usage of a write, if there is room for it.
   *
   * @param counted - The object.
   * @param usage - What it would use.
   * @param check - Throws when there is no room. What it is called for is reserved before anything else is counted.
   * @returns A function that releases the reservation when the write is over; with a delay when its outcome is unknown.
   */
  async reserve(counted: Counted, usage: Usage, check: () => void): Promise<(isUncertain: boolean) => void> {
    const giveBack = await this.#reserve(counted, usage, check)
    return (isUncertain) => {
      if (!isUncertain) return giveBack()
      const cancel = this.#sources.clock.setTimeout(() => {
        this.#uncertain.delete(cancel)
        giveBack()
      }, UNCERTAIN_MS)
      this.#uncertain.add(cancel)
    }
  }

  #reserve(counted: Counted, usage: Usage, check: () => void): (() => void) | Promise<() => void> {
    const shared = this.#shared.get(typeKey(counted.type))
    const { namespace, name } = counted
    if (shared) return shared.reserve({ namespace, name, usage }, check)
    check()
    this.#hold(counted, usage)
    return () => this.#release(counted, usage)
  }

  #hold(counted: Counted, usage: Usage): void {
    this.#change(counted, (held) => held.reserved.add(usage))
  }

  #release(counted: Counted, usage: Usage): void {
    this.#change(counted, (held) => held.reserved.delete(usage))
  }

  /** Counts what all processes have reserved for objects of a type, where there may be several. */
  #followReservations(type: GroupResource): () => void {
    const { reservationsOf, random, reportError } = this.#sources
    const reservations = reservationsOf?.(type)
    if (!reservations) return () => {}
    const shared = new SharedUsage({
      reservations,
      random,
      reserve: ({ usage, ...object }) => this.#hold({ ...object, type }, usage),
      release: ({ usage, ...object }) => this.#release({ ...object, type }, usage),
      reportError,
    })
    this.#shared.set(typeKey(type), shared)
    return shared.start()
  }

  #putQuota(object: ApiObject): void {
    const { name = '', namespace = '' } = object.metadata
    const known = this.#quotas.get(namespace)?.get(name)
    const quota = known?.isOf(object) ? known : this.#count(new Quota(object, this.#sources.dialect))
    const quotas = this.#quotas.get(namespace) ?? new Map<string, Quota>()
    this.#quotas.set(namespace, quotas.set(name, quota))
    this.#report(quota, quota === known)
  }

  /** Has the status of a quota updated, unless a part of its objects is not counted yet. */
  #report(quota: Quota, isCorrection = false): void {
    const isLoading = this.#loading.size > 0 && [...quota.types.keys()].some((key) => this.#loading.has(key))
    if (!isLoading) this.#changed(quota, isCorrection)
  }

  /** Counts the existing objects. */
  #count(quota: Quota): Quota {
    for (const [key, type] of quota.types) {
      this.#followType(type)
      const counted = this.#objects.get(key)?.get(quota.namespace)?.counted() ?? []
      for (const held of counted) quota.count(NO_AMOUNTS, quota.held(held))
    }
    return quota
  }

  #followType(type: GroupResource): void {
    const key = typeKey(type)
    const { clock, objects, types } = this.#sources
    if (this.#stops.has(key) || types.equivalents(type).length === 0) return
    const countedBy = ({ metadata: { name = '', namespace = '' } }: ApiObject): Counted => ({ type, name, namespace })
    const store = (object: ApiObject, usage: Usage | undefined) =>
      this.#change(countedBy(object), (held) => {
        held.stored = usage
      })
    const count = (object: ApiObject) => store(object, this.usageOf(type, object))
    const ends = new UsageEnds(clock, count)
    let started = () => {}
    const loading = new Promise<void>((resolve) => {
      started = resolve
    })
    this.#loading.set(key, loading)
    const stop = objects.follow(type, {
      put(object) {
        count(object)
        ends.put(object)
      },
      remove(object) {
        store(object, undefined)
        ends.remove(object)
      },
      started: () => {
        this.#loading.delete(key)
        started()
        for (const quotas of this.#quotas.values()) {
          for (const quota of quotas.values()) if (quota.counts(type)) this.#report(quota)
        }
      },
      end: () => {
        ends.close()
        stopReservations()
        this.#forget(type)
      },
    })
    const stopReservations = this.#followReservations(type)
    this.#stops.set(key, () => {
      stop()
      stopReservations()
      started()
      ends.close()
    })
  }

  #forget(type: GroupResource): void {
    const key = typeKey(type)
    this.#stops.delete(key)
    this.#shared.delete(key)
    for (const [namespace, usage] of this.#objects.get(key) ?? []) {
      for (const name of usage.names()) {
        this.#change({ type, namespace, name }, (held) => {
          held.stored = undefined
          held.reserved.clear()
        })
      }
    }
  }

  #change(counted: Counted, change: (held: ObjectUsage) => void): void {
    const { type, namespace, name } = counted
    const key = typeKey(type)
    const byNamespace = this.#objects.get(key) ?? new Map<string, NamespaceUsage>()
    const usage = byNamespace.get(namespace) ?? new NamespaceUsage()
    const quotas = [...(this.#quotas.get(namespace)?.values() ?? [])].filter((quota) => quota.counts(type))
    const held = usage.of(name)
    const before = quotas.map((quota) => quota.held(held))
    usage.change(name, change)
    const after = usage.of(name)
    this.#objects.set(key, byNamespace)
    if (usage.isEmpty) byNamespace.delete(namespace)
    else byNamespace.set(namespace, usage)
    for (const [i, quota] of quotas.entries()) {
      if (quota.count(before[i] ?? NO_AMOUNTS, quota.held(after))) this.#report(quota)
    }
  }
}
