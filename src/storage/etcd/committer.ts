/**
 * Commits: one transaction each, and resolving the outcome of one whose answer was lost.
 *
 * A transaction also writes the name of the commit, so that the followers learn whether it was made. One that changes or removes
 * a key can be sent again while its outcome is unknown: it compares the key's revision, so it is made at most once. One that
 * creates a key cannot, as another writer may remove the key between the two attempts.
 *
 * An etcd whose quota is used up refuses every transaction that writes, be it a name, but takes deletions: those get through
 * without a name.
 *
 * @module
 */

import { storedTooLarge } from '../../meta/index.js'
import { outcomeUnknown } from '../refusals.js'
import type { CommitRequest, CommitResult } from '../storage.js'
import type { Connection } from './connection.js'
import { isOutOfSpace, judge } from './failures.js'
import type { Follower } from './follower.js'
import type { EtcdKeys } from './keys.js'
import type { EtcdSettings } from './options.js'
import type { Operation, TransactionRequest } from './wire.js'

/** Upper bound in bytes of a transaction's size without the value and the key, which it contains twice. */
const OVERHEAD_BYTES = 512
/** Attempts of a commit whose outcome is unknown. */
const MAX_ATTEMPTS = 3
const NAME_BYTES = 8

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const CONFLICT: CommitResult = { outcome: 'conflict' }

/** A commit in progress. */
interface Pending {
  readonly value: Uint8Array | undefined
  /** Revision at which the followers received it. */
  revision?: number
}

/** Dependencies of the committer. */
export interface CommitterOptions {
  readonly connection: Connection
  readonly keys: EtcdKeys
  readonly settings: EtcdSettings
  readonly followers: ReadonlySet<Follower>
}

/** Makes the commits of one engine. */
export class Committer {
  readonly #options: CommitterOptions
  /** Commits in progress, by name. */
  readonly #pending = new Map<string, Pending>()
  readonly #self: string
  #count = 0

  /** @param options - Connection, keys, and the followers. */
  constructor(options: CommitterOptions) {
    this.#options = options
    this.#self = Array.from(options.settings.random.bytes(NAME_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  /**
   * Makes a commit.
   *
   * @throws ApiError 413, 503, 504 or 507.
   */
  async commit({ key, expectedRevision, value, lifetimeSeconds }: CommitRequest): Promise<CommitResult> {
    if (value === undefined && expectedRevision === 0) return CONFLICT
    const { connection, keys, settings } = this.#options
    const at = keys.encode(key)
    const bytes = 2 * at.length + (value?.length ?? 0)
    const limit = settings.maxRequestBytes - OVERHEAD_BYTES
    if (bytes > limit) throw storedTooLarge(bytes, limit)
    await connection.ready(({ kv }) => kv.range({ key: keys.last }))
    const lease = value && lifetimeSeconds !== undefined ? await this.#grant(lifetimeSeconds) : undefined
    this.#count += 1
    const name = `${this.#self}-${this.#count}`
    const change: Operation = value
      ? { request_put: { key: at, value, ...(lease !== undefined && { lease }) } }
      : { request_delete_range: { key: at } }
    const compare = [{ key: at, result: 'Equal', target: 'Mod', mod_revision: expectedRevision }] as const
    this.#pending.set(name, { value })
    try {
      const naming: Operation = { request_put: { key: keys.last, value: encoder.encode(name) } }
      const result = await this.#make(name, expectedRevision === 0, { compare, success: [change, naming] })
      if (result.outcome === 'conflict' && lease !== undefined) this.#revoke(lease)
      return result
    } catch (error) {
      if (value || !isOutOfSpace(error)) throw error
      return await this.#make(undefined, false, { compare, success: [change] })
    } finally {
      this.#pending.delete(name)
    }
  }

  /**
   * Call it with each commit that a follower receives.
   *
   * @returns The value, if the commit is one of ours.
   */
  heard(name: Uint8Array, revision: number): Uint8Array | undefined {
    // Most commits are those of other replicas.
    if (this.#pending.size === 0) return undefined
    const pending = this.#pending.get(decoder.decode(name))
    if (pending) pending.revision = revision
    return pending?.value
  }

  async #make(name: string | undefined, isCreation: boolean, request: TransactionRequest): Promise<CommitResult> {
    const { clock, timeoutMs } = this.#options.settings
    const end = clock.now() + 2 * timeoutMs
    let isDoubtful = false
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#options.connection.once(({ kv }) => kv.txn(request)).catch(judge)
      if ('header' in answer) {
        if (answer.succeeded) return this.#reported(Number(answer.header.revision))
        // The change of the key may be an earlier attempt of this commit.
        return isDoubtful ? this.#find(name, CONFLICT) : CONFLICT
      }
      isDoubtful ||= !answer.isCertain
      const isLast = !answer.isPassing || attempt === MAX_ATTEMPTS || clock.now() >= end
      if (!isDoubtful && isLast) throw answer.error
      if (isDoubtful && (isLast || isCreation)) return this.#find(name, undefined, answer.error)
    }
  }

  /** Waits until the followers have received a commit. */
  async #reported(revision: number): Promise<CommitResult> {
    const { followers, settings } = this.#options
    for (const follower of [...followers]) {
      const isReported = revision <= follower.heard || (await follower.reach(revision, settings.timeoutMs))
      // A follower that ended meanwhile, because it was reset or stopped, is not awaited.
      if (!isReported && followers.has(follower)) throw outcomeUnknown()
    }
    return { outcome: 'committed', revision }
  }

  /**
   * Resolves whether a commit was made, from the name of the newest commit and the followers' changes up to it.
   *
   * @param name - Its name; of a commit without one nothing can be found.
   * @param otherwise - The outcome if it was not made; undefined when it may still be made.
   * @param cause - Why the outcome is unknown.
   * @throws ApiError 504 when the outcome cannot be determined.
   */
  async #find(name: string | undefined, otherwise: CommitResult | undefined, cause?: unknown): Promise<CommitResult> {
    if (name === undefined) throw outcomeUnknown(cause)
    const { connection, keys, followers, settings } = this.#options
    const newest = await connection.read(({ kv }) => kv.range({ key: keys.last })).catch(() => undefined)
    const last = newest?.kvs[0]
    if (!last) throw outcomeUnknown(cause)
    const end = Number(last.mod_revision)
    if (decoder.decode(last.value) === name) return this.#reported(end)
    const [follower] = followers
    const isKnown = follower !== undefined && (await follower.reach(end, settings.timeoutMs))
    const made = this.#pending.get(name)?.revision
    if (made !== undefined) return this.#reported(made)
    if (isKnown && otherwise) return otherwise
    throw outcomeUnknown(cause)
  }

  /** A lease for one key alone: etcd removes all keys of a lease in one revision, and each removal needs its own. */
  async #grant(lifetimeSeconds: number): Promise<string> {
    const { ID } = await this.#options.connection.read(({ leaseClient }) =>
      leaseClient.leaseGrant({ TTL: Math.max(1, Math.ceil(lifetimeSeconds)) }),
    )
    return ID
  }

  /** Revokes an unused lease in the background; if that fails it expires by itself. */
  #revoke(lease: string): void {
    this.#options.connection.once(({ leaseClient }) => leaseClient.leaseRevoke({ ID: lease })).catch(() => {})
  }
}
