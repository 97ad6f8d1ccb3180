/**
 * Validation of a container's environment variables.
 *
 * @module
 */

import { invalidField, parseQuantity, requiredField, unsupportedField } from '../../../../meta/index.js'
import { dnsSubdomain, type FieldRule, matching, needed, text } from '../../../fields/field-rules.js'
import { recordOf, textOf } from '../../../fields/fields.js'
import { validateDataKey } from '../../config/data.js'

const SOURCES = ['configMapKeyRef', 'fieldRef', 'fileKeyRef', 'resourceFieldRef', 'secretKeyRef']

const variable: FieldRule = (field, value) => {
  const { value: given, valueFrom } = recordOf(value)
  if (valueFrom === undefined) return []
  const sources = SOURCES.filter((source) => recordOf(valueFrom)[source] !== undefined)
  const at = `${field}.valueFrom`
  return [
    ...(sources.length === 0
      ? [invalidField(at, '', `must specify one of: ${SOURCES.map((source) => `\`${source}\``).join(', ')}`)]
      : []),
    ...(sources.length > 1 ? [invalidField(at, '', 'may not have more than one field specified at a time')] : []),
    ...(sources.length > 0 && textOf(given) !== ''
      ? [invalidField(at, '', 'may not be specified when `value` is not empty')]
      : []),
  ]
}

const manyVariables: FieldRule = (field, value) => {
  const given = ['configMapRef', 'secretRef'].filter((source) => recordOf(value)[source] !== undefined)
  if (given.length === 1) return []
  return [
    invalidField(
      field,
      '',
      given.length === 0
        ? 'must specify one of: `configMapRef` or `secretRef`'
        : 'may not have more than one field specified at a time',
    ),
  ]
}

/** Fields of the pod that a container may reference. */
const FIELD_PATH =
  /^(?:metadata\.(?:name|namespace|uid|(?:labels|annotations)\['[^']+'\])|spec\.(?:nodeName|serviceAccountName)|status\.(?:hostIPs?|podIPs?))$/

const variableName = matching(
  /^[^=\p{Cc}]+$/u,
  "a valid environment variable name must consist only of printable ASCII characters other than '='",
)

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
    if (needsContainer && textOf(containerName) === '') return [requiredField(`${field}.containerName`)]
    if (name === '') return [requiredField(`${field}.resource`)]
    if (!AMOUNTS.includes(name) && !HUGE_PAGES.test(name)) return [unsupportedField(`${field}.resource`, name, AMOUNTS)]
    const unit = parseQuantity(divisor ?? '0')
    const rule = DIVISORS.find(({ resources }) => resources.test(name))
    if (!rule || !unit || unit.isZero || rule.allowed.includes(unit.toString())) return []
    return [
      invalidField(`${field}.divisor`, name, `only divisor's values ${rule.shown} are supported with the ${rule.name} resource`),
    ]
  }

const dataKey = needed(text(validateDataKey))

/** Rules of the variables of a container, by field path. */
export const variableRules: Readonly<Record<string, FieldRule>> = {
  'env[].name': needed(variableName),
  'env[]': variable,
  'env[].valueFrom.fieldRef.fieldPath': needed(
    text((path) => (FIELD_PATH.test(path) ? [] : [`error converting fieldPath: field label not supported: ${path}`])),
  ),
  'env[].valueFrom.resourceFieldRef': resourceReference(false),
  ...Object.fromEntries(
    ['configMapKeyRef', 'secretKeyRef'].flatMap((source) => [
      [`env[].valueFrom.${source}.key`, dataKey],
      [`env[].valueFrom.${source}.name`, dnsSubdomain],
    ]),
  ),
  'envFrom[].prefix': variableName,
  'envFrom[]': manyVariables,
  'envFrom[].configMapRef.name': needed(dnsSubdomain),
  'envFrom[].secretRef.name': needed(dnsSubdomain),
}
