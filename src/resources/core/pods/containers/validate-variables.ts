/**
 * Validation of a container's environment variables.
 *
 * @module
 */

import { invalidField } from '../../../../meta/index.js'
import { dnsSubdomain, type FieldRule, matching, needed, text } from '../../../fields/field-rules.js'
import { recordOf, textOf } from '../../../fields/fields.js'
import { validateDataKey } from '../../config/data.js'
import { resourceReference } from './validate-references.js'

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
