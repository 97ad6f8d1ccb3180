/**
 * What the schema of a resource, the whole one or one inside another, may say of the members that every resource has.
 *
 * @module
 */

import { type FieldError, forbiddenField, invalidField, isRecord, requiredField, type UnknownRecord } from '../../meta/index.js'
import { recordOf, textOf } from '../fields/fields.js'

type Node = Readonly<UnknownRecord>

/** The only members of the metadata that a schema may judge. */
const METADATA_MEMBERS = ['generateName', 'name']

/** Where a schema is. */
export interface ResourceCheckOptions {
  readonly isRoot: boolean
  /** Begins the names of the markers. */
  readonly prefix: string
}

/**
 * Checks the schema of what may be a resource.
 *
 * @param node - The schema.
 * @param path - Where it is.
 * @param options - What it is.
 */
export function validateResourceMembers(
  node: Node,
  path: string,
  { isRoot, prefix }: ResourceCheckOptions,
): readonly FieldError[] {
  if (!isRoot && node[`${prefix}embedded-resource`] !== true) return []
  const properties = recordOf(node.properties)
  const typed = (key: string, type: string): readonly FieldError[] => {
    const member = Object.hasOwn(properties, key) ? textOf(recordOf(properties[key]).type) : type
    return member === type ? [] : [invalidField(`${path}.properties[${key}].type`, member, `must be ${type}`)]
  }
  return [
    ...typed('kind', 'string'),
    ...typed('apiVersion', 'string'),
    ...typed('metadata', 'object'),
    ...(isRoot ? validateMetadata(recordOf(properties.metadata), `${path}.properties[metadata]`) : []),
  ]
}

/** Defaults are not for metadata either, but that is said elsewhere. */
function validateMetadata(metadata: Node, path: string): readonly FieldError[] {
  const isPlain =
    Object.keys(metadata).every((key) => ['type', 'default', 'properties'].includes(key)) &&
    Object.keys(recordOf(metadata.properties)).every((key) => METADATA_MEMBERS.includes(key))
  return isPlain
    ? []
    : [forbiddenField(path, 'must not specify anything other than name and generateName, but metadata is implicitly specified')]
}

/**
 * Checks the markers that say how free a value is.
 *
 * @param node - The schema of a place.
 * @param path - Where it is.
 * @param prefix - Begins the names of the markers.
 */
export function validateFreedom(node: Node, path: string, prefix: string): readonly FieldError[] {
  const marked = (marker: string): boolean => node[prefix + marker] === true
  const preserve = `${prefix}preserve-unknown-fields`
  const embedded = `${prefix}embedded-resource`
  const either = `${prefix}int-or-string`
  const hasMembers = isRecord(node.properties) && Object.keys(node.properties).length > 0
  return [
    ...[preserve, embedded]
      .filter((marker) => marked('int-or-string') && node[marker] === true)
      .map((marker) => invalidField(`${path}.${marker}`, true, `must be false if ${either} is true`)),
    ...(marked('embedded-resource') && node.additionalProperties !== undefined
      ? [forbiddenField(`${path}.additionalProperties`, `must not be used if ${embedded} is set`)]
      : []),
    ...(marked('embedded-resource') && !marked('preserve-unknown-fields') && !hasMembers
      ? [requiredField(`${path}.properties`, `must not be empty if ${embedded} is true without ${preserve}`)]
      : []),
  ]
}
