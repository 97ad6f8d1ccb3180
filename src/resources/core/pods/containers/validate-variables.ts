/**
 * Validation of a container's environment variables.
 *
 * @module
 */

import { errorsOf, type FieldError, invalidField, notFoundField, type UnknownRecord } from '../../../../meta/index.js'
import { dnsLabel, dnsSubdomain, type FieldRule, givenSubdomain, matching, needed, text } from '../../../fields/field-rules.js'
import { getRecord, listOf, recordOf, textAt, textOf } from '../../../fields/fields.js'
import { validateDataKey } from '../../config/data.js'
import { pathWithoutSteps } from '../../volumes/paths.js'
import { containersOf } from './containers.js'
import { fieldReference, resourceReference } from './validate-references.js'

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef']
const ONE_OF = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'

const variable: FieldRule = (field, value) => {
  const { value: given, valueFrom } = recordOf(value)
  if (valueFrom === undefined) return []
  const sources = SOURCES.filter((source) => recordOf(valueFrom)[source] !== undefined)
  const at = `${field}.valueFrom`
  return [
    ...(sources.length === 0 ? [invalidField(at, '', ONE_OF)] : []),
    ...(sources.length > 1 && textOf(given) === ''
      ? [invalidField(at, '', 'may not have more than one field specified at a time')]
      : []),
    ...(sources.length > 0 && textOf(given) !== ''
      ? [invalidField(at, '', 'may not be specified when `value` is not empty')]
      : []),
  ]
}

/** Errors name the list, not the item, as in Kubernetes. */
const manyVariables: FieldRule = (field, value) =>
  errorsOf(listOf(value), (source) => {
    const given = ['configMapRef', 'secretRef'].filter((member) => recordOf(source)[member] !== undefined)
    if (given.length === 1) return []
    const detail =
      given.length === 0
        ? 'must specify one of: `configMapRef` or `secretRef`'
        : 'may not have more than one field specified at a time'
    return [invalidField(field, '', detail)]
  })

/** The name of an object that has the value. Without one, the name is invalid, not missing. */
const dataName: FieldRule = (field, value) => (value === undefined ? [] : givenSubdomain(`${field}.name`, textAt(value, 'name')))

const variableName = matching(
  /^[ -<>-~]+$/,
  "a valid environment variable name must consist only of printable ASCII characters other than '='",
)

const dataKey = needed(text(validateDataKey))

/** Rules of the variables of a container, by field path. */
export const variableRules: Readonly<Record<string, FieldRule>> = {
  'env[].name': needed(variableName),
  'env[]': variable,
  'env[].valueFrom.fieldRef': fieldReference(false),
  'env[].valueFrom.resourceFieldRef': resourceReference(false),
  ...Object.fromEntries(
    ['configMapKeyRef', 'secretKeyRef'].flatMap((source) => [
      [`env[].valueFrom.${source}.key`, dataKey],
      [`env[].valueFrom.${source}`, dataName],
    ]),
  ),
  'env[].valueFrom.fileKeyRef.key': needed(variableName),
  'env[].valueFrom.fileKeyRef.volumeName': needed(dnsLabel),
  'env[].valueFrom.fileKeyRef.path': needed(pathWithoutSteps),
  'envFrom[].prefix': variableName,
  'envFrom[].configMapRef.name': needed(dnsSubdomain),
  'envFrom[].secretRef.name': needed(dnsSubdomain),
  envFrom: manyVariables,
}

/**
 * Validates the volumes with the files that variables are read from.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export function validateVariableFiles(spec: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const volumes = new Map(listOf(spec.volumes).map((volume) => [textAt(volume, 'name'), recordOf(volume)]))
  return errorsOf(containersOf(spec, path), ([container, field]) =>
    errorsOf(listOf(container.env), (entry, i) => {
      const file = getRecord(recordOf(entry), 'valueFrom', 'fileKeyRef')
      if (!file) return []
      const [volume, at] = [volumes.get(textOf(file.volumeName)), `${field}.env[${i}].valueFrom.fileKeyRef.volumeName`]
      if (!volume) return [notFoundField(at, textOf(file.volumeName))]
      return volume.emptyDir === undefined
        ? [invalidField(at, file.volumeName, 'referenced volume must be of type emptyDir')]
        : []
    }),
  )
}
