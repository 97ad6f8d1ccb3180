/**
 * State that all clients of a workload share.
 */

import type { Recorder } from '../history/history.js'
import type { Api } from './api.js'

export interface SceneSizes {
  /** Number of objects that the writers share. */
  readonly keys: number
  /** Bytes of padding in each object. */
  readonly padding: number
  /** Pause of a writer between two writes, in milliseconds. */
  readonly thinkMs: number
}

export interface Scene extends SceneSizes {
  readonly api: Api
  readonly recorder: Recorder
  /** Pseudo-random numbers from 0 to 1, determined by the seed. */
  readonly random: () => number
  /** Stops writers and readers. */
  readonly stop: AbortSignal
  readonly counts: Counts
  /** The newest revision that any client has seen. */
  newest: number
  /** Recently seen revisions. */
  readonly recent: number[]
}

export interface Counts {
  /** Acknowledged writes so far. */
  acknowledged: number
  /** Requests without a response, or with one that asks to retry later. */
  failed: number
  /** Expired revisions: 410 to a watch, a page or an exact read. */
  expired: number
  /** Opened watch streams. */
  watches: number
}

const RECENT = 64
const PAUSE_MS = 20

export const pause = (ms = PAUSE_MS) => new Promise((resolve) => setTimeout(resolve, ms))
export const pick = ({ random, keys }: Scene): string => `k${Math.floor(random() * keys)}`

/** Records a revision that a client has seen. */
export function noteRevision(scene: Scene, revision: number): void {
  scene.newest = Math.max(scene.newest, revision)
  scene.recent.push(revision)
  if (scene.recent.length > RECENT) scene.recent.shift()
}

/** Picks a value at random, by weights. */
export function choose<T>(random: () => number, options: readonly (readonly [weight: number, option: T])[]): T {
  let left = random() * options.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, option] of options) {
    left -= weight
    if (left < 0) return option
  }
  return (options.at(-1) as readonly [number, T])[1]
}

/** Pseudo-random numbers from 0 to 1, determined by the seed (constants of Numerical Recipes). */
export function lcg(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
