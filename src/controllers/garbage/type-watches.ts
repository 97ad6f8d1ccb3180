/**
 * Watches all types whose objects can own or be owned, and adjusts as types are added and removed.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import { type Client, isNotFound, type ResourceType, type ServedType } from '../../client/index.js'
import type { OwnerGraph } from './owner-graph.js'

/** Callbacks for everything except the objects. */
export interface TypeWatchOptions {
  /** Types may have been added or removed. */
  readonly typesChanged: () => void
  /** A watch was restarted, perhaps with another history: cached results may be outdated. */
  readonly startedAnew: () => void
  readonly onError: (error: unknown) => void
}

interface TypeWatch {
  readonly version: string
  readonly subscription: Subscription
  /** Resolves when all objects have been delivered once, or the watch has ended. */
  readonly synced: Promise<void>
}

/** Delay until a failed watch is started again, in milliseconds. */
const RETRY_MS = 30_000
const DEFINITIONS = 'customresourcedefinitions'

/** Feeds a graph with the objects of all types. */
export class TypeWatches {
  readonly #client: Client
  readonly #graph: OwnerGraph
  readonly #options: TypeWatchOptions
  readonly #watches = new Map<string, TypeWatch>()
  /** Types that are no longer served, whose watches may still deliver the deletion of their objects. */
  readonly #leaving = new Set<string>()
  #cancelRetry: (() => void) | undefined

  /**
   * @param client - A client of the plane.
   * @param graph - Receives all objects.
   * @param options - Callbacks for everything except the objects.
   */
  constructor(client: Client, graph: OwnerGraph, options: TypeWatchOptions) {
    this.#client = client
    this.#graph = graph
    this.#options = options
  }

  /** Watches exactly the served types. Resolves when the objects of all have been delivered once. */
  async sync(): Promise<void> {
    const types = new Map((await this.#client.types()).filter(isCollected).map((type) => [keyOf(type), type]))
    for (const [key, { version }] of [...this.#watches]) {
      const type = types.get(key)
      if (!type) this.#leaving.add(key)
      else if (type.version !== version) this.#drop(key)
    }
    for (const [key, type] of types) if (!this.#watches.has(key)) this.#watch(key, type)
    await Promise.all([...this.#watches.values()].map(({ synced }) => synced))
  }

  /** Ends all watches. */
  close(): void {
    this.#cancelRetry?.()
    for (const { subscription } of this.#watches.values()) subscription.unsubscribe()
    this.#watches.clear()
  }

  #watch(key: string, { verbs: _, ...type }: ServedType): void {
    const graph = this.#graph
    const { typesChanged, startedAnew, onError } = this.#options
    const caughtUp = this.#client.activity.begin()
    let markSynced = () => {}
    const synced = new Promise<void>((resolve) => {
      markSynced = resolve
    })
    const isDefinitions = type.resource === DEFINITIONS
    /** Uids delivered since the watch restarted. */
    let told: Set<string> | undefined
    const end = () => {
      caughtUp()
      markSynced()
    }
    const subscription = this.#client
      .resource(type)
      .watch({ initial: 'stream', metadataOnly: true })
      .subscribe({
        next(event) {
          switch (event.type) {
            case 'RESTARTED':
              told = new Set()
              startedAnew()
              return
            case 'SYNCED':
              for (const { uid } of [...graph.of(type)]) if (told && !told.has(uid)) graph.remove(uid)
              told = undefined
              return end()
            case 'BOOKMARK':
              return
            case 'DELETED':
              graph.remove(event.object.metadata.uid ?? '')
              break
            default:
              told?.add(event.object.metadata.uid ?? '')
              graph.put(type, event.object)
          }
          if (isDefinitions) typesChanged()
        },
        error: (error: unknown) => {
          end()
          const isLeaving = this.#leaving.has(key)
          this.#drop(key)
          // A type is removed with its definition, and its watch ends.
          if (!isNotFound(error)) onError(error)
          // The type may be served again under the same name.
          if (isLeaving) return typesChanged()
          this.#cancelRetry?.()
          this.#cancelRetry = this.#client.clock.setTimeout(typesChanged, RETRY_MS)
        },
        complete: end,
      })
    subscription.add(end)
    if (!subscription.closed) this.#watches.set(key, { version: type.version, subscription, synced })
  }

  #drop(key: string): void {
    this.#leaving.delete(key)
    this.#watches.get(key)?.subscription.unsubscribe()
    if (this.#watches.delete(key)) this.#graph.loseSight(({ address }) => address !== undefined && keyOf(address.type) === key)
  }
}

const keyOf = ({ group, resource }: Pick<ResourceType, 'group' | 'resource'>): string => `${resource}.${group}`

/** Events are numerous, and expire. */
const isCollected = ({ resource, verbs }: ServedType): boolean =>
  resource !== 'events' && ['list', 'watch', 'delete'].every((verb) => verbs.includes(verb))
