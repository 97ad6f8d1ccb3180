/**
 * Priority: sets a pod's priority from its priority class.
 *
 * @module
 */

import { type ApiObject, type GroupResource, SYSTEM_PRIORITIES } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import type { AdmissionSources } from '../../sources.js'
import { isPodWrite, type PodSpec, podSpecOf } from './pods.js'

/** The fields of a priority class that this plugin uses. */
interface PriorityClass {
  readonly value: number
  readonly preemptionPolicy?: string
}

const NO_CLASS: PriorityClass = Object.freeze({ value: 0, preemptionPolicy: 'PreemptLowerPriority' })

/** A built-in class, available even when no such object is stored. */
function systemClass(name: string): PriorityClass | undefined {
  const known = SYSTEM_PRIORITIES.get(name)
  return known && { ...NO_CLASS, value: known.value }
}

/** Sets the priority of new pods from their class, or the default class; and refuses a second default class. */
export function priority(): AdmissionPlugin {
  const defaults = new Map<string, number>()
  let objects: AdmissionSources['objects'] | undefined
  let classes: GroupResource = { group: '', resource: 'priorityclasses' }
  const classOf = (name: string): PriorityClass | undefined => {
    const object = objects?.get(classes, name) as (ApiObject & Partial<PriorityClass>) | undefined
    return object ? { ...object, value: object.value ?? 0 } : systemClass(name)
  }
  /** If there are several defaults, which only concurrent writes can create, the one with the lowest value. */
  const defaultClass = (): string | undefined => [...defaults].sort(([, a], [, b]) => a - b)[0]?.[0]
  return {
    name: 'Priority',
    start(sources) {
      objects = sources.objects
      classes = { group: `scheduling.${sources.dialect.groupDomain}`, resource: 'priorityclasses' }
      return objects.follow(classes, {
        put({ metadata: { name = '' }, globalDefault, value }) {
          if (globalDefault === true) defaults.set(name, Number(value ?? 0))
          else defaults.delete(name)
        },
        remove: ({ metadata: { name = '' } }) => void defaults.delete(name),
      })
    },
    handles: (attributes) => isPodWrite(attributes) || isClassWrite(attributes, classes),
    mutate(object, attributes) {
      if (!isPodWrite(attributes)) return
      const spec = podSpecOf(object)
      if (attributes.operation === 'UPDATE') return keep(spec, podSpecOf(attributes.oldObject))
      const name = spec.priorityClassName || defaultClass()
      const found = name === undefined ? NO_CLASS : classOf(name)
      if (!found) throw admissionDenied(attributes, `no PriorityClass with name ${name} was found`)
      requireSame(attributes, spec, found)
      if (name !== undefined) spec.priorityClassName = name
      spec.priority = found.value
      if (found.preemptionPolicy !== undefined) spec.preemptionPolicy = found.preemptionPolicy
    },
    validate(attributes) {
      const { object } = attributes
      if (!isClassWrite(attributes, classes) || object?.globalDefault !== true) return
      const other = [...defaults.keys()].find((name) => name !== object.metadata.name)
      if (other === undefined) return
      throw admissionDenied(attributes, `PriorityClass ${other} is already marked as default. Only one default can exist`)
    },
  }
}

const isClassWrite = ({ operation, group, resource, subresource }: AdmissionAttributes, classes: GroupResource): boolean =>
  operation !== 'DELETE' && subresource === '' && group === classes.group && resource === classes.resource

/** Fields that an update omits keep their values; the schema refuses changes. */
function keep(spec: PodSpec, { priority, preemptionPolicy }: PodSpec): void {
  if (priority !== undefined) spec.priority ??= priority
  if (preemptionPolicy !== undefined) spec.preemptionPolicy ??= preemptionPolicy
}

/** A pod may contain only the values of its class. */
function requireSame(attributes: AdmissionAttributes, spec: PodSpec, { value, preemptionPolicy }: PriorityClass): void {
  const differs = (what: string, given: unknown, own: unknown) =>
    admissionDenied(
      attributes,
      `the ${what} (${given}) must not be provided in pod spec; priority admission controller computed ${own} from the given PriorityClass name`,
    )
  if (spec.priority !== undefined && spec.priority !== value) {
    throw differs('integer value of priority', spec.priority, value)
  }
  if (preemptionPolicy !== undefined && spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    throw differs('string value of PreemptionPolicy', spec.preemptionPolicy, preemptionPolicy)
  }
}
