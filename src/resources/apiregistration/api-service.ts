/**
 * APIService: defaults, validation, table columns.
 *
 * @module
 */

import { type ApiObject, type FieldError, formatTime, invalidField, pathSegmentName } from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import type { Strategy } from '../definition/strategy.js'
import { getRecord, nameOf, numberOf, recordOf, textAt, textOf, valueAt, withValueAt } from '../fields/fields.js'
import { conditionOf } from '../tables/columns.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'

/** Columns: the service and its availability. */
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

const HTTPS = 443

/** Kind-specific rules of APIServices, which are named by their group and version. */
export const serviceStrategy: Strategy = {
  // The core group has no name, so that its APIService ends with the dot: `v1.`.
  validateName: pathSegmentName,
  allowUnconditionalUpdate: false,
  defaults: (object) => {
    const service = getRecord(object, 'spec', 'service')
    return service ? withValueAt(object, ['spec', 'service'], withDefaults(service, { port: HTTPS })) : object
  },
  prepareForCreate: (object, { nowMs }) => (getRecord(object, 'spec', 'service') ? object : { ...object, status: local(nowMs) }),
  validateCreate: validateServer,
  validateUpdate: validateServer,
}

/** The status of a group version that the plane itself serves. */
const local = (nowMs: number) => ({
  conditions: [
    {
      type: 'Available',
      status: 'True',
      reason: 'Local',
      message: 'Local APIServices are always available',
      lastTransitionTime: formatTime(nowMs),
    },
  ],
})

/** Maximum priority. */
const PRIORITIES = { groupPriorityMinimum: 20_000, versionPriority: 1_000 } as const

function validateServer(object: ApiObject): readonly FieldError[] {
  const name = `${textAt(object, 'spec', 'version')}.${textAt(object, 'spec', 'group')}`
  const detail = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(name)}`
  return [
    ...(nameOf(object) === name ? [] : [invalidField('metadata.name', nameOf(object), detail)]),
    ...Object.entries(PRIORITIES).flatMap(([member, most]) => {
      const priority = numberOf(valueAt(object, 'spec', member)) ?? 0
      if (priority > 0 && priority <= most) return []
      return [invalidField(`spec.${member}`, priority, `must be positive and less than ${most}`)]
    }),
  ]
}
