/**
 * A client that has to receive every change: it watches, and resumes after each interruption. Sometimes it disconnects itself and
 * reconnects.
 */

import type { Seen, WatchRecordEvent } from '../history/history.js'
import type { WatchLine } from './api.js'
import { readList } from './reader.js'
import { noteRevision, pause, type Scene } from './scene.js'

/** Maximum number of events before a client disconnects. */
const LONGEST_STAY = 400

export class Watcher {
  readonly #scene: Scene
  /** All changes up to this revision were received. */
  #told: number
  /** The last revision that the watcher needs; it continues until that is set and reached. */
  #goal = Number.POSITIVE_INFINITY
  readonly #giveUp = new AbortController()

  constructor(scene: Scene, from: number) {
    this.#scene = scene
    this.#told = from
  }

  /** Watches until the goal is reached, or it is aborted. */
  async run(): Promise<void> {
    while (this.#told < this.#goal && !this.#giveUp.signal.aborted) {
      const isExpired = await this.#stream(`resourceVersion=${this.#told}`)
      if (isExpired) await this.#startAnew()
      else if (this.#told < this.#goal) await pause()
    }
  }

  /** Sets the commit that the watcher still has to receive. */
  finish(goal: number): void {
    this.#goal = goal
    if (this.#told >= goal) this.giveUp()
  }

  /** Aborts the watch. */
  giveUp(): void {
    this.#giveUp.abort()
  }

  /** The missed changes have expired: gets the current state with a list, or with a watch that sends initial events. */
  async #startAnew(): Promise<void> {
    this.#scene.counts.expired += 1
    if (this.#scene.random() < 0.5) {
      await this.#stream('sendInitialEvents=true&resourceVersionMatch=NotOlderThan')
      return
    }
    const revision = await readList(this.#scene, { kind: 'mostRecent' })
    if (revision !== 'failed') this.#told = Math.max(this.#told, revision)
  }

  /** Runs one stream; returns whether its revision has expired. */
  async #stream(query: string): Promise<boolean> {
    const { api, recorder, counts, random } = this.#scene
    const start = recorder.now()
    const stay = 1 + Math.floor(random() * LONGEST_STAY)
    let state: Seen[] | undefined = query.includes('sendInitialEvents') ? [] : undefined
    let from = this.#told
    let isExpired = false
    const events: WatchRecordEvent[] = []
    const take = (line: WatchLine) => {
      if (line.type === 'EXPIRED') isExpired = true
      else if (line.type === 'END_OF_STATE') {
        const { revision } = line
        recorder.add({
          type: 'list',
          freshness: { kind: 'mostRecent' },
          start,
          end: recorder.now(),
          revision,
          items: state ?? [],
        })
        state = undefined
        from = revision
        this.#told = revision
      } else if (state && line.type === 'ADDED') state.push(line.seen)
      else {
        events.push(line)
        this.#told = line.type === 'BOOKMARK' ? line.revision : line.seen.revision
        noteRevision(this.#scene, this.#told)
      }
    }
    const countIt = () => {
      counts.watches += 1
    }
    try {
      for await (const line of api.watch(`${query}&timeoutSeconds=60`, this.#giveUp.signal, countIt)) {
        take(line)
        if (events.length >= stay || this.#told >= this.#goal) break
      }
    } catch {
      // The stream was interrupted: the events received before count.
    }
    const isStuck = this.#giveUp.signal.aborted && this.#told < this.#goal && Number.isFinite(this.#goal)
    if (!state) recorder.add({ type: 'watch', from, events, ...(isStuck && { awaited: this.#goal }) })
    return isExpired
  }
}
