/**
 * Converts objects between versions.
 *
 * @module
 */

import { ApiError, type ApiObject, formatApiVersion, parseApiVersion } from '../meta/index.js'
import type { Schema } from '../schema/index.js'
import type { ServedResource } from './catalog.js'
import type { ResourceDefinition } from './definition/definition.js'
import { storedApiVersionOf } from './definition/stored-as.js'

/**
 * Converts an object to another version of its type.
 *
 * Versions of custom types differ only in `apiVersion` and schema: fields that the target schema does not have are dropped, and
 * its defaults are set.
 *
 * @param definition - The requested type: the object's own, or a view of it.
 * @param object - In any version of the type, or in the storage version of the type that `definition` is a view of.
 * @param apiVersion - The target `apiVersion`.
 * @returns The object in that version; the very same one when it already is.
 */
export function convertObject(definition: ResourceDefinition, object: ApiObject, apiVersion: string): ApiObject {
  if (object.apiVersion === apiVersion) return object
  const converted = convertAsIs(definition, object, apiVersion)
  return definition.custom ? throughSchema(definition, converted) : converted
}

/**
 * As {@link convertObject}, without defaults: for field ownership, where a field with a default is one that somebody has set.
 */
export function convertFields(definition: ResourceDefinition, object: ApiObject, apiVersion: string): ApiObject {
  if (object.apiVersion === apiVersion) return object
  const converted = convertAsIs(definition, object, apiVersion)
  return definition.custom ? withKnownFields(definition, converted) : converted
}

const convertAsIs = ({ convert }: ResourceDefinition, object: ApiObject, apiVersion: string): ApiObject =>
  convert ? convert(object, apiVersion) : { ...object, apiVersion }

/** The `apiVersion` of a version of a type, such as the requested one. */
export const apiVersionOf = ({ definition, version }: ServedResource): string => formatApiVersion(definition.group, version.name)

/** An object in a version of its type, such as the requested one. */
export const inVersion = (type: ServedResource, object: ApiObject): ApiObject =>
  convertObject(type.definition, object, apiVersionOf(type))

/** An object in the storage version of its type. */
export const inStorageVersion = (definition: ResourceDefinition, object: ApiObject): ApiObject =>
  convertObject(definition, object, storedApiVersionOf(definition))

/**
 * Reads an object by the current schema of its version: unknown fields are dropped, and defaults are set.
 *
 * @param definition - The type of the object.
 * @param object - In any version of the type.
 * @returns The very same object when nothing changes, or when the type has no schema for its version.
 */
export function throughSchema(definition: ResourceDefinition, object: ApiObject): ApiObject {
  const schema = schemaFor(definition, object.apiVersion)
  return schema ? withDefaults(schema, pruned(schema, object)) : object
}

/**
 * As {@link throughSchema}, without defaults.
 */
export function withKnownFields(definition: ResourceDefinition, object: ApiObject): ApiObject {
  const schema = schemaFor(definition, object.apiVersion)
  return schema ? pruned(schema, object) : object
}

const pruned = (schema: Schema, object: ApiObject): ApiObject => schema.prune(object, { emptyMisfits: true }).value

/** The schema of a type's objects in a version; undefined when there is none. */
export function schemaFor(definition: ResourceDefinition, apiVersion: string): Schema | undefined {
  const name = parseApiVersion(apiVersion)?.version
  return definition.versions.find((version) => version.name === name)?.schema
}

/**
 * Defaults that were added after objects were stored may make them too large: such objects are shown without defaults, rather
 * than not at all.
 */
function withDefaults(schema: Schema, object: ApiObject): ApiObject {
  try {
    return schema.applyDefaults(object)
  } catch (error) {
    if (error instanceof ApiError && error.status.reason === 'RequestEntityTooLarge') return object
    throw error
  }
}
