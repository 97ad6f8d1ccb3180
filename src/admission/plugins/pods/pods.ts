/**
 * Common parts of plugins for pods.
 *
 * @module
 */

import type { ApiObject, UnknownRecord } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'

/** Amounts of resources by name, as strings. */
export type ResourceList = Record<string, unknown>

/** Requests and limits. */
interface Resources {
  requests?: ResourceList
  limits?: ResourceList
}

/** The fields of a container that plugins use. */
export interface Container {
  name?: string
  image?: string
  imagePullPolicy?: string
  /** `Always` for a sidecar container. */
  restartPolicy?: string
  resources?: Resources
  env?: { name?: string; valueFrom?: { secretKeyRef?: { name?: string } } }[]
  envFrom?: { secretRef?: { name?: string } }[]
  volumeMounts?: { name: string; readOnly?: boolean; mountPath: string }[]
}

/** The fields of a volume that plugins use. */
export interface Volume {
  name?: string
  image?: { reference?: string; pullPolicy?: string }
  secret?: { secretName?: string }
  projected?: { defaultMode?: number; sources?: Record<string, unknown>[] }
}

/** A toleration of a taint. */
export interface Toleration {
  key?: string
  operator?: string
  value?: string
  effect?: string
  tolerationSeconds?: number
}

/**
 * Merges tolerations into those of a pod, without duplicates.
 *
 * @param known - Tolerations of the pod.
 * @param more - Tolerations to add.
 * @returns The very same list when there is nothing new.
 */
export function withTolerations(known: Toleration[] | undefined, more: readonly Toleration[]): Toleration[] | undefined {
  // Compared by their JSON: both lists may be long.
  const keys = new Set((known ?? []).map(tolerationKey))
  const missing = more.filter((toleration) => !keys.has(tolerationKey(toleration)))
  return missing.length === 0 ? known : [...(known ?? []), ...missing]
}

const tolerationKey = ({ key, operator, value, effect, tolerationSeconds }: Toleration): string =>
  JSON.stringify([key, operator, value, effect, tolerationSeconds])

/** The fields of a pod's spec that plugins use. */
export interface PodSpec {
  initContainers?: Container[]
  containers?: Container[]
  ephemeralContainers?: Container[]
  tolerations?: Toleration[]
  volumes?: Volume[]
  serviceAccountName?: string
  /** The older name of the same field; some clients read only this one. */
  serviceAccount?: string
  automountServiceAccountToken?: boolean
  imagePullSecrets?: { name?: string }[]
  nodeSelector?: Record<string, string>
  /** Applies to all containers together. */
  resources?: Resources
  overhead?: ResourceList
  runtimeClassName?: string
  priorityClassName?: string
  priority?: number
  preemptionPolicy?: string
}

/** Whether a request creates or updates a pod itself. */
export const isPodWrite = ({ group, resource, subresource, operation }: AdmissionAttributes): boolean =>
  group === '' && resource === 'pods' && subresource === '' && operation !== 'DELETE'

/** The spec of a pod; the spec of a draft may be modified. */
export function podSpecOf(pod: ApiObject | UnknownRecord | undefined): PodSpec {
  const spec = pod?.spec
  return typeof spec === 'object' && spec !== null ? (spec as PodSpec) : {}
}

/** The containers of a pod that ask for resources. */
export const containersOf = ({ containers = [], initContainers = [] }: PodSpec): readonly Container[] => [
  ...containers,
  ...initContainers,
]

/** The container lists of a pod, with their field names. */
export const containerLists = (spec: PodSpec): readonly (readonly [field: string, containers: Container[]])[] => [
  ['initContainers', spec.initContainers ?? []],
  ['containers', spec.containers ?? []],
  ['ephemeralContainers', spec.ephemeralContainers ?? []],
]

/** The images of a pod: of its containers, in order. */
export const imagesOf = (pod: ApiObject | undefined): readonly string[] =>
  containerLists(podSpecOf(pod)).flatMap(([, containers]) => containers.map(({ image = '' }) => image))

/** Whether an update adds no image to those that the pod has already. */
export function bringsNoImages({ operation, object, oldObject }: AdmissionAttributes): boolean {
  if (operation !== 'UPDATE') return false
  const known = new Set(imagesOf(oldObject))
  return imagesOf(object).every((image) => known.has(image))
}

/** Whether a request creates a pod. */
export const isPodCreate = (attributes: AdmissionAttributes): boolean =>
  attributes.operation === 'CREATE' && isPodWrite(attributes)

/** Whether a request changes the resources of a pod's containers. */
export const isPodResize = ({ operation, group, resource, subresource }: AdmissionAttributes): boolean =>
  operation === 'UPDATE' && group === '' && resource === 'pods' && subresource === 'resize'

/** Whether a request adds ephemeral containers to a running pod. */
export const addsEphemeralContainers = ({ operation, group, resource, subresource }: AdmissionAttributes): boolean =>
  operation === 'UPDATE' && group === '' && resource === 'pods' && subresource === 'ephemeralcontainers'
