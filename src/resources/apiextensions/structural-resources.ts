/**
 * Limits of a resource's schema, at the top or embedded, for the fields that every resource has.
 *
 * @module
 */

import { type FieldError, forbiddenField, invalidField, isRecord, requiredField, type UnknownRecord } from '../../meta/index.js'
import { recordOf, textOf } from '../fields/fields.js'

type Node = Readonly<UnknownRecord>

/** The only metadata fields that a schema may restrict. */
const METADATA_MEMBERS = ['generateName', 'name']

/** Context of a schema. */
export interface ResourceCheckOptions {
  readonly isRoot: boolean
  /** Prefix of the marker names. */
  readonly prefix: string
}

/**
 * Checks the schema of a possible resource.
 *
 * @param node - The schema.
 * @param path - Its field path.
 * @param options - The context.
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

/** Defaults for metadata are not allowed either; another check reports them. */
function validateMetadata(metadata: Node, path: string): readonly FieldError[] {
  const isPlain =
    Object.keys(metadata).every((key) => ['type', 'default', 'properties'].includes(key)) &&
    Object.keys(recordOf(metadata.properties)).every((key) => METADATA_MEMBERS.includes(key))
  return isPlain
    ? []
    : [forbiddenField(path, 'must not specify anything other than name and generateName, but metadata is implicitly specified')]
}

/**
 * Checks the markers for free-form values.
 *
 * @param node - The schema node.
 * @param path - Its field path.
 * @param prefix - Prefix of the marker names.
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
