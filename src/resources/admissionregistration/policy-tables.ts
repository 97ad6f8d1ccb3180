/**
 * How admission policies and their bindings are shown as rows.
 *
 * @module
 */

import { listOf, recordOf, textAt, valueAt } from '../fields/fields.js'
import { fieldColumn, shown } from '../tables/columns.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'

/**
 * Policies: how much they say, and what they take parameters from.
 *
 * @param name - Heading of the count.
 * @param member - Member of the spec that is counted.
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

/** Bindings: of which policy, with which parameters. */
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
