/**
 * Follows the commits of all replicas: one etcd watch, reopened where it broke off.
 *
 * @module
 */

import { sameBytes } from '../../meta/index.js'
import type { StorageChange } from '../storage.js'
import type { Connection } from './connection.js'
import { isCompacted } from './failures.js'
import type { EtcdKeys } from './keys.js'
import type { EtcdPosition } from './loader.js'
import type { EtcdSettings } from './options.js'
import type { EtcdClient, WatchEvent, WatchResponse, WatchStream, WireKeyValue } from './wire.js'

/** Delays before the next attempt, in milliseconds: the first, and the longest. */
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000
/** Maximum delay of expected events before the watch is considered dead, in milliseconds. */
const LAGGING_AFTER_MS = 1_000
/** The error of a silent watch. */
const SILENT = '14 UNAVAILABLE: the watch is silent'

/** Dependencies of a follower. */
export interface FollowerOptions {
  readonly connection: Connection
  readonly keys: EtcdKeys
  readonly settings: EtcdSettings
  /** What the listener has already. */
  readonly from: EtcdPosition
  readonly listener: (change: StorageChange) => void
  /** Called when the listener has to load again: what it misses is compacted, or etcd does not have what it has. */
  readonly onLost: (cause: 'compacted' | 'restored') => void
  /** Called with the name of each commit, and its revision; returns the value for a commit of this engine. */
  readonly onCommit: (name: Uint8Array, revision: number) => Uint8Array | undefined
  /** Called when a key has a lease. */
  readonly onLease: () => void
}

interface Waiter {
  readonly revision: number
  readonly finish: (reached: boolean) => void
}

/** One listener's position in the sequence of commits. */
export class Follower {
  /** All up to this revision has been reported. */
  heard: number
  /** The newest revision that was reported, or known from the start. */
  reported: number
  readonly #options: FollowerOptions
  readonly #waiters = new Set<Waiter>()
  #watch: { readonly client: EtcdClient; readonly stream: WatchStream } | undefined
  /** Counts attempts to open a watch, so that one that opens late is recognized as superseded. */
  #attempt = 0
  /** Number of consecutive failed attempts. */
  #failures = 0
  #cancelPause: (() => void) | undefined
  #ended = false
  /** The newest value of `last`: whether etcd still has it at its revision shows whether the history is the same. */
  #last: Pick<WireKeyValue, 'value' | 'mod_revision'> | undefined

  /** @param options - Start and callbacks. */
  constructor(options: FollowerOptions) {
    this.#options = options
    this.heard = options.from.revision
    this.reported = options.from.revision
    this.#last = options.from.last
    this.#open().catch(() => this.#reopen())
  }

