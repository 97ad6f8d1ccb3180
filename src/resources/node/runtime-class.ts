/**
 * RuntimeClasses.
 *
 * @module
 */

import { type Dialect, dnsLabelName, invalidField, requiredField } from '../../meta/index.js'
import { recordOf, textAt, valueAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { deprecatedNodeLabels, warned, warning } from '../fields/warnings.js'
import type { KnownGroup } from '../known/known-kind.js'
import { fieldColumn } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'

/**
 * Kind-specific rules of the kinds of the node group.
 *
 * @param dialect - The plane's dialect.
 */
export const nodeGroupKinds = (dialect: Dialect): KnownGroup => ({
  group: `node.${dialect.groupDomain}`,
  kinds: {
    runtimeclasses: {
      table: tableOf([nameColumn, fieldColumn('Handler', 'What runs the containers.', 'handler', { absent: '' }), ageColumn]),
      strategy: warned(selectorWarnings(dialect), {
        allowCreateOnUpdate: true,
        allowUnconditionalUpdate: false,
        validateCreate: (object) => {
          const handler = textAt(object, 'handler')
          if (handler === '') return [requiredField('handler')]
          return dnsLabelName(handler).map((message) => invalidField('handler', handler, message))
        },
        validateUpdate: immutableFields(['handler']),
      }),
    },
  },
})

const selectorWarnings = (dialect: Dialect) => {
  const messageOf = deprecatedNodeLabels(dialect)
  return warning((runtimeClass) =>
    Object.keys(recordOf(valueAt(runtimeClass, 'scheduling', 'nodeSelector'))).flatMap((label) => {
      const message = messageOf(label)
      return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`]
    }),
  )
}
