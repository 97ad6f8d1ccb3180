/**
 * Resize: changes requests and limits of an existing pod's containers. The subresource `pods/resize`.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  type UnknownRecord,
} from '../../../meta/index.js'
import type { Subresource } from '../../definition/definition.js'
import { listOf, recordOf, textOf, valueAt, withFields } from '../../fields/fields.js'
import { PART_VERBS } from '../../subresources/subresources.js'
import { isMirror } from './mirror-annotation.js'
import { qosClassOf } from './pod-status.js'

type Part = Readonly<UnknownRecord>

/** The lists of containers whose resources may change. */
const LISTS = ['containers', 'initContainers'] as const
/** The resources that may change. */
const RESIZABLE = { cpu: undefined, memory: undefined }

/** `/resize`, which takes the resources of containers. */
export const resizeSubresource: Subresource = Object.freeze({
  name: 'resize',
  verbs: PART_VERBS,
  takes: [],
  merge(live: ApiObject, sent: ApiObject): ApiObject {
    const [before, next] = [recordOf(live.spec), recordOf(sent.spec)]
    const lists = LISTS.filter((list) => before[list] !== undefined || next[list] !== undefined)
    return {
      ...live,
      spec: withFields(before, Object.fromEntries(lists.map((list) => [list, resized(before[list], next[list])]))),
    }
  },
})

/** Containers with other resources; unknown ones are kept, and refused by validation. */
function resized(before: unknown, next: unknown): unknown {
  const [old, sent] = [listOf(before).map(recordOf), listOf(next).map(recordOf)]
  if (old.length !== sent.length || old.some(({ name }, i) => name !== sent[i]?.name)) return next
  return old.map((container, i) => {
    const { resources, resizePolicy } = sent[i] ?? {}
    return withFields(container, { resources, resizePolicy })
  })
}

/**
 * Validates a resize, in addition to the validation of any pod.
 *
 * @param pod - The pod in its new state.
 * @param live - The stored state.
 * @param dialect - The plane's dialect.
 */
export function validateResize(pod: ApiObject, live: ApiObject, dialect: Dialect): readonly FieldError[] {
  const [next, before] = [recordOf(pod.spec), recordOf(live.spec)]
  const cannot = (what: string) => [forbiddenField('', `${what} cannot be resized`)]
  if (Object.keys(recordOf(before.resources)).length > 0) return cannot('pods with pod-level resources')
  if (isMirror(live, dialect)) return cannot('static pods')
  if (recordOf(before.os).name === 'windows') return cannot('windows pods')
  const qosClass = textOf(valueAt(live, 'status', 'qosClass')) || qosClassOf(live)
  const orders = LISTS.flatMap((list) =>
    validateOrder(list, listOf(next[list]).map(recordOf), listOf(before[list]).map(recordOf)),
  )
  return [
    ...(qosClassOf(pod) === qosClass
      ? []
      : [invalidField('spec', qosClass, 'Pod QOS Class may not change as a result of resizing')]),
    ...(isSupported(live) ? [] : [forbiddenField('spec', 'Pod running on node without support for resize')]),
    ...orders,
    // Containers with different names cannot be compared.
    ...(orders.length > 0 ? [] : LISTS.flatMap((list) => validateChanges(list, listOf(next[list]), listOf(before[list])))),
  ]
}

/** Whether the node of a running pod reports allocated resources, which shows that it supports resizing. */
function isSupported(pod: ApiObject): boolean {
  const running = listOf(valueAt(pod, 'status', 'containerStatuses')).find((status) => valueAt(status, 'state', 'running'))
  return running === undefined || valueAt(running, 'resources') !== undefined
}

function validateOrder(list: string, next: readonly Part[], before: readonly Part[]): readonly FieldError[] {
  if (next.length !== before.length) return [forbiddenField(`spec.${list}`, `${list} may not be added or removed on resize`)]
  return errorsOf(before, ({ name }, i) =>
    next[i]?.name === name
      ? []
      : [forbiddenField(`spec.${list}[${i}].name`, `${list} may not be renamed or reordered on resize`)],
  )
}

function validateChanges(list: string, next: readonly unknown[], before: readonly unknown[]): readonly FieldError[] {
  return errorsOf(before, (old, i) => {
    const [was, is] = [recordOf(old), recordOf(next[i])]
    const isSidecar = list === 'initContainers'
    if (isSidecar && was.restartPolicy !== 'Always') {
      return jsonEqual(was, is) ? [] : [forbiddenField('spec', 'resources for non-sidecar init containers are immutable')]
    }
    const removed = (member: 'requests' | 'limits') =>
      Object.keys(amounts(was, member)).every((name) => Object.hasOwn(amounts(is, member), name))
        ? []
        : [forbiddenField(`spec.${list}[${i}].resources.${member}`, `resource ${member} cannot be removed`)]
    const only = `only cpu and memory resources${isSidecar ? ' for sidecar containers' : ''} are mutable`
    return [
      ...removed('requests'),
      ...removed('limits'),
      ...(jsonEqual(fixedPart(was), fixedPart(is)) ? [] : [forbiddenField('spec', only)]),
    ]
  })
}

const amounts = ({ resources }: Part, member: 'requests' | 'limits'): Part => recordOf(recordOf(resources)[member])

/** The immutable part of the spec. */
const fixedPart = (container: Part): Part => ({
  ...container,
  resources: {
    ...recordOf(container.resources),
    requests: withFields(amounts(container, 'requests'), RESIZABLE),
    limits: withFields(amounts(container, 'limits'), RESIZABLE),
  },
})