  /**
   * Waits until all up to a revision has been reported.
   *
   * @param revision - A revision that etcd has reached, with a commit or at least a write below the prefix.
   * @param timeoutMs - Time limit.
   * @returns False after the time limit, or when the follower has ended.
   */
  reach(revision: number, timeoutMs: number): Promise<boolean> {
    if (revision <= this.heard) return Promise.resolve(true)
    if (this.#ended) return Promise.resolve(false)
    const { connection, settings } = this.#options
    const { clock } = settings
    // Calls have switched to another member after a failure, so the watch follows.
    if (this.#watch && this.#watch.client !== connection.client) this.#reopen()
    const { heard } = this
    const watch = this.#watch
    return new Promise((resolve) => {
      const cancels = [
        clock.setTimeout(() => waiter.finish(false), timeoutMs),
        clock.setTimeout(
          () => {
            // The watch has missed a change: its member lags, or is partitioned.
            if (watch && this.#watch === watch && this.heard === heard) this.#broken(watch.client, new Error(SILENT))
          },
          Math.min(LAGGING_AFTER_MS, settings.timeoutMs / 2),
        ),
      ]
      const waiter: Waiter = {
        revision,
        finish: (reached) => {
          for (const cancel of cancels) cancel()
          this.#waiters.delete(waiter)
          resolve(reached)
        },
      }
      this.#waiters.add(waiter)
    })
  }

  /** Asks etcd to say up to which revision everything was sent, for {@link Follower.reach} where nothing has changed. */
  askProgress(): void {
    this.#watch?.stream.write({ progress_request: {} })
  }

  /** Ends the follower. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#cancelPause?.()
    this.#drop()
    for (const waiter of [...this.#waiters]) waiter.finish(false)
  }

  async #open(): Promise<void> {
    this.#attempt += 1
    const attempt = this.#attempt
    const { connection } = this.#options
    const isSameHistory = await this.#isSameHistory()
    if (this.#ended || attempt !== this.#attempt) return
    if (!isSameHistory) return this.#lose('restored')
    const { client } = connection
    const stream = await client.watchClient.watch()
    const isOurs = () => this.#watch?.stream === stream
    if (!this.#ended && attempt === this.#attempt) this.#watch = { client, stream }
    const broken = (error: Error) => {
      if (isOurs()) this.#broken(client, error)
    }
    stream.on('data', (response) => {
      if (isOurs()) this.#take(client, response)
    })
    stream.on('error', broken)
    stream.on('end', () => broken(new Error(SILENT)))
    if (!isOurs()) return stream.cancel()
    this.#watchFrom(stream)
  }

  /**
   * Whether etcd still has what the listener has. Commits have etcd's revisions: if its revision is lower, or the newest commit
   * is another one, its data was restored or created anew.
   */
  async #isSameHistory(): Promise<boolean> {
    const { connection, keys, from } = this.#options
    const known = Math.max(this.heard, from.readAt)
    // This request also renews the token of a user, which a watch does not.
    const { header, kvs } = await connection.read(({ kv }) => kv.range({ key: keys.last }))
    if (Number(header.revision) < known) return false
    const [newest] = kvs
    const last = this.#last
    if (!last) return true
    const held = Number(newest?.mod_revision ?? 0) > known ? await this.#lastAt(known) : newest
    return held !== undefined && held.mod_revision === last.mod_revision && sameBytes(held.value, last.value)
  }

  /** The value of `last` at a past revision; undefined if that is compacted. */
  async #lastAt(revision: number): Promise<WireKeyValue | undefined> {
    const { connection, keys } = this.#options
    try {
      const { kvs } = await connection.read(({ kv }) => kv.range({ key: keys.last, revision }))
      return kvs[0]
    } catch (error) {
      if (!isCompacted(error)) throw error
      return undefined
    }
  }

  /** Watches from the first revision that was not heard, with notifications of progress where nothing changes. */
  #watchFrom(stream: WatchStream): void {
    stream.write({ create_request: { ...this.#options.keys.all, start_revision: this.heard + 1, progress_notify: true } })
  }

  #take(client: EtcdClient, response: WatchResponse): void {
    if (response.canceled) {
      if (Number(response.compact_revision) > 0) this.#skip()
      else this.#broken(client, new Error(`14 UNAVAILABLE: ${response.cancel_reason}`))
      return
    }
    this.#failures = 0
    this.#report(response.events)
    // Others may compact beyond the newest revision of our keys. A watch that is reopened must not ask for what is gone.
    if (response.events.length === 0 && !response.created) this.#hear(Number(response.header.revision))
  }

  /** Continues where the listener's state was read, if only revisions before that are compacted. */
  #skip(): void {
    const { readAt } = this.#options.from
    const stream = this.#watch?.stream
    if (stream && this.heard < readAt) {
      this.#hear(readAt)
      this.#watchFrom(stream)
    } else this.#lose('compacted')
  }

  /** All up to a revision has been reported. */
  #hear(revision: number): void {
    if (revision <= this.heard) return
    this.heard = revision
    for (const waiter of this.#waiters) if (waiter.revision <= revision) waiter.finish(true)
  }

  /** Reports the events of a response, those of one revision together. */
  #report(events: readonly WatchEvent[]): void {
    let commit: WatchEvent[] = []
    for (const [at, event] of events.entries()) {
      commit.push(event)
      const revision = event.kv.mod_revision
      if (events[at + 1]?.kv.mod_revision === revision) continue
      if (!this.#reportCommit(commit, Number(revision))) return
      commit = []
    }
  }

  /** Reports a revision: the changes of keys, and the name of the commit, which writes of other programs lack. */
  #reportCommit(events: readonly WatchEvent[], revision: number): boolean {
    const { keys, listener, onCommit, onLease } = this.#options
    const last = events.find(({ type, kv }) => type === 'Put' && keys.isLast(kv.key))?.kv
    const name = last?.value
    // A copy, as the value is a view of the whole message.
    if (last) this.#last = { mod_revision: last.mod_revision, value: new Uint8Array(last.value) }
    const isCommitted = name !== undefined && name.length > 0
    // The committed array itself if it was committed here: the store recognizes that array.
    const own = isCommitted ? onCommit(name, revision) : undefined
    let latest: StorageChange | undefined
    for (const { type, kv } of events) {
      if (kv.lease !== '0') onLease()
      const key = keys.decode(kv.key)
      if (key === undefined) continue
      if (latest && !this.#ended) listener({ ...latest, isPartial: true })
      latest = { key, revision, value: type === 'Put' ? (own ?? kv.value) : undefined, isCommitted }
    }
    if (this.#ended) return false
    if (latest) {
      this.reported = revision
      listener(latest)
    }
    if (this.#ended) return false
    this.#hear(revision)
    return true
  }

  #broken(client: EtcdClient, error: Error): void {
    this.#options.connection.failed(client, error)
    this.#reopen()
  }

  /** Opens another watch after a delay that grows with the failures, with jitter. */
  #reopen(): void {
    this.#drop()
    if (this.#ended || this.#cancelPause) return
    const { clock, random } = this.#options.settings
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 10)
    const share = (random.bytes(1)[0] ?? 0) / 255
    this.#cancelPause = clock.setTimeout(
      () => {
        this.#cancelPause = undefined
        this.#open().catch(() => this.#reopen())
      },
      longest * (0.5 + share / 2),
    )
  }

  #lose(cause: 'compacted' | 'restored'): void {
    if (this.#ended) return
    this.end()
    this.#options.onLost(cause)
  }

  #drop(): void {
    const watch = this.#watch
    this.#watch = undefined
    this.#attempt += 1
    // A cancelled stream reports an error, which has no handler any more.
    watch?.stream.cancel()
  }
}
