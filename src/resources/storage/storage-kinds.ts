/**
 * StorageClasses, CSI drivers, volume attachments.
 *
 * @module
 */

import type { ApiObject, Dialect, FieldError } from '../../meta/index.js'
import { forbiddenField, jsonEqual } from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import type { Strategy } from '../definition/strategy.js'
import { listOf, nameOf, recordOf, textAt, textsOf, valueAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { deprecatedNodeLabels, expressionWarnings, type WarningsOf } from '../fields/warnings.js'
import type { KnownGroup } from '../known/known-kind.js'
import { countColumn, fieldColumn, flagColumn, shown } from '../tables/columns.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'
import {
  validateAttachment,
  validateAttributesClass,
  validateCapacity,
  validateClass,
  validateDriver,
  validateNode,
  validateNodeUpdate,
} from './validate-storage.js'

/** Deletes return the object, and updates need a resourceVersion. */
const CONDITIONAL: Strategy = { returnsDeletedObject: true, allowUnconditionalUpdate: false }

/**
 * Kind-specific rules of the kinds of the storage group.
 *
 * @param dialect - The plane's dialect.
 */
export const storageKinds = (dialect: Dialect): KnownGroup => ({
  group: `storage.${dialect.groupDomain}`,
  kinds: {
    csidrivers: {
      hasGeneration: true,
      table: driverTable,
      strategy: {
        ...CONDITIONAL,
        defaults: (driver) => {
          const spec = withDefaults(recordOf(driver.spec), {
            attachRequired: true,
            podInfoOnMount: false,
            storageCapacity: false,
            fsGroupPolicy: 'ReadWriteOnceWithFSType',
            requiresRepublish: false,
            seLinuxMount: false,
          })
          const modes = textsOf(spec.volumeLifecycleModes)
          return { ...driver, spec: { ...spec, volumeLifecycleModes: modes.length > 0 ? modes : ['Persistent'] } }
        },
        validateCreate: validateDriver,
        validateUpdate: (driver, live) => [
          ...validateDriver(driver),
          ...immutableFields(['spec.attachRequired', 'spec.fsGroupPolicy', 'spec.volumeLifecycleModes'])(driver, live),
        ],
      },
    },
    csinodes: {
      strategy: { ...CONDITIONAL, validateCreate: validateNode, validateUpdate: validateNodeUpdate },
      table: tableOf([
        nameColumn,
        {
          ...countColumn('Drivers', 'How many drivers it has.', ''),
          cell: (node) => listOf(valueAt(node, 'spec', 'drivers')).length,
        },
        ageColumn,
      ]),
    },
    csistoragecapacities: {
      table: tableOf([
        nameColumn,
        fieldColumn('StorageClassName', 'Of which class of storage there is so much.', 'storageClassName', { absent: '' }),
        fieldColumn('Capacity', 'How much there is.', 'capacity', { absent: '<unset>' }),
      ]),
      strategy: {
        warnings: capacityWarnings(dialect),
        allowUnconditionalUpdate: false,
        validateCreate: (object) => validateCapacity(object),
        validateUpdate: (object, live) => [
          ...validateCapacity(object),
          ...immutableFields(['nodeTopology', 'storageClassName'])(object, live),
        ],
      },
    },
    storageclasses: {
      shortNames: ['sc'],
      table: classTable(dialect),
      strategy: {
        warnings: topologyWarnings(dialect),
        returnsDeletedObject: true,
        defaults: (object) => withDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }) as ApiObject,
        validateCreate: (object) => validateClass(object),
        validateUpdate: fixedClass,
      },
    },
    volumeattachments: {
      table: tableOf([
        nameColumn,
        fieldColumn('Attacher', 'The driver that is asked.', 'spec.attacher', { absent: '' }),
        textColumn('PV', 'The volume.', (object) => shown(valueAt(object, 'spec', 'source', 'persistentVolumeName'), '')),
        fieldColumn('Node', 'The node.', 'spec.nodeName', { absent: '' }),
        flagColumn('Attached', 'Whether it is attached.', 'status.attached'),
        ageColumn,
      ]),
      statusTakes: [],
      strategy: {
        ...CONDITIONAL,
        validateCreate: (object) => validateAttachment(object),
        validateUpdate: immutableFields(['spec']),
      },
    },
    volumeattributesclasses: {
      shortNames: ['vac'],
      table: tableOf([
        nameColumn,
        fieldColumn('DriverName', 'Whose settings they are.', 'driverName', { absent: '' }),
        ageColumn,
      ]),
      strategy: {
        returnsDeletedObject: true,
        validateCreate: (object) => validateAttributesClass(object),
        validateUpdate: (object, live) =>
          ['driverName', 'parameters'].flatMap((field) =>
            jsonEqual(valueAt(object, field), valueAt(live, field))
              ? []
              : [forbiddenField(field, `updates to ${field} are forbidden.`)],
          ),
      },
    },
  },
})

