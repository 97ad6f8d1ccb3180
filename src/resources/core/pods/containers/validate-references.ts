/**
 * Validation of references to fields of a pod, and to requests and limits of its containers.
 *
 * @module
 */

import {
  type FieldError,
  invalidField,
  parseQuantity,
  requiredField,
  unsupportedField,
  validateQualifiedName,
} from '../../../../meta/index.js'
import type { FieldRule } from '../../../fields/field-rules.js'
import { recordOf, textOf } from '../../../fields/fields.js'

/** Fields that can be referenced somewhere. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['annotations', 'labels', 'name', 'namespace', 'uid'].map((field) => `metadata.${field}`),
  ...['nodeName', 'restartPolicy', 'schedulerName', 'serviceAccountName'].map((field) => `spec.${field}`),
  ...['hostIP', 'hostIPs', 'phase', 'podIP', 'podIPs'].map((field) => `status.${field}`),
  'spec.terminationGracePeriodSeconds',
])

const OF_VARIABLES = [
  ...['metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName'],
  ...['status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'],
]
const OF_VOLUMES = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid']

/** Splits a path to one label or annotation, such as `metadata.labels['app']`; the map is undefined for any other path. */
function subscript(path: string): { readonly map?: string; readonly key: string } {
  const at = path.endsWith("']") ? path.slice(0, -2).indexOf("['") : -1
  return at > 0 ? { map: path.slice(0, at), key: path.slice(at + 2, -2) } : { key: '' }
}

/**
 * A reference to a field of the pod.
 *
 * @param isVolume - Whether a file of a volume shows it, instead of a variable.
 */
export const fieldReference =
  (isVolume: boolean): FieldRule =>
  (field, value) => {
    if (value === undefined) return []
    const { apiVersion, fieldPath } = recordOf(value)
    const [given, at] = [textOf(fieldPath), `${field}.fieldPath`]
    if (textOf(apiVersion) === '') return [requiredField(`${field}.apiVersion`)]
    if (given === '') return [requiredField(at)]
    const unconverted = (detail: string) => [invalidField(at, given, `error converting fieldPath: ${detail}`)]
    if (apiVersion !== 'v1') return unconverted(`unsupported pod version: ${textOf(apiVersion)}`)
    const { map, key } = subscript(given)
    if (map === undefined) {
      // The older name of the field.
      const path = given === 'spec.host' ? 'spec.nodeName' : given
      if (!KNOWN.has(path)) return unconverted(`field label not supported: ${given}`)
      const supported = isVolume ? OF_VOLUMES : OF_VARIABLES
      return supported.includes(path) ? [] : [unsupportedField(at, path, supported)]
    }
    if (map !== 'metadata.labels' && map !== 'metadata.annotations')
      return unconverted(`field label does not support subscript: ${given}`)
    const name = map === 'metadata.labels' ? key : key.toLowerCase()
    return validateQualifiedName(name).map((message) => invalidField(field, name, message))
  }

const AMOUNTS = ['limits', 'requests'].flatMap((kind) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((resource) => `${kind}.${resource}`),
)
const HUGE_PAGES = /^(?:limits|requests)\.hugepages-/

/** Units in which an amount can be given, by resource. */
const DIVISORS = [
  { resources: /\.cpu$/, name: 'cpu', allowed: ['1m', '1'], shown: '1m and 1' },
  ...(
    [
      [/\.memory$/, 'memory'],
      [/\.ephemeral-storage$/, 'local ephemeral storage'],
      [/\.hugepages-/, 'hugepages'],
    ] as const
  ).map(([resources, name]) => {
    const allowed = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei']
    return { resources, name, allowed, shown: allowed.join(', ') }
  }),
]

/**
 * A reference to a request or limit of a container.
 *
 * @param needsContainer - Whether it names the container: in a volume.
 */
export const resourceReference =
  (needsContainer: boolean): FieldRule =>
  (field, value) => {
    if (value === undefined) return []
    const { containerName, resource, divisor } = recordOf(value)
    const name = textOf(resource)
    const divisorErrors = validateDivisor(name, divisor, `${field}.divisor`)
    if (needsContainer && textOf(containerName) === '') return [requiredField(`${field}.containerName`), ...divisorErrors]
    if (name === '') return [requiredField(`${field}.resource`)]
    if (AMOUNTS.includes(name) || HUGE_PAGES.test(name)) return divisorErrors
    return [unsupportedField(`${field}.resource`, name, AMOUNTS)]
  }

function validateDivisor(name: string, divisor: unknown, field: string): readonly FieldError[] {
  const unit = parseQuantity(divisor ?? '0')
  const rule = DIVISORS.find(({ resources }) => resources.test(name))
  if (!rule || !unit || unit.isZero || rule.allowed.includes(unit.toString())) return []
  return [invalidField(field, name, `only divisor's values ${rule.shown} are supported with the ${rule.name} resource`)]
}
