/**
 * Objects of the packaged kinds that nothing is wrong with, to be changed by tests.
 *
 * @module
 */

import type { ApiObject } from '../../../src/meta/index.js'
import { type PackagedKinds, packagedKinds } from '../../../src/public/kubernetes.js'
import { create, objectOf, update } from '../support.js'

export const kinds = packagedKinds()

export type Kind = keyof PackagedKinds

const pod = { containers: [{ name: 'main', image: 'example.com/app:1' }] }
const labelled = { selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: pod } }
const job = { template: { spec: { ...pod, restartPolicy: 'Never' } } }

/** What each kind holds at least. */
const PLAIN: Readonly<Partial<Record<Kind, Readonly<Record<string, unknown>>>>> = {
  Pod: { spec: pod },
  PodTemplate: { template: { spec: pod } },
  ReplicationController: { spec: { template: labelled.template } },
  Deployment: { spec: labelled },
  ReplicaSet: { spec: labelled },
  DaemonSet: { spec: labelled },
  StatefulSet: { spec: { ...labelled, serviceName: 's' } },
  Job: { spec: job },
  CronJob: { spec: { schedule: '* * * * *', jobTemplate: { spec: job } } },
  Service: { spec: { ports: [{ port: 80 }] } },
  PersistentVolume: { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
  PersistentVolumeClaim: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  StorageClass: { provisioner: 'example.com/disk' },
  PriorityClass: { value: 10 },
  RuntimeClass: { handler: 'fast' },
  IngressClass: { spec: { controller: 'example.com/x' } },
  Ingress: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
  NetworkPolicy: { spec: { podSelector: {} } },
  PodDisruptionBudget: { spec: { minAvailable: 1 } },
  HorizontalPodAutoscaler: { spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd' } } },
  EndpointSlice: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 80 }] },
  ResourceClaim: { spec: { devices: {} } },
  APIService: {
    metadata: { name: 'v1.example.com' },
    spec: { group: 'example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 },
  },
  LimitRange: { spec: { limits: [] } },
  ResourceQuota: { spec: { hard: { pods: '4' } } },
  VolumeAttributesClass: { driverName: 'disk.example.com', parameters: { speed: 'fast' } },
  VolumeAttachment: { spec: { attacher: 'disk.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  CSINode: { spec: { drivers: [{ name: 'disk.example.com', nodeID: 'n-1' }] } },
  CSIStorageCapacity: { storageClassName: 'fast' },
  CSIDriver: { spec: {} },
  FlowSchema: {
    spec: {
      priorityLevelConfiguration: { name: 'low' },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'jane' } }],
          resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/healthz/*'] }],
        },
      ],
    },
  },
  PriorityLevelConfiguration: {
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4 } } } },
  },
}

/** An object of a kind as a client would send it. */
export const plain = (kind: Kind, change: Change = {}): ApiObject => changed(objectOf(kinds[kind], PLAIN[kind] ?? {}), change)

/** The same as it would be stored. */
export const stored = (kind: Kind, change: Change = {}): ApiObject => create(kinds[kind], plain(kind, change)).object

/** New values by their paths; undefined takes one away. */
export type Change = Readonly<Record<string, unknown>>

/** An object with some values changed. */
export const changed = (object: ApiObject, change: Change): ApiObject =>
  Object.entries(change).reduce((made, [path, value]) => put(made, path.split('.'), value), object as unknown) as ApiObject

function put(value: unknown, [key = '', ...rest]: readonly string[], wanted: unknown): unknown {
  const inner = (value as Change | undefined)?.[key]
  const next = rest.length === 0 ? wanted : put(inner, rest, wanted)
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? next : item))
  const { [key]: _, ...others } = (value ?? {}) as Change
  return next === undefined ? others : { ...others, [key]: next }
}

/** The fields that a write is refused for: what the kind says, and what the schema says. */
export function refused(kind: Kind, change: Change): readonly string[] {
  const { object, causes } = create(kinds[kind], plain(kind, change))
  const schema = kinds[kind].versions[0]?.schema?.validate(object) ?? []
  return [...new Set([...schema.map(({ field }) => field), ...causes.map((cause) => cause.slice(0, cause.indexOf(': ')))])]
}

/** The fields that a change of a stored object is refused for. */
export const refusedUpdate = (kind: Kind, live: ApiObject, change: Change): readonly string[] =>
  update(kinds[kind], live, changed(live, change)).causes.map((cause) => cause.slice(0, cause.indexOf(': ')))
