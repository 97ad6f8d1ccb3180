/**
 * Validation of the resource claims of a pod, and of their use by containers.
 *
 * @module
 */

import {
  duplicateField,
  errorsOf,
  type FieldError,
  invalidField,
  notFoundField,
  requiredField,
  type UnknownRecord,
} from '../../../meta/index.js'
import { dnsLabel, type FieldRule, givenSubdomain, judgeFields, needed } from '../../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, textAt } from '../../fields/fields.js'
import { repeatedNames } from '../../fields/repeated-names.js'

const SOURCES = ['resourceClaimName', 'resourceClaimTemplateName']

/** A claim is named, or made from a template. */
const oneSource: FieldRule = (field, claim) => {
  const given = SOURCES.filter((source) => recordOf(claim)[source] !== undefined)
  const names = SOURCES.map((source) => `\`${source}\``)
  if (given.length === 1) return []
  return [
    invalidField(
      field,
      claim,
      given.length === 0 ? `must specify one of: ${names.join(', ')}` : `at most one of ${names.join(' or ')} may be specified`,
    ),
  ]
}

const judge = judgeFields({
  'resourceClaims[].name': needed(dnsLabel),
  'resourceClaims[]': oneSource,
  ...Object.fromEntries(SOURCES.map((source) => [`resourceClaims[].${source}`, givenSubdomain])),
})

/** Names of the claims of a pod. */
export const claimNames = (spec: Readonly<UnknownRecord>): readonly string[] =>
  listOf(spec.resourceClaims).map((claim) => textAt(claim, 'name'))

/**
 * Validates the claims of a pod.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export const validateClaims = (spec: Readonly<UnknownRecord>, path: string): readonly FieldError[] => [
  ...judge(spec, path),
  ...repeatedNames(claimNames(spec), (i) => `${path}.resourceClaims[${i}].name`),
]

/**
 * Validates which claims a container uses.
 *
 * @param used - The uses: `claims` of its resources.
 * @param path - Their field path.
 * @param known - Names of the claims of the pod.
 */
export function validateUsedClaims(used: readonly unknown[], path: string, known: readonly string[]): readonly FieldError[] {
  if (used.length === 0) return []
  const [isKnown, isRepeated] = [new Set(known), repeatsIn(used.map((use) => `${textAt(use, 'name')}/${textAt(use, 'request')}`))]
  const names = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`
  return errorsOf(used, (use, i) => {
    const [name, field] = [textAt(use, 'name'), `${path}[${i}]`]
    if (name === '') return [requiredField(field)]
    const missing = notFoundField(field, name)
    return [
      ...(isRepeated(i) ? [duplicateField(field, name)] : []),
      ...(isKnown.has(name)
        ? []
        : [{ ...missing, message: `${missing.message}: must be one of the names in pod.spec.resourceClaims${names}` }]),
    ]
  })
}
