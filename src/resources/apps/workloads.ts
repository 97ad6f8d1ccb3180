/**
 * Deployments and their kin: defaults, selectors that stay, replicas, columns.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  errorsOf,
  type FieldError,
  invalidField,
  jsonEqual,
  type LabelSelector,
  labelSelectorFrom,
  requiredField,
  type UnknownRecord,
} from '../../meta/index.js'
import { defaultPodSpec, defaultPodTemplate, withDefaults } from '../core/pod-template.js'
import { getRecord, listOf, numberOf, recordOf, textOf, valueAt } from '../fields.js'
import type { KnownGroup, KnownKind } from '../known-kind.js'
import type { ScaleSubresource } from '../scale.js'
import { selectorText } from '../selector-text.js'
import { ageColumn, type Column, nameColumn, tableOf } from '../tables.js'

const SCALE: ScaleSubresource = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.spec.selector',
}

/** What is known of the kinds of the apps group. */
export const appsKinds = (): KnownGroup => ({
  group: 'apps',
  kinds: {
    daemonsets: workload('ds', { updateStrategy: rolling({ maxUnavailable: 1, maxSurge: 0 }), revisionHistoryLimit: 10 }),
    deployments: {
      ...workload('deploy', {
        replicas: 1,
        strategy: rolling({ maxUnavailable: '25%', maxSurge: '25%' }),
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
      }),
      scale: SCALE,
      table: deploymentTable,
    },
    replicasets: { ...workload('rs', { replicas: 1 }), scale: SCALE, table: replicaTable },
    statefulsets: {
      ...workload('sts', {
        podManagementPolicy: 'OrderedReady',
        replicas: 1,
        updateStrategy: rolling({ partition: 0 }),
        revisionHistoryLimit: 10,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      }),
      scale: SCALE,
      table: statefulSetTable,
    },
  },
})

/** What is known of pods and replication controllers, which are older than groups. */
export const corePodKinds = (): KnownGroup => ({
  group: '',
  kinds: {
    pods: {
      shortNames: ['po'],
      categories: ['all'],
      hasGeneration: true,
      strategy: {
        returnsDeletedObject: true,
        defaults: (pod) => ({ ...pod, spec: withDefaults(defaultPodSpec(recordOf(pod.spec)), { enableServiceLinks: true }) }),
      },
      selectableFields: {
        'spec.nodeName': (pod) => textOf(valueAt(pod, 'spec', 'nodeName')),
        'spec.restartPolicy': (pod) => textOf(valueAt(pod, 'spec', 'restartPolicy')),
        'spec.schedulerName': (pod) => textOf(valueAt(pod, 'spec', 'schedulerName')),
        'spec.serviceAccountName': (pod) => textOf(valueAt(pod, 'spec', 'serviceAccountName')),
        'status.phase': (pod) => textOf(valueAt(pod, 'status', 'phase')),
        'status.podIP': (pod) => textOf(valueAt(pod, 'status', 'podIP')),
        'status.nominatedNodeName': (pod) => textOf(valueAt(pod, 'status', 'nominatedNodeName')),
      },
    },
    replicationcontrollers: { shortNames: ['rc'], categories: ['all'], hasGeneration: true, scale: SCALE, table: replicaTable },
  },
})

/** An update strategy, as missing ones become. */
const rolling = (rollingUpdate: Readonly<UnknownRecord>) => ({ type: 'RollingUpdate', rollingUpdate })

/** Completes an update strategy that is there but says less than the default one. */
function withRollingUpdate(spec: UnknownRecord, defaults: Readonly<UnknownRecord>): UnknownRecord {
  const key = 'strategy' in defaults ? 'strategy' : 'updateStrategy'
  const [given, wanted] = [getRecord(spec, key), getRecord(defaults, key)]
  if (!given || !wanted || (given.type !== undefined && given.type !== wanted.type)) return spec
  const rollingUpdate = withDefaults(recordOf(given.rollingUpdate), recordOf(wanted.rollingUpdate))
  return { ...spec, [key]: { ...given, type: wanted.type, rollingUpdate } }
}

