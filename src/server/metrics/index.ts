/**
 * Metrics of a plane, at `/metrics`.
 *
 * @module
 */

export { type AdmissionNumbers, createAdmissionNumbers } from './admission-numbers.js'
export type { ExpositionOptions } from './exposition.js'
export { createMetrics, type Metrics } from './metrics.js'
export { storageMetrics } from './storage-metrics.js'
export { createWebhookNumbers } from './webhook-metrics.js'
