/**
 * The indexes of Indexed Jobs, as text such as `1,3-5`.
 *
 * @module
 */

/** First and last index of an interval. */
type Interval = readonly [first: number, last: number]

/** Indexes that were read, or what is wrong with their text. */
export interface JobIndexes {
  /** The intervals, in increasing order; none when there is a fault. */
  readonly intervals: readonly Interval[]
  /** How many indexes they are. */
  readonly total: number
  readonly fault?: string
}

/**
 * Reads indexes from text: increasing intervals, separated by commas.
 *
 * @param text - The text; an empty one has no indexes.
 * @param completions - How many indexes the job has.
 */
export function parseJobIndexes(text: string, completions: number): JobIndexes {
  const intervals: Interval[] = []
  for (const fragment of text === '' ? [] : text.split(',')) {
    const interval = parseInterval(fragment, completions)
    const fault = typeof interval === 'string' ? interval : decrease(intervals.at(-1)?.[1], interval[0])
    if (fault !== undefined) return { intervals: [], total: 0, fault }
    intervals.push(interval as Interval)
  }
  return { intervals, total: intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0) }
}

/** The first index that is in both, if there is one. */
export function firstSharedIndex(one: JobIndexes, other: JobIndexes): number | undefined {
  let [i, j] = [0, 0]
  for (;;) {
    const [left, right] = [one.intervals[i], other.intervals[j]]
    if (!left || !right) return undefined
    if (left[0] <= right[1] && right[0] <= left[1]) return Math.max(left[0], right[0])
    if (left[1] < right[0]) i += 1
    else j += 1
  }
}

const decrease = (previous: number | undefined, current: number): string | undefined =>
  previous !== undefined && previous >= current ? `non-increasing order, previous: ${previous}, current: ${current}` : undefined

function parseInterval(fragment: string, completions: number): Interval | string {
  const limits = fragment.split('-', 3)
  if (limits.length > 2)
    return `the fragment "${fragment}" violates the requirement that an index interval can have at most two parts separated by '-'`
  for (const limit of limits) {
    if (!/^\+?\d+$/.test(limit)) return `cannot convert string to integer for index: "${limit}"`
    if (Number(limit) >= completions) return `too large index: "${limit}"`
  }
  const [first = 0, last = first] = limits.map(Number)
  return (limits.length === 2 ? decrease(first, last) : undefined) ?? [first, last]
}
