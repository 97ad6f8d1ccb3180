/**
 * RuntimeClasses.
 *
 * @module
 */

import { type Dialect, duplicateField, errorsOf, type FieldError } from '../../meta/index.js'
import { validateResources } from '../core/pods/containers/validate-resources.js'
import { tolerations } from '../core/pods/validate-placement.js'
import { dnsLabel, type FieldRule, judgeFields, labels, needed } from '../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, valueAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { deprecatedNodeLabels, type WarningsOf } from '../fields/warnings.js'
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
      strategy: {
        warnings: selectorWarnings(dialect),
        allowCreateOnUpdate: true,
        allowUnconditionalUpdate: false,
        validateCreate: (object) => validate(object),
        validateUpdate: (object, live) => [...validate(object), ...immutableFields(['handler'])(object, live)],
      },
    },
  },
})

const validate = judgeFields({
  handler: needed(dnsLabel),
  // Quantities of resources are limits, as of a container.
  'overhead.podFixed': (field, limits) => validateResources({ limits: recordOf(limits) }, field.replace('.podFixed', '')),
  'scheduling.nodeSelector': labels,
  'scheduling.tolerations': uniqueTolerations,
})

/** Tolerations are unique, apart from their duration. */
function uniqueTolerations(...[field, value]: Parameters<FieldRule>): readonly FieldError[] {
  const given = listOf(value).map(recordOf)
  const isRepeated = repeatsIn(given.map(({ key, operator, value, effect }) => JSON.stringify([key, operator, value, effect])))
  return [
    ...tolerations(field, value),
    ...errorsOf(given, (toleration, i) => (isRepeated(i) ? [duplicateField(`${field}[${i}]`, toleration)] : [])),
  ]
}

const selectorWarnings = (dialect: Dialect): WarningsOf => {
  const messageOf = deprecatedNodeLabels(dialect)
  return (runtimeClass) =>
    Object.keys(recordOf(valueAt(runtimeClass, 'scheduling', 'nodeSelector'))).flatMap((label) => {
      const message = messageOf(label)
      return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`]
    })
}
