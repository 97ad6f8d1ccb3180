/**
 * Metrics of a plane, at `/metrics`.
 *
 * @module
 */

export { createMetrics, type Metrics, type MetricsOptions, type RequestKind, type WatchMeter } from './metrics.js'
