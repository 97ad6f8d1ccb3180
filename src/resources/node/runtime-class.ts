/**
 * RuntimeClasses.
 *
 * @module
 */

import { type Dialect, dnsLabelName, invalidField, requiredField } from '../../meta/index.js'
import { textAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import type { KnownGroup } from '../known/known-kind.js'
import { fieldColumn } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf } from '../tables/tables.js'

/**
 * Kind-specific rules of the kinds of the node group.
 *
 * @param dialect - The plane's dialect.
 */
export const nodeGroupKinds = ({ groupDomain }: Dialect): KnownGroup => ({
  group: `node.${groupDomain}`,
  kinds: {
    runtimeclasses: {
      table: tableOf([nameColumn, fieldColumn('Handler', 'What runs the containers.', 'handler', { absent: '' }), ageColumn]),
      strategy: {
        validateCreate: (object) => {
          const handler = textAt(object, 'handler')
          if (handler === '') return [requiredField('handler')]
          return dnsLabelName(handler).map((message) => invalidField('handler', handler, message))
        },
        validateUpdate: immutableFields(['handler']),
      },
    },
  },
})
