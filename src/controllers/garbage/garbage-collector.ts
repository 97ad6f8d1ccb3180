/**
 * Garbage collection by owner references: background, foreground and orphan.
 *
 * @module
 */

import { type Client, type Controller, isConflict, isNotFound, leadOrWork, WorkQueue } from '../../client/index.js'
import { check, notify } from '../../meta/index.js'
import { type ControlLoopOptions, checkLoop, untilDone } from '../client-loop.js'
import { type Collection, collect } from './collect.js'
import { OwnerGraph } from './owner-graph.js'
import { Owners } from './owners.js'
import { TypeWatches } from './type-watches.js'

/** Options of {@link createGarbageCollector}. */
export interface GarbageCollectorOptions extends ControlLoopOptions {
  /** Number of objects processed concurrently. Default 20. */
  readonly concurrency?: number
}

/** Key of the work item for types, which belongs to no object; no uid is empty. */
const TYPES = ''

/**
 * Deletes objects whose owners are deleted, of all served types, custom ones included, but not Events.
 *
 * - Background deletion, the default: dependents are deleted when their last owner is.
 * - Foreground deletion: the owner waits for dependents that block its deletion.
 * - Orphaning: dependents lose their references and stay.
 *
 * An owner is identified by kind, name and uid. One in another namespace does not count, and a Warning Event reports it.
 *
 * @param client - A client of the plane; may read, change and delete everything.
 * @param options - Leader election, concurrency.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createGarbageCollector(client: Client, options: GarbageCollectorOptions = {}): Controller {
  checkLoop('createGarbageCollector', client, options, { checks: { concurrency: check.amount } })
  return new GarbageCollector(client, options)
}

class GarbageCollector implements Controller {
  readonly synced: Promise<void>
  readonly #client: Client
  readonly #options: GarbageCollectorOptions
  readonly #stopped = new AbortController()
  readonly ended: Promise<void>
  #reportSynced: () => void = () => {}

  constructor(client: Client, options: GarbageCollectorOptions) {
    this.#client = client
    this.#options = options
    this.synced = new Promise((resolve) => {
      this.#reportSynced = resolve
    })
    const signal = AbortSignal.any([client.closed, this.#stopped.signal])
    const work = (term: AbortSignal) => this.#work(term)
    this.ended = leadOrWork(options, work, signal)
    this.ended.catch((error: unknown) => this.#report(error))
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.ended.catch(() => {})
  }

  /** One term as leader. */
  async #work(signal: AbortSignal): Promise<void> {
    const client = this.#client
    const queue = new WorkQueue(client)
    const look = (uid: string) => queue.add(uid)
    const graph = new OwnerGraph(look)
    const onError = (error: unknown) => this.#report(error)
    const owners = new Owners(client, graph, onError)
    const withTypes = new Set<string>()
    const watches = new TypeWatches(client, graph, {
      typesChanged: () => queue.add(TYPES),
      startedAnew: () => owners.forget(),
      onError,
    })
    const collection: Collection = { client, graph, owners, look, lookWithTypes: (uid) => withTypes.add(uid) }
    const end = () => {
      queue.close()
      watches.close()
    }
    signal.addEventListener('abort', end)
    const syncTypes = async () => {
      await watches.sync()
      const waiting = [...withTypes]
      withTypes.clear()
      for (const uid of waiting) look(uid)
    }
    const first = client.activity.begin()
    try {
      // Objects that were not yet delivered may be owners.
      await untilDone(client, syncTypes, signal, (error) => this.#report(error, TYPES))
      if (signal.aborted) return
      this.#reportSynced()
      first()
      const work = (uid: string) => (uid === TYPES ? syncTypes() : collect(collection, uid))
      const { concurrency = 20 } = this.#options
      await Promise.all(Array.from({ length: concurrency }, () => this.#worker(queue, work, signal)))
    } finally {
      first()
      signal.removeEventListener('abort', end)
      end()
    }
  }

  #report(error: unknown, key = ''): void {
    notify('onError', this.#options.onError, error, key)
  }

  async #worker(queue: WorkQueue, work: (uid: string) => Promise<void>, signal: AbortSignal): Promise<void> {
    for (let uid = await queue.take(); uid !== undefined; uid = await queue.take()) {
      try {
        await work(uid)
        queue.forget(uid)
      } catch (error) {
        // The next term processes what this one left undone.
        if (signal.aborted) return
        // If the object was deleted or changed meanwhile, it is processed again.
        queue.retry(uid)
        if (!isConflict(error) && !isNotFound(error)) this.#report(error, uid)
      }
      queue.done(uid)
    }
  }
}
