/**
 * A pod, as far as its security is judged.
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

/** A pod to judge. */
export interface JudgedPod {
  readonly spec: Readonly<UnknownRecord>
  readonly annotations: Readonly<Record<string, unknown>>
  /** The security context of the pod. */
  readonly pod: Subject
  /** Its containers in the order that they are run in. */
  readonly containers: readonly (Subject & { readonly fields: Readonly<UnknownRecord> })[]
  readonly isWindows: boolean
}

/** An object, or an empty one. */
export const recordAt = (value: unknown): Readonly<UnknownRecord> => (isRecord(value) ? value : {})

/** The objects in a list. */
export const recordsIn = (value: unknown): readonly Readonly<UnknownRecord>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/**
 * Prepares a pod, or the template of pods, to be judged.
 *
 * @param template - With `metadata` and `spec`.
 */
export function judgedPod(template: ApiObject): JudgedPod {
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
    isWindows: recordAt(spec.os).name === 'windows',
  }
}

/** Values in quotes, each once. */
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
