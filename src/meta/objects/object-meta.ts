/**
 * Validation of an object's metadata: of each value, and of each change.
 *
 * @module
 */

import { dialects } from '../dialect.js'
import { cutText, MAX_CAUSES } from '../errors/error-bounds.js'
import { errorsOf, type FieldError, forbiddenField, invalidField, requiredField } from '../errors/field-error.js'
import { validateAnnotations, validateLabels, validateQualifiedName } from './labels.js'
import { dnsLabelName, dnsSubdomainName, type NameRule } from './names.js'
import type { ObjectMeta } from './object.js'
import { validateOwnerReferences } from './owner-references.js'

export { readObjectMeta } from './read-object-meta.js'

/** The differences between types. */
export interface ObjectMetaRules {
  /** Whether objects of the type live in a namespace. */
  readonly namespaced: boolean
  /** The rule for names; DNS subdomains when absent. */
  readonly nameRule?: NameRule
  /** Whether finalizers may have no domain, as for custom types. Default false. */
  readonly plainFinalizers?: boolean
  /** Field of the metadata; `metadata` except for a template's. */
  readonly path?: string
}

/** Finalizer that keeps an object until its dependents have lost their reference to it. */
export const ORPHAN_FINALIZER = 'orphan'

/** Finalizer that keeps an object until its dependents are deleted. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion'

/** The finalizers that need no domain. */
const STANDARD_FINALIZERS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ dialects.map(({ namespaceFinalizer }) => namespaceFinalizer).concat(ORPHAN_FINALIZER, FOREGROUND_FINALIZER),
)

/**
 * Validates an object's metadata, on create and on update alike.
 *
 * @param meta - Metadata, with the generated name if any.
 * @param rules - The rules of the type.
 * @returns One error for each broken rule, in the order in which Kubernetes lists them.
 */
export function validateObjectMeta(meta: ObjectMeta, rules: ObjectMetaRules): FieldError[] {
  const { namespaced, nameRule = dnsSubdomainName, plainFinalizers = false, path = 'metadata' } = rules
  const { generation = 0, labels, annotations, ownerReferences, finalizers } = meta
  const errors = validateNames(meta, namespaced, nameRule, path)
  if (generation < 0) errors.push(invalidField(`${path}.generation`, generation, 'must be greater than or equal to 0'))
  return [
    ...errors,
    ...(labels ? validateLabels(labels, `${path}.labels`) : []),
    ...(annotations ? validateAnnotations(annotations, `${path}.annotations`) : []),
    ...(ownerReferences ? validateOwnerReferences(ownerReferences, `${path}.ownerReferences`) : []),
    ...(finalizers ? validateFinalizers(finalizers, plainFinalizers, `${path}.finalizers`) : []),
  ]
}

function validateNames(meta: ObjectMeta, namespaced: boolean, nameRule: NameRule, path: string): FieldError[] {
  const { name = '', generateName = '', namespace = '' } = meta
  const errors: FieldError[] = []
  if (generateName !== '') {
    for (const message of nameRule(generateName, true)) errors.push(invalidField(`${path}.generateName`, generateName, message))
  }
  if (name === '') errors.push(requiredField(`${path}.name`, 'name or generateName is required'))
  else for (const message of nameRule(name, false)) errors.push(invalidField(`${path}.name`, name, message))

  if (namespaced && namespace === '') errors.push(requiredField(`${path}.namespace`))
  else if (namespaced) {
    for (const message of dnsLabelName(namespace)) errors.push(invalidField(`${path}.namespace`, namespace, message))
  } else if (namespace !== '') errors.push(forbiddenField(`${path}.namespace`, 'not allowed on this type'))
  return errors
}

function validateFinalizers(finalizers: readonly string[], plain: boolean, path: string): FieldError[] {
  const errors = errorsOf(finalizers, (finalizer) =>
    validateQualifiedName(finalizer).map((message) => invalidField(path, finalizer, message)),
  )
  if (finalizers.includes(ORPHAN_FINALIZER) && finalizers.includes(FOREGROUND_FINALIZER)) {
    const detail = `finalizer ${ORPHAN_FINALIZER} and ${FOREGROUND_FINALIZER} cannot be both set`
    errors.push(invalidField(path, finalizers, detail))
  }
  if (plain) return errors
  const unqualified = errorsOf(finalizers, (finalizer, i) =>
    finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)
      ? []
      : [invalidField(`${path}[${i}]`, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')],
  )
  return [...errors, ...unqualified]
}

/**
 * Warnings about added finalizers without a domain, if allowed: another program may use the same name.
 *
 * @param finalizers - `metadata.finalizers` of a write.
 * @param before - The object's existing finalizers, for which a warning was sent already.
 */
export function finalizerWarnings(finalizers: readonly string[], before: readonly string[] = []): readonly string[] {
  const added = [...new Set(finalizers)].filter((name) => !name.includes('/') && !STANDARD_FINALIZERS.has(name))
  const known = new Set(added.length > 0 ? before : [])
  const shown = added.filter((name) => !known.has(name)).slice(0, MAX_CAUSES)
  return shown.sort().map((name) => `metadata.finalizers: ${JSON.stringify(cutText(name))}: ${PREFER_A_DOMAIN}`)
}

const PREFER_A_DOMAIN =
  'prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers'

const IMMUTABLE = ['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const

/**
 * Validates a change of an object's metadata. {@link validateObjectMeta} validates the values.
 *
 * @param next - Metadata to store. Fields that the client may omit (namespace, uid, times) have to be filled in already.
 * @param live - Stored metadata.
 * @param path - Field that holds the metadata.
 * @returns One error for each broken rule, in the order in which Kubernetes lists them.
 */
export function validateObjectMetaUpdate(next: ObjectMeta, live: ObjectMeta, path = 'metadata'): FieldError[] {
  const errors: FieldError[] = []
  if (live.deletionTimestamp) {
    const known = new Set(live.finalizers)
    const added = [...new Set(next.finalizers)].filter((finalizer) => !known.has(finalizer)).sort()
    if (added.length > 0) {
      // Kubernetes prints the list in Go's format.
      const shown = added
        .slice(0, MAX_CAUSES)
        .map((finalizer) => JSON.stringify(cutText(finalizer)))
        .join(', ')
      const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${shown}}`
      errors.push(forbiddenField(`${path}.finalizers`, detail))
    }
  }
  const generation = next.generation ?? 0
  if (generation < (live.generation ?? 0)) errors.push(invalidField(`${path}.generation`, generation, 'must not be decremented'))
  for (const field of IMMUTABLE) {
    const value = next[field] ?? null
    if (value !== (live[field] ?? null)) errors.push(invalidField(`${path}.${field}`, value, 'field is immutable'))
  }
  return errors
}
