/**
 * The door to prom-client: hands our plain numbers over when somebody scrapes. Loaded at the first scrape.
 *
 * @module
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { HistogramSeries, NumberSeries } from './series.js'
import type { MetricPromise } from './stability.js'

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

/** Metrics as text. */
export interface Exposition {
  readonly contentType: string
  /** Reads all the numbers and writes them. */
  write(): Promise<string>
}

/** What is shown beside the metrics of the plane, and where. */
export interface ExpositionOptions {
  /** A registry of prom-client that holds other metrics as well; one of its own by default. */
  readonly registry?: MetricsRegistry | undefined
  /** Whether those of the process are shown: processor time, memory, event loop, garbage collection. Default false. */
  readonly process?: boolean | undefined
}

/** What is needed of a registry of prom-client, whichever copy of that package it comes from. */
export interface MetricsRegistry {
  readonly contentType: string
  metrics(): Promise<string>
  registerMetric(metric: never): void
}

/**
 * Puts a set of metrics into a registry; nothing is registered globally.
 *
 * @param metrics - The metrics, in the order in which they are written.
 * @param options - The registry, and what else it is to hold.
 * @throws Error when the registry has a metric of the same name, as that of another plane has.
 */
export function createExposition(
  metrics: readonly (NumberMetric | HistogramMetric)[],
  options: ExpositionOptions = {},
): Exposition {
  const registry = (options.registry as Registry | undefined) ?? new Registry()
  if (options.process) collectDefaultMetrics({ register: registry })
  for (const metric of metrics) {
    if (metric.type === 'histogram') addHistogram(registry, metric)
    else addNumber(registry, metric)
  }
  return { contentType: registry.contentType, write: () => registry.metrics() }
}

function addNumber(registry: Registry, { type, name, help, labelNames, series }: NumberMetric): void {
  const Metric = type === 'counter' ? Counter : Gauge
  new Metric({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, value } of series()) this.inc(labels, value)
    },
  })
}

/**
 * prom-client's histogram only takes single observations, and we have counts; so the histogram is registered with it
 * for its name and its text format, and is told what it holds when it is read.
 */
function addHistogram(registry: Registry, { name, help, labelNames, series }: HistogramMetric): void {
  const histogram = new Histogram({ name, help, labelNames: [...labelNames], registers: [registry] })
  const read = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: [...series()].flatMap(samples) })
  for (const method of ['get', 'getForPromString']) Object.defineProperty(histogram, method, { value: read })

  const samples = ({ labels, bounds, counts, sum }: Readonly<HistogramSeries>) => {
    let total = 0
    const buckets = counts.map((count, i) => {
      total += count
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[i] ?? '+Inf' }, value: total }
    })
    return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total }]
  }
}