/** Warns of topologies by deprecated labels of nodes. */
const topologyWarnings = (dialect: Dialect): WarningsOf => {
  const messageOf = deprecatedNodeLabels(dialect)
  return ({ allowedTopologies }) =>
    listOf(allowedTopologies).flatMap((term, i) =>
      listOf(recordOf(term).matchLabelExpressions).flatMap((expression, j) => {
        const message = messageOf(textAt(expression, 'key'))
        return message === undefined ? [] : [`allowedTopologies[${i}].matchLabelExpressions[${j}].key: ${message}`]
      }),
    )
}

const capacityWarnings = (dialect: Dialect): WarningsOf => {
  const messageOf = deprecatedNodeLabels(dialect)
  return ({ nodeTopology }) => {
    const { matchExpressions, matchLabels } = recordOf(nodeTopology)
    return [
      ...expressionWarnings(matchExpressions, 'nodeTopology.matchExpressions', messageOf),
      ...Object.keys(recordOf(matchLabels)).flatMap((label) => {
        const message = messageOf(label)
        return message === undefined ? [] : [`nodeTopology.matchLabels.${label}: ${message}`]
      }),
    ]
  }
}

function fixedClass(object: ApiObject, live: ApiObject): readonly FieldError[] {
  const fixed = ['parameters', 'provisioner', 'reclaimPolicy']
  return [
    ...fixed
      .filter((field) => !jsonEqual(valueAt(object, field), valueAt(live, field)))
      .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`)),
    ...immutableFields(['volumeBindingMode'])(object, live),
  ]
}

function classTable({ labelDomain }: Dialect): TableDefinition {
  const marks = [`storageclass.${labelDomain}/is-default-class`, `storageclass.beta.${labelDomain}/is-default-class`]
  return tableOf([
    {
      ...nameColumn,
      cell: (object) => {
        const isDefault = marks.some((mark) => object.metadata.annotations?.[mark] === 'true')
        return isDefault ? `${nameOf(object)} (default)` : nameOf(object)
      },
    },
    fieldColumn('Provisioner', 'Who makes the volumes.', 'provisioner', { absent: '' }),
    fieldColumn('ReclaimPolicy', 'What becomes of released volumes.', 'reclaimPolicy', { absent: 'Delete' }),
    fieldColumn('VolumeBindingMode', 'When volumes are bound.', 'volumeBindingMode', { absent: 'Immediate' }),
    flagColumn('AllowVolumeExpansion', 'Whether volumes may grow.', 'allowVolumeExpansion'),
    ageColumn,
  ])
}

const driverTable = tableOf([
  nameColumn,
  flagColumn('AttachRequired', 'Whether volumes have to be attached first.', 'spec.attachRequired'),
  flagColumn('PodInfoOnMount', 'Whether it is told of the pod.', 'spec.podInfoOnMount'),
  flagColumn('StorageCapacity', 'Whether it tells how much is left.', 'spec.storageCapacity'),
  textColumn('TokenRequests', 'For whom it wants tokens.', (driver) => {
    const requests = listOf(valueAt(driver, 'spec', 'tokenRequests')).map((request) => textAt(request, 'audience'))
    return shown(requests.join(','), '<unset>')
  }),
  flagColumn('RequiresRepublish', 'Whether it is asked again and again.', 'spec.requiresRepublish'),
  textColumn('Modes', 'The lifecycles of its volumes.', (driver) =>
    shown(textsOf(valueAt(driver, 'spec', 'volumeLifecycleModes')).join(',')),
  ),
  ageColumn,
])
