/**
 * What all clients of a workload share.
 */

import type { Recorder } from '../history/history.js'
import type { Api } from './api.js'

export interface SceneSizes {
  /** How many objects the writers share. */
  readonly keys: number
  /** Bytes of filling in each object. */
  readonly padding: number
  /** Pause of a writer between two writes, in milliseconds. */
  readonly thinkMs: number
}

export interface Scene extends SceneSizes {
  readonly api: Api
  readonly recorder: Recorder
  /** Numbers from 0 to 1 that repeat with the seed. */
  readonly random: () => number
  /** Ends writers and readers. */
  readonly stop: AbortSignal
  readonly counts: Counts
  /** The newest revision that any client has seen. */
  newest: number
  /** Revisions that were shown lately. */
  readonly recent: number[]
}

export interface Counts {
  /** Writes that the server has acknowledged so far. */
  acknowledged: number
  /** Requests without an answer, or with one that says: not now. */
  failed: number
  /** Places that the server no longer knew: 410 to a watch, a page or an exact read. */
  expired: number
  /** Streams that were opened. */
  watches: number
}

const RECENT = 64
const PAUSE_MS = 20

export const pause = (ms = PAUSE_MS) => new Promise((resolve) => setTimeout(resolve, ms))
export const pick = ({ random, keys }: Scene): string => `k${Math.floor(random() * keys)}`

/** Takes note of a revision that a client was shown. */
export function noteRevision(scene: Scene, revision: number): void {
  scene.newest = Math.max(scene.newest, revision)
  scene.recent.push(revision)
  if (scene.recent.length > RECENT) scene.recent.shift()
}

/** Picks one of several by their weights. */
export function choose<T>(random: () => number, options: readonly (readonly [weight: number, option: T])[]): T {
  let left = random() * options.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, option] of options) {
    left -= weight
    if (left < 0) return option
  }
  return (options.at(-1) as readonly [number, T])[1]
}

/** Numbers from 0 to 1 that repeat with the seed (numerical recipes' constants). */
export function lcg(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
