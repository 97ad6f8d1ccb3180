/**
 * The only file that imports prom-client: hands our plain numbers over. Loaded at the first scrape.
 *
 * @module
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry, Summary } from 'prom-client'
import { check, laterTurn } from '../../meta/index.js'
import type { HistogramSeries, NumberSeries } from './series.js'
import type { MetricPromise } from './stability.js'
import type { SummarySeries } from './summary.js'

/** A counter or a gauge: where its numbers come from. */
export interface NumberMetric extends MetricPromise {
  readonly type: 'counter' | 'gauge'
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly series: () => Iterable<Readonly<NumberSeries>>
}

/** A histogram of durations: where its numbers come from. */
export interface HistogramMetric extends MetricPromise {
  readonly type: 'histogram'
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly series: () => Iterable<Readonly<HistogramSeries>>
}

/** A summary of durations: where its numbers come from. */
export interface SummaryMetric extends MetricPromise {
  readonly type: 'summary'
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly series: () => Iterable<SummarySeries>
  /** The time at which quantiles are asked for, in milliseconds. */
  readonly now: () => number
}

/** Any metric. */
export type PlaneMetric = NumberMetric | HistogramMetric | SummaryMetric

/** Metrics as text. */
export interface Exposition {
  readonly contentType: string
  /** Reads all the numbers and writes them. */
  write(): Promise<string>
  /** Removes the metrics from the registry, which then can take those of another plane. */
  remove(): void
}

/** Further metrics, and the registry. */
export interface ExpositionOptions {
  /** A registry of prom-client that holds other metrics as well; one of its own by default. */
  readonly registry?: MetricsRegistry | undefined
  /** Whether those of the process are shown: processor time, memory, event loop, garbage collection. Default false. */
  readonly process?: boolean | undefined
}

/** The methods of a prom-client registry that are used, whichever copy of that package it comes from. */
export interface MetricsRegistry {
  readonly contentType: string
  metrics(): Promise<string>
  registerMetric(metric: never): void
}

/** Lines that are written in one turn of the event loop. */
const LINES_A_TURN = 1000

/**
 * Puts a set of metrics into a registry; nothing is registered globally. At a scrape they are read and written one after another, in
 * as many turns of the event loop as that takes.
 *
 * @param metrics - The metrics, in the order in which they are written.
 * @param options - The registry, and further metrics.
 * @throws TypeError, with one line and before anything is registered, when the registry has a metric of the same name, as that of
 *   another plane has.
 */
export function createExposition(metrics: readonly PlaneMetric[], options: ExpositionOptions = {}): Exposition {
  const registry = (options.registry as Registry | undefined) ?? new Registry()
  requireFree(registry, metrics, options)
  const others = new Set(registry.getMetricsAsArray())
  if (options.process) collectDefaultMetrics({ register: registry })
  for (const metric of metrics) {
    if (metric.type === 'histogram') addHistogram(registry, metric)
    else if (metric.type === 'summary') addSummary(registry, metric)
    else addNumber(registry, metric)
  }
  const added = registry.getMetricsAsArray().filter((metric) => !others.has(metric))
  // A scrape as OpenMetrics renames counters, but not in the registry.
  const own = added.map((metric) => ({ name: metric.name, metric }))
  return {
    contentType: registry.contentType,
    write: () => (options.registry ? registry.metrics() : writeInTurns(registry)),
    remove() {
      // The embedder may have cleared the registry, and filled it anew.
      for (const { name, metric } of own) if (Object.is(registry.getSingleMetric(name), metric)) registry.removeSingleMetric(name)
    },
  }
}

/** Refuses a registry that cannot take all metrics, in words of the option: an error of prom-client names the metric alone. */
function requireFree(registry: Registry, metrics: readonly PlaneMetric[], { process }: ExpositionOptions): void {
  const has = (name: string) => registry.getSingleMetric(name) !== undefined
  const taken = metrics.find(({ name }) => has(name))
  const refuse = (problem: string) => check.refuse('createControlPlane', [`metrics.${problem}`])
  if (taken) refuse(`registry has a metric ${taken.name} already: expected a registry of its own for each plane`)
  if (process && has(A_METRIC_OF_THE_PROCESS))
    refuse('process is true: expected false, as the registry has metrics of the process already')
}

/** One of those that prom-client collects by default. */
const A_METRIC_OF_THE_PROCESS = 'process_cpu_user_seconds_total'

/** Writes what `registry.metrics()` does, but a metric with thousands of lines in several turns. */
async function writeInTurns(registry: Registry): Promise<string> {
  const texts: string[] = []
  for (const { name } of registry.getMetricsAsArray()) {
    const { values = [], ...about } = (await registry.getSingleMetric(name)?.get()) ?? {}
    const parts: string[] = []
    for (let from = 0; from === 0 || from < values.length; from += LINES_A_TURN) {
      if (from > 0) await laterTurn()
      const one = new Registry()
      const part = { name, get: async () => ({ ...about, values: values.slice(from, from + LINES_A_TURN) }) }
      one.registerMetric(part as unknown as Metric)
      const text = await one.metrics()
      // Each part begins with two lines on help and type, which the first one has written.
      parts.push(from === 0 ? text : text.split('\n').slice(2).join('\n'))
    }
    texts.push(parts.join(''))
  }
  return texts.join('\n')
}

function addNumber(registry: Registry, { type, name, help, labelNames, series }: NumberMetric): void {
  const Metric = type === 'counter' ? Counter : Gauge
  new Metric({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      await laterTurn()
      this.reset()
      for (const { labels, value } of series()) this.inc(labels, value)
    },
  })
}

function addHistogram(registry: Registry, { name, help, labelNames, series }: HistogramMetric): void {
  const histogram = new Histogram({ name, help, labelNames: [...labelNames], registers: [registry] })
  showInstead(histogram, () => ({ name, help, type: 'histogram', aggregator: 'sum', values: [...series()].flatMap(samples) }))

  const samples = ({ labels, bounds, counts, sum }: Readonly<HistogramSeries>) => {
    let total = 0
    const buckets = counts.map((count, i) => {
      total += count
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[i] ?? '+Inf' }, value: total }
    })
    return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total }]
  }
}

function addSummary(registry: Registry, { name, help, labelNames, series, now }: SummaryMetric): void {
  const summary = new Summary({ name, help, labelNames: [...labelNames], registers: [registry] })
  showInstead(summary, () => ({ name, help, type: 'summary', aggregator: 'sum', values: [...series()].flatMap(samples) }))

  const samples = (one: SummarySeries) => [
    ...one.quantiles(now()).map(([quantile, value]) => ({ labels: { ...one.labels, quantile }, value })),
    { metricName: `${name}_sum`, labels: one.labels, value: one.sum },
    { metricName: `${name}_count`, labels: one.labels, value: one.count },
  ]
}

/**
 * prom-client's histograms and summaries only take single observations, and we have counts; so they are registered with it for their
 * names and their text format, and get their values at each scrape.
 */
function showInstead(metric: Metric, value: () => object): void {
  const read = async () => {
    await laterTurn()
    return value()
  }
  for (const method of ['get', 'getForPromString']) Object.defineProperty(metric, method, { value: read })
}