function workload(shortName: string, defaults: Readonly<UnknownRecord>): KnownKind {
  return {
    shortNames: [shortName],
    categories: ['all'],
    hasGeneration: true,
    judgesItself: true,
    strategy: {
      defaults: (object) => {
        const spec = recordOf(object.spec)
        const template = getRecord(spec, 'template')
        const filled = withDefaults({ ...spec, ...(template && { template: defaultPodTemplate(template) }) }, defaults)
        return { ...object, spec: withRollingUpdate(filled, defaults) }
      },
      validateCreate: validate,
      validateUpdate: (object, live) => [...validate(object), ...validateSelectorUpdate(object, live)],
    },
  }
}

function validate(object: ApiObject): readonly FieldError[] {
  const replicas = numberOf(valueAt(object, 'spec', 'replicas')) ?? 0
  return [
    ...(replicas < 0 ? [invalidField('spec.replicas', replicas, 'must be greater than or equal to 0')] : []),
    ...validateSelector(object),
    ...validateContainers(listOf(valueAt(object, 'spec', 'template', 'spec', 'containers'))),
  ]
}

/** What the workload makes, it has to select. */
function validateSelector(object: ApiObject): readonly FieldError[] {
  const selector = getRecord(object, 'spec', 'selector')
  const found = getRecord(object, 'spec', 'template', 'metadata', 'labels')
  const labels = (found ?? {}) as Readonly<Record<string, string>>
  const mismatch = invalidField('spec.template.metadata.labels', found ?? null, '`selector` does not match template `labels`')
  if (!selector) return [requiredField('spec.selector'), mismatch]
  const compiled = compile(selector)
  if (typeof compiled === 'string') return [invalidField('spec.selector', selector, compiled)]
  if (compiled.isEmpty) {
    // Kubernetes checks a ReplicaSet by the code, and so in the words, that it has for a Deployment.
    const kind = object.kind === 'ReplicaSet' ? 'deployment' : object.kind.toLowerCase()
    return [invalidField('spec.selector', selector, `empty selector is invalid for ${kind}`)]
  }
  return compiled.matches(labels) ? [] : [mismatch]
}

/** A selector, or what is wrong with it. */
function compile(selector: Readonly<UnknownRecord>): LabelSelector | string {
  try {
    return labelSelectorFrom(selector)
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

function validateContainers(containers: readonly unknown[]): readonly FieldError[] {
  const path = 'spec.template.spec.containers'
  if (containers.length === 0) return [requiredField(path)]
  return errorsOf(containers, (entry, i) => {
    const { name, image } = recordOf(entry)
    return [
      ...(textOf(name) === '' ? [requiredField(`${path}[${i}].name`)] : []),
      ...(textOf(image) === '' ? [requiredField(`${path}[${i}].image`)] : []),
    ]
  })
}

function validateSelectorUpdate(object: ApiObject, live: ApiObject): readonly FieldError[] {
  const [next, before] = [valueAt(object, 'spec', 'selector'), valueAt(live, 'spec', 'selector')]
  return jsonEqual(next, before) ? [] : [invalidField('spec.selector', next, 'field is immutable')]
}

const count = (object: ApiObject, ...path: readonly string[]): number => numberOf(valueAt(object, ...path)) ?? 0

/** The containers' names and images, and the selector: wide output of all workloads. */
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

/** The template of a workload, or that of the jobs that it makes. */
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
  // These two are told as text, as clients have come to know them.
  { ...number('Up-to-date', 'Replicas of the latest template.', 'status', 'updatedReplicas'), type: 'string' },
  { ...number('Available', 'Replicas that serve.', 'status', 'availableReplicas'), type: 'string' },
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
