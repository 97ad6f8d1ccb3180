/**
 * Deployments and related kinds: defaults, replicas, columns.
 *
 * @module
 */

import { type ApiObject, type Dialect, dnsLabelName, type UnknownRecord } from '../../meta/index.js'
import { defaultClaims, defaultPodTemplate, withDefaults } from '../core/pods/pod-template.js'
import { templateWarnings } from '../core/pods/template-warnings.js'
import type { Strategy } from '../definition/strategy.js'
import { notNegative } from '../fields/field-rules.js'
import { getRecord, listOf, numberOf, recordOf, textOf, valueAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { statusCounts } from '../fields/validate-status.js'
import type { KnownGroup, KnownKind } from '../known/known-kind.js'
import type { ScaleSubresource } from '../subresources/scale.js'
import { labelsText } from '../tables/columns.js'
import { selectorText } from '../tables/selector-text.js'
import { ageColumn, type Column, nameColumn, tableOf, textColumn } from '../tables/tables.js'
import { validateNewRevision, validateNewWorkload, validateReplication, validateWorkloadUpdate } from './validate-workload.js'

const SCALE: ScaleSubresource = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.spec.selector',
}

const replicaStatus = statusCounts({
  counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
  parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
})

/**
 * Kind-specific rules of the kinds of the apps group.
 *
 * @param dialect - The plane's dialect.
 */
