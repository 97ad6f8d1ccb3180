/**
 * Clients that write, read and watch a few ConfigMaps over HTTP, and record the results. They continue during all faults: a
 * failed request is recorded with unknown outcome, and another one follows.
 */

import { type HistoryRecord, Recorder } from '../history/history.js'
import { Api, type ApiOptions } from './api.js'
import { readList, runReader } from './reader.js'
import { type Counts, lcg, pause, type Scene, type SceneSizes } from './scene.js'
import { Watcher } from './watcher.js'
import { runWriter, write } from './writer.js'

export interface WorkloadOptions extends Omit<ApiOptions, 'timeoutMs'>, Partial<SceneSizes> {
  readonly writers: number
  readonly readers: number
  readonly watchers: number
  readonly keys: number
  /** Seed of the random choices. */
  readonly seed: number
  /** Request timeout, in milliseconds. */
  readonly timeoutMs?: number
}

/** Maximum attempts at the end, when there are no faults any more. */
const MAX_TRIES = 500
/** Time for watchers to catch up at the end, in milliseconds. */
const CATCH_UP_MS = 20_000

/** Age of revisions from which a watch must be able to start: less than the five minutes of history that a plane keeps. */
const MEMORY_MS = 240_000

/** A workload that runs until it is stopped. */
export class Workload {
  readonly recorder = new Recorder()
  readonly #options: WorkloadOptions
  readonly #scene: Scene
  readonly #stop = new AbortController()
  readonly #tasks: Promise<void>[] = []
  readonly #watchers: Watcher[] = []
  /** The newest revision at several times; a watch of the whole history starts at the first of them. */
  #marks: { readonly at: number; readonly revision: number }[] = []
  /** The error of a client, for bugs in the client. */
  #failure: unknown

  constructor(options: WorkloadOptions) {
    const { seed, keys, padding = 0, thinkMs = 0, timeoutMs = 5_000 } = options
    this.#options = options
    const api = new Api({ ...options, timeoutMs }, this.recorder)
    const counts: Counts = { acknowledged: 0, failed: 0, expired: 0, watches: 0 }
    const { signal: stop } = this.#stop
    this.#scene = { api, recorder: this.recorder, random: lcg(seed), stop, counts, keys, padding, thinkMs, newest: 0, recent: [] }
  }

  get records(): readonly HistoryRecord[] {
    return this.recorder.records
  }

  get counts(): Readonly<Counts> {
    return this.#scene.counts
  }

  /** Starts all clients. Watchers start from the empty collection, so that they receive all changes. */
  async start(): Promise<void> {
    const start = await this.#newest()
    this.#marks = [{ at: performance.now(), revision: start }]
    const { writers, readers, watchers } = this.#options
    for (let i = 0; i < watchers; i++) this.#watch(start)
    for (let i = 0; i < writers; i++) this.#add(runWriter(this.#scene))
    for (let i = 0; i < readers; i++) this.#add(runReader(this.#scene))
  }

  /** Resolves after a number of further acknowledged writes. */
  async more(writes: number): Promise<void> {
    const goal = this.counts.acknowledged + writes
    while (this.counts.acknowledged < goal) {
      if (this.#failure) throw this.#failure
      await pause(5)
    }
    this.#mark()
  }

  /**
   * Stops reads and writes, and makes a last write that every watcher has to receive: the existing ones, and a new one that
   * starts at the oldest available revision. Then reads the final state.
   */
  async finish(): Promise<void> {
    this.#stop.abort()
    const [watching, others] = [this.#tasks.splice(0, this.#watchers.length), this.#tasks.splice(0)]
    await Promise.all(others)
    this.#watch(this.#mark())
    const goal = await untilDone(async () => {
      const outcome = await write(this.#scene, 'end', 'apply', 'any')
      return outcome.kind === 'ok' ? outcome.revision : undefined
    })
    for (const watcher of this.#watchers) watcher.finish(goal)
    const late = setTimeout(() => {
      for (const watcher of this.#watchers) watcher.giveUp()
    }, CATCH_UP_MS)
    await Promise.all([...watching, ...this.#tasks])
    clearTimeout(late)
    await this.#newest()
  }

  /** Records the newest revision; returns the oldest recorded one that the servers still have. */
  #mark(): number {
    const at = performance.now()
    const last = this.#marks.at(-1)
    if (last && at - last.at > 10_000) this.#marks.push({ at, revision: this.#scene.newest })
    this.#marks = this.#marks.filter((mark) => at - mark.at < MEMORY_MS)
    return this.#marks[0]?.revision ?? this.#scene.newest
  }

  #watch(from: number): void {
    const watcher = new Watcher(this.#scene, from)
    this.#watchers.push(watcher)
    this.#add(watcher.run())
  }

  #add(task: Promise<void>): void {
    task.catch((error: unknown) => {
      this.#failure ??= error
    })
    this.#tasks.push(task)
  }

  #newest(): Promise<number> {
    return untilDone(async () => {
      const revision = await readList(this.#scene, { kind: 'mostRecent' })
      return revision === 'failed' ? undefined : revision
    })
  }
}

async function untilDone<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const result = await attempt()
    if (result !== undefined) return result
    await pause()
  }
  throw new Error('the server did not come back')
}
