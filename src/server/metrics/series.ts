/**
 * Counters and histograms as plain numbers: cheap enough for every request, turned into metrics at a scrape.
 *
 * @module
 */

/** Label values by label name. */
export type Labels = Readonly<Record<string, string>>

/** One series of a counter or gauge. */
export interface NumberSeries {
  readonly labels: Labels
  value: number
}

/** One series of a histogram. */
export interface HistogramSeries {
  readonly labels: Labels
  /** Upper bounds of the buckets, in the unit of the histogram. */
  readonly bounds: readonly number[]
  /** How many observations fell into each bucket, the one without an upper bound last; not cumulative. */
  readonly counts: number[]
  sum: number
}

/** Series of a counter or gauge, each of which is a line. */
const MAX_SERIES = 20_000
/** Series of a histogram or summary, each of which is up to twenty lines. */
const MAX_DISTRIBUTIONS = 2000

/** Upper bounds of the buckets of request durations, in seconds. */
const DURATION_BUCKETS: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6, 15, 30, 60]
/** Those of the sizes of answers, in bytes, as in Kubernetes. */
const SIZE_BUCKETS: readonly number[] = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/**
 * Series of one kind by their labels. There are never more than `maxSeries`: what comes after that shares one series
 * without labels, so that no client can make us grow.
 */
export class SeriesMap<T> {
  readonly #series = new Map<string, T>()
  readonly #create: (labels: Labels) => T
  readonly #maxSeries: number

  /**
   * @param create - Makes the series of labels that are new.
   * @param maxSeries - How many series there may be.
   */
  constructor(create: (labels: Labels) => T, maxSeries = MAX_SERIES) {
    this.#create = create
    this.#maxSeries = maxSeries
  }

  /**
   * Finds a series, or makes it.
   *
   * @param key - Text that is the same for the same labels.
   * @param labels - Makes the labels when the series is new.
   */
  at(key: string, labels: () => Labels): T {
    const known = this.#series.get(key)
    if (known) return known
    if (this.#series.size >= this.#maxSeries) return this.#overflow()
    const made = this.#create(labels())
    this.#series.set(key, made)
    return made
  }

  values(): Iterable<T> {
    return this.#series.values()
  }

  #overflow(): T {
    const known = this.#series.get('')
    if (known) return known
    const made = this.#create({})
    this.#series.set('', made)
    return made
  }
}

/** Makes an empty series of a counter or gauge. */
export const numberSeries = (labels: Labels): NumberSeries => ({ labels, value: 0 })

/**
 * Makes the series of a histogram, of which there are never more than 2,000.
 *
 * @param bounds - Upper bounds of the buckets.
 */
export const histogramSeries = (bounds: readonly number[]): SeriesMap<HistogramSeries> =>
  distributionSeries((labels) => ({ labels, bounds, counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 }))

/**
 * Makes the series of a histogram or summary, of which there are never more than 2,000.
 *
 * @param create - Makes the series of labels that are new.
 */
export const distributionSeries = <T>(create: (labels: Labels) => T): SeriesMap<T> => new SeriesMap(create, MAX_DISTRIBUTIONS)

/** Makes the series of a histogram of durations of requests. */
export const durationSeries = (): SeriesMap<HistogramSeries> => histogramSeries(DURATION_BUCKETS)

/** Makes the series of a histogram of the sizes of answers. */
export const sizeSeries = (): SeriesMap<HistogramSeries> => histogramSeries(SIZE_BUCKETS)

/**
 * Adds one observation to a histogram.
 *
 * @param series - The series.
 * @param value - A duration in seconds, or a size in bytes.
 */
export function observe(series: HistogramSeries, value: number): void {
  const { bounds, counts } = series
  let bucket = 0
  while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1
  counts[bucket] = (counts[bucket] as number) + 1
  series.sum += value
}
