/**
 * Health: `/healthz`, `/livez`, `/readyz`, as a whole or check by check.
 *
 * @module
 */

export { createHealth, type Health, type HealthCheck, type HealthEndpoint, ownCheckNames } from './health.js'
export { createStartingHandler } from './starting.js'
export { storageChecks } from './storage-checks.js'
