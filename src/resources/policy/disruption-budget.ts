/**
 * Validation and table of PodDisruptionBudgets.
 *
 * @module
 */

import { type ApiObject, type FieldError, invalidField } from '../../meta/index.js'
import { validatePart } from '../fields/amounts.js'
import { judgeFields, labelSelector, notEmpty } from '../fields/field-rules.js'
import { numberOf, recordOf, textOf, valueAt } from '../fields/fields.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'

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

const judge = judgeFields({
  'spec.selector': labelSelector,
  'spec.unhealthyPodEvictionPolicy': notEmpty('AlwaysAllow', 'IfHealthyBudget'),
})

/** Validates a budget: minAvailable or maxUnavailable, not both. */
export function validateDisruptionBudget(budget: ApiObject): readonly FieldError[] {
  const spec = recordOf(budget.spec)
  const { minAvailable, maxUnavailable } = spec
  const both = minAvailable !== undefined && maxUnavailable !== undefined
  return [
    ...(both ? [invalidField('spec', spec, 'minAvailable and maxUnavailable cannot be both set')] : []),
    ...validatePart('spec.minAvailable', minAvailable),
    ...validatePart('spec.maxUnavailable', maxUnavailable),
    ...judge(budget),
  ]
}
