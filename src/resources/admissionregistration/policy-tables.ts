/**
 * Table columns of admission policies and their bindings.
 *
 * @module
 */

import { listOf, recordOf, textAt, valueAt } from '../fields/fields.js'
import { fieldColumn, shown } from '../tables/columns.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'

/**
 * Columns of policies: the number of rules, and the parameter kind.
 *
 * @param name - Name of the count column.
 * @param member - Field of the spec that is counted.
 */
export const policyTable = (name: string, member: string): TableDefinition =>
  tableOf([
    nameColumn,
    {
      ...textColumn(name, 'How many expressions it has.', (policy) => listOf(valueAt(policy, 'spec', member)).length),
      type: 'integer',
    },
    textColumn('ParamKind', 'What its parameters stand in.', (policy) => {
      const { apiVersion, kind } = recordOf(valueAt(policy, 'spec', 'paramKind'))
      return kind === undefined ? '<unset>' : `${String(apiVersion)}/${String(kind)}`
    }),
    ageColumn,
  ])

/** Columns of bindings: policy and parameters. */
export const bindingTable: TableDefinition = tableOf([
  nameColumn,
  fieldColumn('PolicyName', 'The policy that it binds.', 'spec.policyName', { absent: '' }),
  textColumn('ParamRef', 'Its parameters.', (binding) => {
    const reference = recordOf(valueAt(binding, 'spec', 'paramRef'))
    if (Object.keys(reference).length === 0) return '<unset>'
    const [namespace, name] = [textAt(reference, 'namespace'), shown(reference.name, '*')]
    return namespace === '' ? name : `${namespace}/${name}`
  }),
  ageColumn,
])
