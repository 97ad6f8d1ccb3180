/**
 * RuntimeClass: sets the overhead and scheduling constraints of a pod's runtime.
 *
 * @module
 */

import { type ApiObject, type GroupResource, isRecord, jsonEqual, parseQuantity } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import type { AdmissionSources } from '../../sources.js'
import { isPodCreate, type PodSpec, podSpecOf, type ResourceList, type Toleration, withTolerations } from './pods.js'

/** The fields of a runtime class that this plugin uses. */
interface RuntimeClassFields {
  readonly overhead?: { readonly podFixed?: ResourceList }
  readonly scheduling?: { readonly nodeSelector?: Readonly<Record<string, string>>; readonly tolerations?: readonly Toleration[] }
}

/** Sets the overhead, node selector and tolerations of a new pod from its runtime class; refuses an unknown class. */
export function runtimeClass(): AdmissionPlugin {
  let objects: AdmissionSources['objects'] | undefined
  let classes: GroupResource = { group: '', resource: 'runtimeclasses' }
  const classOf = (attributes: AdmissionAttributes): RuntimeClassFields | undefined => {
    const { runtimeClassName } = podSpecOf(attributes.object)
    if (runtimeClassName === undefined) return undefined
    const found = objects?.get(classes, runtimeClassName) as (ApiObject & RuntimeClassFields) | undefined
    if (found) return found
    throw admissionDenied(attributes, `pod rejected: RuntimeClass ${JSON.stringify(runtimeClassName)} not found`)
  }
  return {
    name: 'RuntimeClass',
    start(sources) {
      objects = sources.objects
      classes = { group: `node.${sources.dialect.groupDomain}`, resource: 'runtimeclasses' }
    },
    handles: isPodCreate,
    mutate(pod, attributes) {
      const found = classOf(attributes)
      if (!found) return
      const spec = podSpecOf(pod)
      setOverhead(attributes, spec, found)
      setScheduling(attributes, spec, found)
    },
    validate(attributes) {
      const { overhead } = podSpecOf(attributes.object)
      const found = classOf(attributes)
      if (!found?.overhead) {
        if (overhead === undefined) return
        throw admissionDenied(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
      }
      if (!isSame(found.overhead.podFixed, overhead)) throw otherOverhead(attributes)
    },
  }
}

const otherOverhead = (attributes: AdmissionAttributes) =>
  admissionDenied(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")

function setOverhead(attributes: AdmissionAttributes, spec: PodSpec, { overhead }: RuntimeClassFields): void {
  if (!overhead) return
  if (spec.overhead !== undefined && !isSame(overhead.podFixed, spec.overhead)) throw otherOverhead(attributes)
  if (overhead.podFixed) spec.overhead = { ...overhead.podFixed }
}

function setScheduling(attributes: AdmissionAttributes, spec: PodSpec, { scheduling }: RuntimeClassFields): void {
  if (!scheduling) return
  const { nodeSelector = {}, tolerations = [] } = scheduling
  for (const [key, value] of Object.entries(nodeSelector)) {
    const own = spec.nodeSelector && Object.hasOwn(spec.nodeSelector, key) ? spec.nodeSelector[key] : undefined
    if (own === undefined || own === value) continue
    const reason = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`
    throw admissionDenied(attributes, reason)
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...spec.nodeSelector, ...nodeSelector }
  const whole = withTolerations(spec.tolerations, tolerations)
  if (whole) spec.tolerations = whole
}

/** Whether two lists have the same amounts, even if written differently. */
function isSame(one: ResourceList | undefined, other: ResourceList | undefined): boolean {
  return jsonEqual(amountsOf(one), amountsOf(other))
}

function amountsOf(list: ResourceList | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(isRecord(list) ? list : {})
  return Object.fromEntries(entries.map(([name, amount]) => [name, String(parseQuantity(amount)?.nanos)]))
}
