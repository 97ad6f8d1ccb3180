/**
 * How disruption budgets of pods are shown as rows.
 *
 * @module
 */

import { numberOf, textOf, valueAt } from '../fields.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables.js'

/** How many may be missing. */
export const disruptionBudgetTable: TableDefinition = tableOf([
  nameColumn,
  textColumn('Min Available', 'How many have to stay.', (budget) => amountOf(valueAt(budget, 'spec', 'minAvailable'))),
  textColumn('Max Unavailable', 'How many may be missing.', (budget) => amountOf(valueAt(budget, 'spec', 'maxUnavailable'))),
  {
    ...textColumn(
      'Allowed Disruptions',
      'How many may go now.',
      (budget) => numberOf(valueAt(budget, 'status', 'disruptionsAllowed')) ?? 0,
    ),
    type: 'integer',
  },
  ageColumn,
])

const amountOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value) || 'N/A')
