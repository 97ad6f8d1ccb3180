/**
 * Owner references: validation, and merging of duplicates.
 *
 * @module
 */

import { errorsOf, type FieldError, invalidField } from '../errors/field-error.js'
import { parseApiVersion } from './gvk.js'
import type { OwnerReference } from './object.js'

/**
 * Checks the owner references of an object: each complete, none an event, at most one the controller.
 *
 * @param references - The list.
 * @param path - Field that holds it, such as `metadata.ownerReferences`.
 * @returns One error for each broken rule.
 */
export function validateOwnerReferences(references: readonly OwnerReference[], path: string): FieldError[] {
  let controller: OwnerReference | undefined
  return errorsOf(references, (reference) => {
    const errors = validateOwnerReference(reference, path)
    if (!reference.controller) return errors
    if (controller) {
      const both = `${controller.kind}/${controller.name} and ${reference.kind}/${reference.name}`
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${both}`
      errors.push(invalidField(path, references, detail))
    } else controller = reference
    return errors
  })
}

function validateOwnerReference(reference: OwnerReference, path: string): FieldError[] {
  const { apiVersion, kind, name, uid } = reference
  const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' }
  const errors: FieldError[] = []
  if (version === '') errors.push(invalidField(`${path}.apiVersion`, apiVersion, 'version must not be empty'))
  for (const [field, value] of Object.entries({ kind, name, uid })) {
    if (value === '') errors.push(invalidField(`${path}.${field}`, value, 'must not be empty'))
  }
  // Events are numerous and expire; an expired one would cause the deletion of objects that it owns.
  if (group === '' && version === 'v1' && kind === 'Event') {
    errors.push(invalidField(path, reference, '/v1, Kind=Event is disallowed from being an owner'))
  }
  return errors
}

/** Result of {@link mergeOwnerReferences}. */
export interface MergedOwnerReferences {
  /** The list with equal references to one owner merged into the first; the same instance without duplicates. */
  readonly references: readonly OwnerReference[]
  /** Warning for the client, when a uid was repeated. */
  readonly warning?: string
}

/**
 * Merges references with the same uid, so that the list has one entry per owner.
 *
 * @param references - `metadata.ownerReferences` of a write.
 * @param path - Field that holds it.
 */
export function mergeOwnerReferences(
  references: readonly OwnerReference[],
  path = 'metadata.ownerReferences',
): MergedOwnerReferences {
  const byUid = new Map<string, OwnerReference>()
  const repeated = new Set<string>()
  for (const reference of references) {
    if (byUid.has(reference.uid)) repeated.add(reference.uid)
    else byUid.set(reference.uid, reference)
  }
  if (repeated.size === 0) return { references }
  const list = [...repeated].join(', ')
  return {
    references: [...byUid.values()],
    warning:
      `.${path} contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; ` +
      `please fix your requests; duplicate UID(s) observed: ${list}`,
  }
}
