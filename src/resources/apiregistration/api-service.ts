/**
 * How the servers of API groups are shown as rows.
 *
 * @module
 */

import { conditionOf } from '../columns.js'
import { recordOf, textOf, valueAt } from '../fields.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables.js'

/** Who answers, and whether they do. */
export const serviceTable: TableDefinition = tableOf([
  nameColumn,
  textColumn('Service', 'Who answers.', (object) => {
    const { namespace, name } = recordOf(valueAt(object, 'spec', 'service'))
    return name === undefined ? 'Local' : `${textOf(namespace)}/${textOf(name)}`
  }),
  textColumn('Available', 'Whether they do.', (object) => {
    const { status, reason } = conditionOf(object, 'Available')
    if (status === undefined) return 'Unknown'
    return status === 'True' ? 'True' : `${textOf(status)} (${textOf(reason)})`
  }),
  ageColumn,
])
