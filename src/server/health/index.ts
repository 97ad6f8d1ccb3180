/**
 * Health: `/healthz`, `/livez`, `/readyz`, as a whole or check by check.
 *
 * @module
 */

export { createHealth, type Health, type HealthCheck, type HealthOptions } from './health.js'
export { storageChecks } from './storage-checks.js'
