/**
 * The fields of a pod that the Pod Security Standards check.
 *
 * @module
 */

import { type ApiObject, isRecord, type UnknownRecord } from '../../meta/index.js'

/** A container with its name, or the pod. */
export interface Subject {
  /** Undefined for the pod itself. */
  readonly container: string | undefined
  readonly context: Readonly<UnknownRecord>
}

/** A pod to check. */
export interface JudgedPod {
  readonly spec: Readonly<UnknownRecord>
  readonly annotations: Readonly<Record<string, unknown>>
  /** The security context of the pod. */
  readonly pod: Subject
  /** Its containers in the order in which they run. */
  readonly containers: readonly (Subject & { readonly fields: Readonly<UnknownRecord> })[]
  /** The minor version of Kubernetes whose rules count; Infinity for the latest one. */
  readonly minor: number
}

/** The value if it is an object, otherwise an empty object. */
export const recordAt = (value: unknown): Readonly<UnknownRecord> => (isRecord(value) ? value : {})

/** The objects in a list. */
export const recordsIn = (value: unknown): readonly Readonly<UnknownRecord>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/**
 * Prepares a pod or pod template for the check.
 *
 * @param template - With `metadata` and `spec`.
 * @param version - `latest`, or such as `v1.30`.
 */
export function judgedPod(template: ApiObject, version: string): JudgedPod {
  const spec = recordAt(template.spec)
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => recordsIn(spec[list]))
  return {
    spec,
    annotations: recordAt(recordAt(template.metadata).annotations),
    pod: { container: undefined, context: recordAt(spec.securityContext) },
    containers: containers.map((fields) => ({
      container: String(fields.name ?? ''),
      context: recordAt(fields.securityContext),
      fields,
    })),
    minor: version === 'latest' ? Number.POSITIVE_INFINITY : Number(version.slice('v1.'.length)),
  }
}

/** Whether a pod runs on Windows, which rules consider since 1.25: Linux privileges do not exist there. */
export const isWindows = ({ spec, minor }: JudgedPod): boolean => minor >= 25 && recordAt(spec.os).name === 'windows'

/** Whether a pod has its own user namespace, which rules consider since 1.35: its root is unprivileged on the host. */
export const hasOwnUsers = ({ spec, minor }: JudgedPod): boolean => minor >= 35 && spec.hostUsers === false

/** Quoted values, without duplicates. */
export const quoted = (values: Iterable<unknown>): string => [...new Set(values)].map((value) => JSON.stringify(value)).join(', ')

/** `container "a"`, `containers "a", "b"`. */
export const named = (word: string, names: readonly unknown[]): string =>
  `${word}${names.length === 1 ? '' : 's'} ${quoted(names)}`

/** `pod`, `container "a"`, `pod and containers "a", "b"`. */
export function subjectsText(subjects: readonly Subject[]): string {
  const names = subjects.flatMap(({ container }) => (container === undefined ? [] : [container]))
  const parts = [...(names.length < subjects.length ? ['pod'] : []), ...(names.length > 0 ? [named('container', names)] : [])]
  return parts.join(' and ')
}
