/**
 * ComponentStatus: health of the components besides the API server. A plane has none, so the list is always empty.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { listOf, recordOf, textAt } from '../fields/fields.js'
import { list, refTo, struct, text } from '../fields/json-schema.js'
import { nameColumn, tableOf, textColumn } from '../tables/tables.js'

/** A column of a component's health. */
const column = (name: string, description: string, member: string) =>
  textColumn(name, description, ({ conditions }) =>
    textAt(
      listOf(conditions).find((condition) => recordOf(condition).type === 'Healthy'),
      member,
    ),
  )

/**
 * The ComponentStatus kind.
 *
 * @param dialect - The plane's dialect.
 */
export const componentStatusDefinition = (dialect: Dialect): ResourceDefinition =>
  builtinDefinition(dialect, {
    group: '',
    kind: 'ComponentStatus',
    plural: 'componentstatuses',
    shortNames: ['cs'],
    namespaced: false,
    verbs: ['get', 'list'],
    schemaName: 'core.v1.ComponentStatus',
    description: 'ComponentStatus tells whether a part beside the API server is well. Deprecated.',
    properties: { conditions: list('What was found.', refTo('core.v1.ComponentCondition')) },
    schemas: () => ({
      'core.v1.ComponentCondition': struct(
        'One thing that was found.',
        {
          error: text('What is wrong.'),
          message: text('More about it.'),
          status: text('Whether it is so: True, False or Unknown.'),
          type: text('What was looked at, such as Healthy.'),
        },
        ['type', 'status'],
      ),
    }),
    table: tableOf([
      nameColumn,
      column('Status', 'Whether it is well.', 'status'),
      column('Message', 'What was found.', 'message'),
      column('Error', 'What is wrong.', 'error'),
    ]),
    strategy: {},
  })
