/**
 * Migration from client-side apply, which left its last applied object in an annotation.
 *
 * @module
 */

import { areAnnotationsTooLarge, copyWith, isRecord, type JsonValue } from '../../meta/index.js'
import { FieldSet } from '../fields/field-set.js'
import { canonicalJson } from '../fields/path-element.js'
import { differenceOf } from '../merge/compare.js'
import { leavesOf } from '../types/fields-of.js'
import type { FieldType } from '../types/type.js'
import { type Members, member } from '../types/value.js'

/** How client-side apply is recognised. */
export interface LastApplied {
  /** The manager that takes over. Other managers do not migrate. */
  readonly manager: string
  /** The annotation with the last applied object, as JSON. */
  readonly annotation: string
}

/** The text of the annotation, if the object has it; an empty one counts as none. */
export function lastAppliedText(object: unknown, { annotation }: LastApplied): string | undefined {
  const text = isRecord(object) && isRecord(object.metadata) ? memberOf(object.metadata.annotations, annotation) : undefined
  return typeof text === 'string' && text !== '' ? text : undefined
}

/**
 * The fields that client-side apply has set and that are unchanged since: they belong to its users.
 *
 * @param type - Type of the object.
 * @param live - The object, without managedFields.
 * @param apiVersion - The version of the request; an annotation in another one is ignored.
 * @param lastApplied - The annotation.
 */
export function fieldsAppliedOnClient(type: FieldType, live: unknown, apiVersion: string, lastApplied: LastApplied): FieldSet {
  const text = lastAppliedText(live, lastApplied)
  const object = text === undefined ? undefined : parse(text)
  if (!isRecord(object) || object.apiVersion !== apiVersion) return FieldSet.empty
  const fields = leavesOf(type, object, { allowDuplicates: true })
  if (!fields) return FieldSet.empty
  const { added, modified, removed } = differenceOf(type, object, live)
  return fields.difference(modified).difference(added).difference(removed)
}

/**
 * The object with the annotation of client-side apply, so that its users can go back. It is left out where all annotations together
 * would be too large.
 *
 * @param object - The object after an apply.
 * @param applied - What was applied.
 * @param lastApplied - The annotation.
 */
export function withLastApplied<T>(object: T, applied: unknown, { annotation }: LastApplied): T {
  if (!isRecord(object) || !isRecord(object.metadata)) return object
  const text = `${canonicalJson(withoutAnnotation(applied, annotation) as JsonValue)}\n`
  const old = isRecord(object.metadata.annotations) ? object.metadata.annotations : {}
  const { [annotation]: _, ...others } = old
  const filled = copyWith(others, { [annotation]: text })
  const annotations = areAnnotationsTooLarge(filled as Record<string, string>) ? others : filled
  return copyWith(object, { metadata: copyWith(object.metadata, { annotations }) })
}

function withoutAnnotation(applied: unknown, annotation: string): unknown {
  if (!isRecord(applied) || !isRecord(applied.metadata)) return applied
  const { managedFields: _, annotations, ...metadata } = applied.metadata
  if (!isRecord(annotations)) return copyWith(applied, { metadata })
  const { [annotation]: __, ...others } = annotations
  return copyWith(applied, { metadata: Object.keys(others).length > 0 ? copyWith(metadata, { annotations: others }) : metadata })
}

const memberOf = (record: unknown, key: string): unknown => (isRecord(record) ? member(record as Members, key) : undefined)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