export const appsKinds = (dialect: Dialect): KnownGroup => ({
  group: 'apps',
  kinds: {
    controllerrevisions: {
      table: tableOf([
        nameColumn,
        textColumn('Controller', 'Whose state it is.', ({ metadata }) => {
          const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
          return owner ? `${owner.kind.toLowerCase()}.${owner.apiVersion.split('/')[0]}/${owner.name}` : '<none>'
        }),
        { ...number('Revision', 'Which state it was.', 'revision'), type: 'string' },
        ageColumn,
      ]),
      strategy: {
        validateCreate: (revision) => validateNewRevision(revision),
        validateUpdate: (revision, live) => [
          ...notNegative('revision', revision.revision),
          ...immutableFields(['data'])(revision, live),
        ],
      },
    },
    daemonsets: {
      ...workload(
        'ds',
        { updateStrategy: rolling({ maxUnavailable: 1, maxSurge: 0 }), revisionHistoryLimit: 10 },
        { warnings: templateWarnings({ path: TEMPLATE, dialect, namesPods: false }) },
      ),
      table: daemonTable,
      validateStatus: statusCounts({
        counts: [
          ...['currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady', 'observedGeneration'],
          ...['updatedNumberScheduled', 'numberAvailable', 'numberUnavailable', 'collisionCount'],
        ],
      }),
    },
    deployments: {
      ...workload(
        'deploy',
        {
          replicas: 1,
          strategy: rolling({ maxUnavailable: '25%', maxSurge: '25%' }),
          revisionHistoryLimit: 10,
          progressDeadlineSeconds: 600,
        },
        // Annotations are copied to its replica sets.
        { generationCounts: 'annotations', warnings: templateWarnings({ path: TEMPLATE, dialect }) },
      ),
      scale: SCALE,
      table: deploymentTable,
      statusTakes: ['annotations', 'finalizers', 'ownerReferences'],
      validateStatus: statusCounts({
        counts: [
          ...['observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'],
          ...['unavailableReplicas', 'collisionCount'],
        ],
        parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
      }),
    },
    replicasets: {
      ...workload('rs', { replicas: 1 }, { warnings: templateWarnings({ path: TEMPLATE, dialect }) }),
      scale: SCALE,
      table: replicaTable,
      selectableFields: replicasField,
      validateStatus: replicaStatus,
    },
    statefulsets: {
      ...workload(
        'sts',
        {
          podManagementPolicy: 'OrderedReady',
          replicas: 1,
          updateStrategy: rolling({ partition: 0, maxUnavailable: 1 }),
          revisionHistoryLimit: 10,
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
        },
        // Host names of its pods begin with its name.
        { validateName: dnsLabelName, warnings: templateWarnings({ path: TEMPLATE, dialect, namesPods: false }) },
      ),
      judgesItself: 'in-full',
      scale: SCALE,
      table: statefulSetTable,
      validateStatus: statusCounts({
        counts: [
          ...['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
          ...['observedGeneration', 'collisionCount'],
        ],
        parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
      }),
    },
  },
})

/**
 * Kind-specific rules of replication controllers, which are older than API groups.
 *
 * @param dialect - The plane's dialect.
 */
export const replicationKinds = (dialect: Dialect): KnownGroup => ({
  group: '',
  kinds: {
    replicationcontrollers: {
      shortNames: ['rc'],
      categories: ['all'],
      hasGeneration: true,
      scale: SCALE,
      table: replicaTable,
      selectableFields: replicasField,
      validateStatus: replicaStatus,
      strategy: {
        warnings: templateWarnings({ path: TEMPLATE, dialect }),
        orphansByDefault: true,
        defaults: defaultReplication,
        validateCreate: validateReplication,
        validateUpdate: validateReplication,
      },
    },
  },
})

/** A replication controller's default selector and labels come from its template. */
function defaultReplication(object: ApiObject): ApiObject {
  const spec = recordOf(object.spec)
  const template = getRecord(spec, 'template')
  const labels = getRecord(template, 'metadata', 'labels')
  const filled = withDefaults(
    { ...spec, ...(template && { template: defaultPodTemplate(template) }) },
    { replicas: 1, ...(labels && { selector: labels }) },
  )
  const metadata =
    labels && !object.metadata.labels ? { ...object.metadata, labels: labels as Record<string, string> } : object.metadata
  return { ...object, metadata, spec: filled }
}

/** An update strategy, as missing ones become. */
const rolling = (rollingUpdate: Readonly<UnknownRecord>) => ({ type: 'RollingUpdate', rollingUpdate })

/** Completes an update strategy from the default. */
function withRollingUpdate(spec: UnknownRecord, defaults: Readonly<UnknownRecord>): UnknownRecord {
  const key = 'strategy' in defaults ? 'strategy' : 'updateStrategy'
  const [given, wanted] = [getRecord(spec, key), getRecord(defaults, key)]
  if (!given || !wanted || (given.type !== undefined && given.type !== wanted.type)) return spec
  // A StatefulSet that names the type may leave the rest to its controller.
  if ('podManagementPolicy' in defaults && given.type !== undefined && given.rollingUpdate === undefined) return spec
  const rollingUpdate = withDefaults(recordOf(given.rollingUpdate), recordOf(wanted.rollingUpdate))
  return { ...spec, [key]: { ...given, type: wanted.type, rollingUpdate } }
}

/** Completes a claim retention policy that sets only one of its two fields. */
function withRetention(spec: UnknownRecord, defaults: Readonly<UnknownRecord>): UnknownRecord {
  const key = 'persistentVolumeClaimRetentionPolicy'
  const [given, wanted] = [getRecord(spec, key), getRecord(defaults, key)]
  return given && wanted ? { ...spec, [key]: withDefaults(given, wanted) } : spec
}

const TEMPLATE = ['spec', 'template']

function workload(shortName: string, defaults: Readonly<UnknownRecord>, strategy: Strategy): KnownKind {
  return {
    shortNames: [shortName],
    categories: ['all'],
    hasGeneration: true,
    judgesItself: 'but-choices',
    strategy: {
      ...strategy,
      defaults: (object) => {
        const spec = recordOf(object.spec)
        const template = getRecord(spec, 'template')
        const filled = withDefaults(
          { ...defaultClaims(spec), ...(template && { template: defaultPodTemplate(template) }) },
          defaults,
        )
        return { ...object, spec: withRetention(withRollingUpdate(filled, defaults), defaults) }
      },
      validateCreate: validateNewWorkload,
      validateUpdate: validateWorkloadUpdate,
    },
  }
}

const replicasField = { 'status.replicas': (object: ApiObject) => String(count(object, 'status', 'replicas')) }

const count = (object: ApiObject, ...path: readonly string[]): number => numberOf(valueAt(object, ...path)) ?? 0

/** The containers' names and images, and the selector: wide columns of all workloads. */
export const containerColumns: readonly Column[] = [
  {
    name: 'Containers',
    type: 'string',
    priority: 1,
    description: 'Names of the containers.',
    cell: (object) => ofContainers(object, 'name'),
  },
  {
    name: 'Images',
    type: 'string',
    priority: 1,
    description: 'Images of the containers.',
    cell: (object) => ofContainers(object, 'image'),
  },
  {
    name: 'Selector',
    type: 'string',
    priority: 1,
    description: 'What the workload selects.',
    cell: (object) => selectorText(valueAt(object, 'spec', 'selector')) || '<none>',
  },
]

/** The pod template of a workload, or of its job template. */
const ofContainers = (object: ApiObject, member: string): string => {
  const template = valueAt(object, 'spec', 'template') ?? valueAt(object, 'spec', 'jobTemplate', 'spec', 'template')
  return listOf(valueAt(template, 'spec', 'containers'))
    .map((container) => textOf(recordOf(container)[member]))
    .join(',')
}

const number = (name: string, description: string, ...path: readonly string[]): Column => ({
  name,
  type: 'integer',
  description,
  cell: (object) => count(object, ...path),
})

const readyOf = (object: ApiObject): string => `${count(object, 'status', 'readyReplicas')}/${count(object, 'spec', 'replicas')}`

const readyColumn: Column = { name: 'Ready', type: 'string', description: 'Ready replicas, of those wanted.', cell: readyOf }

const deploymentTable = tableOf([
  nameColumn,
  readyColumn,
  // These two are strings, as clients expect.
  { ...number('Up-to-date', 'Replicas of the latest template.', 'status', 'updatedReplicas'), type: 'string' },
  { ...number('Available', 'Replicas that serve.', 'status', 'availableReplicas'), type: 'string' },
  ageColumn,
  ...containerColumns,
])

const daemonTable = tableOf([
  nameColumn,
  number('Desired', 'How many nodes should have one.', 'status', 'desiredNumberScheduled'),
  number('Current', 'How many nodes have one.', 'status', 'currentNumberScheduled'),
  number('Ready', 'How many are ready.', 'status', 'numberReady'),
  number('Up-to-date', 'How many are of the latest template.', 'status', 'updatedNumberScheduled'),
  number('Available', 'How many serve.', 'status', 'numberAvailable'),
  textColumn('Node Selector', 'Nodes that get one.', (object) =>
    labelsText(valueAt(object, 'spec', 'template', 'spec', 'nodeSelector')),
  ),
  ageColumn,
  ...containerColumns,
])

const replicaTable = tableOf([
  nameColumn,
  number('Desired', 'How many replicas are wanted.', 'spec', 'replicas'),
  number('Current', 'How many replicas there are.', 'status', 'replicas'),
  number('Ready', 'How many replicas are ready.', 'status', 'readyReplicas'),
  ageColumn,
  ...containerColumns,
])

const statefulSetTable = tableOf([nameColumn, readyColumn, ageColumn, ...containerColumns.slice(0, 2)])
