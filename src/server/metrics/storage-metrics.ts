/**
 * Metrics of storages: what engines measure of themselves.
 *
 * @module
 */

import type { Storage, StorageMetric } from '../../storage/index.js'
import type { NumberMetric } from './exposition.js'

/**
 * The metrics of storages. What several of one kind measure are series of one metric.
 *
 * @param storages - All that a plane has, the main one first; the label `storage` is the place in this list.
 */
export function storageMetrics(storages: readonly Storage[]): readonly NumberMetric[] {
  const byName = new Map<string, { readonly metric: StorageMetric; readonly storage: string }[]>()
  for (const [at, { metrics = [] }] of [...new Set(storages)].entries())
    for (const metric of metrics) {
      const same = byName.get(metric.name) ?? []
      byName.set(metric.name, [...same, { metric, storage: String(at) }])
    }
  return [...byName.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { type, name, help } = first.metric
    return {
      ...{ type, name: `apiserver_storage_${name}`, help, stability: 'ALPHA', labelNames: ['storage'] },
      series: () => all.map(({ metric, storage }) => ({ labels: { storage }, value: metric.value() })),
    }
  })
}
