/**
 * Ephemeral containers, which are added to an existing pod for debugging, and their subresource `pods/ephemeralcontainers`.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  jsonEqual,
  notFoundField,
  type UnknownRecord,
} from '../../../../meta/index.js'
import type { Subresource } from '../../../definition/definition.js'
import { listOf, recordOf, textOf, withFields } from '../../../fields/fields.js'
import { PART_VERBS } from '../../../subresources/subresources.js'
import { isMirror } from '../mirror-annotation.js'
import { type ContainerContext, validateContainer } from './validate-container.js'

type Part = Readonly<UnknownRecord>

/** `/ephemeralcontainers`, which changes only the ephemeral containers. */
export const ephemeralContainersSubresource: Subresource = Object.freeze({
  name: 'ephemeralcontainers',
  verbs: PART_VERBS,
  takes: [],
  merge(live: ApiObject, sent: ApiObject): ApiObject {
    const { ephemeralContainers } = recordOf(sent.spec)
    return { ...live, spec: withFields(recordOf(live.spec), { ephemeralContainers }) }
  },
})

/** Container fields that ephemeral containers may not have. */
const NOT_TAKEN = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
]
const NOT_TAKEN_OF_MOUNTS = ['subPath', 'subPathExpr']
const CANNOT_BE_SET = 'cannot be set for an Ephemeral Container'

/**
 * Validates the ephemeral containers of a pod.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 * @param place - The context of the pod.
 */
export function validateEphemeralContainers(spec: Part, path: string, place: ContainerContext): readonly FieldError[] {
  const others = new Set(['containers', 'initContainers'].flatMap((list) => listOf(spec[list]).map(nameOf)))
  const names = new Set(others)
  return errorsOf(listOf(spec.ephemeralContainers).map(recordOf), (container, i) => {
    const [field, name, target] = [`${path}[${i}]`, nameOf(container), textOf(container.targetContainerName)]
    const isRepeated = names.has(name)
    names.add(name)
    return [
      ...validateContainer(container, field, place),
      ...(isRepeated ? [duplicateField(`${field}.name`, name)] : []),
      ...(target === '' || others.has(target) ? [] : [notFoundField(`${field}.targetContainerName`, target)]),
      ...forbidden(container, NOT_TAKEN, field),
      ...errorsOf(listOf(container.volumeMounts), (mount, j) =>
        forbidden(recordOf(mount), NOT_TAKEN_OF_MOUNTS, `${field}.volumeMounts[${j}]`),
      ),
    ]
  })
}

const nameOf = (container: unknown): string => textOf(recordOf(container).name)

/** Refuses fields that are set. */
const forbidden = (part: Part, members: readonly string[], path: string): readonly FieldError[] =>
  members.filter((member) => !isEmpty(part[member])).map((member) => forbiddenField(`${path}.${member}`, CANNOT_BE_SET))

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

/**
 * Validates a change of the ephemeral containers: they can be added, existing ones are immutable.
 *
 * @param pod - The new state of the pod.
 * @param live - The stored state.
 * @param dialect - The plane's dialect.
 */
export function validateEphemeralChange(pod: ApiObject, live: ApiObject, dialect: Dialect): readonly FieldError[] {
  if (isMirror(live, dialect)) return [forbiddenField('', 'static pods do not support ephemeral containers')]
  const next = new Map(listOf(recordOf(pod.spec).ephemeralContainers).map((container) => [nameOf(container), container]))
  return errorsOf(listOf(recordOf(live.spec).ephemeralContainers), (container) => {
    const name = nameOf(container)
    if (jsonEqual(next.get(name), container)) return []
    const change = next.has(name) ? 'changed' : 'removed'
    const detail = `existing ephemeral containers ${JSON.stringify(name)} may not be ${change}`
    return [forbiddenField('spec.ephemeralContainers', detail)]
  })
}
