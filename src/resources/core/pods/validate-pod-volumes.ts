/**
 * Validation of a pod's volumes.
 *
 * @module
 */

import {
  dnsLabelName,
  duplicateField,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  type UnknownRecord,
} from '../../../meta/index.js'
import { recordOf, textOf } from '../../fields/fields.js'
import { validateClaimTemplate } from '../volumes/validate-claim.js'
import { validateSource } from '../volumes/validate-source.js'
import { furtherSources, inSourceOrder } from '../volumes/volume-sources.js'
import { validateDownwardFiles, validateProjected } from './validate-projected.js'

type Part = Readonly<UnknownRecord>

/** Valid volumes of a pod by name. */
export type Volumes = ReadonlyMap<string, Part>

/** Result of the validation of a pod's volumes. */
export interface JudgedVolumes {
  readonly errors: readonly FieldError[]
  /** The valid volumes: a mount of any other one is an error, too. */
  readonly volumes: Volumes
}

/**
 * Validates volumes: unique names, and exactly one valid source each.
 *
 * @param given - The volumes.
 * @param path - Its field path.
 */
export function judgeVolumes(given: readonly Part[], path: string): JudgedVolumes {
  const volumes = new Map<string, Part>()
  const errors = errorsOf(given, (volume, i) => {
    const [name, at] = [textOf(volume.name), `${path}[${i}]`]
    const found = [
      ...validateSources(volume, at),
      ...(name === '' ? [requiredField(`${at}.name`)] : []),
      ...(name === '' ? [] : dnsLabelName(name).map((message) => invalidField(`${at}.name`, name, message))),
      ...(volumes.has(name) ? [duplicateField(`${at}.name`, name)] : []),
    ]
    if (found.length === 0) volumes.set(name, volume)
    return found
  })
  return { errors, volumes }
}

/** Only the first source is validated; the others must be absent. */
function validateSources(volume: Part, at: string): readonly FieldError[] {
  const [first, ...others] = inSourceOrder(Object.keys(volume).filter((member) => member !== 'name'))
  if (first === undefined) return []
  const [source, field] = [recordOf(volume[first]), `${at}.${first}`]
  const owner = { name: textOf(volume.name), nameField: `${at}.name`, isPersistent: false }
  return [
    ...validateSource(first, source, at, owner),
    ...(first === 'ephemeral' ? validateClaimTemplate(source.volumeClaimTemplate, `${field}.volumeClaimTemplate`) : []),
    ...(first === 'downwardAPI' ? validateDownwardFiles(source, field) : []),
    ...(first === 'projected' ? validateProjected(source, field) : []),
    ...furtherSources(others, at),
  ]
}

/** Validates that the image volumes of a new pod name their images; those of a template may get them later, from admission. */
export const validateImageReferences = (volumes: readonly Part[], path: string): readonly FieldError[] =>
  errorsOf(volumes, ({ image }, i) =>
    image !== undefined && textOf(recordOf(image).reference) === '' ? [requiredField(`${path}[${i}].image.reference`)] : [],
  )
