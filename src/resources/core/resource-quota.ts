/**
 * Table columns of quotas of resources.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import { recordOf, valueAt } from '../fields/fields.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'

/** Used and hard amounts. */
export const quotaTable: TableDefinition = tableOf([
  nameColumn,
  textColumn('Request', 'Requests used, of those that there may be.', (quota) => amountsOf(quota, false)),
  textColumn('Limit', 'Limits used, of those that there may be.', (quota) => amountsOf(quota, true)),
  ageColumn,
])

function amountsOf(quota: ApiObject, limits: boolean): string {
  const used = recordOf(valueAt(quota, 'status', 'used'))
  return Object.entries(recordOf(valueAt(quota, 'status', 'hard')))
    .filter(([name]) => name.startsWith('limits.') === limits)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hard]) => `${name}: ${String(used[name] ?? 0)}/${String(hard)}`)
    .join(', ')
}
