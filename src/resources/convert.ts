/**
 * Objects of one version as objects of another.
 *
 * @module
 */

import { type ApiObject, parseApiVersion } from '../meta/index.js'
import type { ResourceDefinition } from './definition.js'

/**
 * Turns an object into another version of its type.
 *
 * Types of custom resource definitions differ by `apiVersion` alone, and each version shows what its own schema knows:
 * the other fields are left out, and its defaults are filled in.
 *
 * @param definition - The type that is asked for: the object's own, or a view of it.
 * @param object - In any version of the type, or in the storage version of the type that `definition` is a view of.
 * @param apiVersion - The `apiVersion` wanted.
 * @returns The object in that version; the very same one when it already is.
 */
export function convertObject(definition: ResourceDefinition, object: ApiObject, apiVersion: string): ApiObject {
  if (object.apiVersion === apiVersion) return object
  const converted = definition.convert ? definition.convert(object, apiVersion) : { ...object, apiVersion }
  if (!definition.custom) return converted
  const name = parseApiVersion(apiVersion)?.version
  const schema = definition.versions.find((version) => version.name === name)?.schema
  return schema ? schema.applyDefaults(schema.prune(converted).value) : converted
}
