/**
 * Metrics of a plane, at `/metrics`.
 *
 * @module
 */

export { createMetrics, type Metrics, type MetricsOptions } from './metrics.js'
