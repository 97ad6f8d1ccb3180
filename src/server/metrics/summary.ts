/**
 * Summaries: quantiles of the durations of the last hours, in bounded memory.
 *
 * @module
 */

import type { Labels } from './series.js'

/** The quantiles that Kubernetes shows by default. */
const QUANTILES = [0.5, 0.9, 0.99] as const

/** Durations count in quantiles for five hours, as in Kubernetes; the oldest hour goes when a new one begins. */
const HOUR_MS = 3_600_000
const HOURS = 5

/** Durations are distinguished by 5 %, from half a millisecond to two hours. */
const LEAST_SECONDS = 0.0005
const GROWTH = Math.log(1.05)
const MAX_BUCKET = 338

/** One series of a summary of durations. */
export class SummarySeries {
  readonly labels: Labels
  sum = 0
  count = 0
  /** How often each duration came, by hour; the newest hour last. */
  readonly #hours: { readonly hour: number; readonly counts: Map<number, number> }[] = []

  constructor(labels: Labels) {
    this.labels = labels
  }

  /**
   * Adds one observation.
   *
   * @param seconds - The duration.
   * @param nowMs - The time.
   */
  observe(seconds: number, nowMs: number): void {
    this.sum += seconds
    this.count += 1
    const { counts } = this.#hourAt(nowMs)
    const bucket = seconds < LEAST_SECONDS ? 0 : Math.min(1 + Math.round(Math.log(seconds / LEAST_SECONDS) / GROWTH), MAX_BUCKET)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }

  /**
   * The quantiles of the last hours, in seconds; NaN where nothing was observed in these.
   *
   * @param nowMs - The time.
   */
  quantiles(nowMs: number): readonly (readonly [quantile: number, seconds: number])[] {
    this.#forgetBefore(hourOf(nowMs) - HOURS + 1)
    const all = new Map<number, number>()
    for (const { counts } of this.#hours) for (const [bucket, n] of counts) all.set(bucket, (all.get(bucket) ?? 0) + n)
    const buckets = [...all].sort(([a], [b]) => a - b)
    const total = buckets.reduce((sum, [, n]) => sum + n, 0)
    return QUANTILES.map((quantile) => {
      let left = quantile * total
      const found = buckets.find(([, n]) => {
        left -= n
        return left <= 0
      })
      return [quantile, found ? secondsOf(found[0]) : Number.NaN]
    })
  }

  #hourAt(nowMs: number): { readonly counts: Map<number, number> } {
    const hour = hourOf(nowMs)
    const newest = this.#hours.at(-1)
    if (newest && newest.hour >= hour) return newest
    this.#forgetBefore(hour - HOURS + 1)
    const made = { hour, counts: new Map<number, number>() }
    this.#hours.push(made)
    return made
  }

  #forgetBefore(hour: number): void {
    while (this.#hours[0] && this.#hours[0].hour < hour) this.#hours.shift()
  }
}

const hourOf = (nowMs: number): number => Math.floor(nowMs / HOUR_MS)

const secondsOf = (bucket: number): number => (bucket === 0 ? 0 : LEAST_SECONDS * Math.exp((bucket - 1) * GROWTH))
