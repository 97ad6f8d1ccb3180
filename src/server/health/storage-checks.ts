/**
 * Readiness of the storages.
 *
 * @module
 */

import type { Storage } from '../../storage/index.js'
import type { HealthCheck } from './health.js'

/**
 * The checks of storages: one for each name, which passes when all storages that have it can answer.
 *
 * @param storages - All that a plane has; those that can always answer have no check.
 */
export function storageChecks(storages: readonly Storage[]): HealthCheck[] {
  const checks = [...new Set(storages)].flatMap(({ healthCheck }) => healthCheck ?? [])
  const names = [...new Set(checks.map(({ name }) => name))]
  return names.map((name) => {
    const same = checks.filter((check) => check.name === name)
    return {
      name,
      check: async () => (await Promise.all(same.map((check) => check.check()))).every(Boolean),
      note: () => same.flatMap((check) => check.note?.() ?? [])[0],
    }
  })
}
