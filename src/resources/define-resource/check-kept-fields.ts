/**
 * Finds fields that clients would set in vain, as the schemas of a type drop them.
 *
 * @module
 */

import type { Schema } from '../../schema/index.js'
import type { ResourceDefinition, ResourceVersion } from '../definition/definition.js'
import { droppedFields } from '../typed/dropped-fields.js'

/** Maximum number of fields in a message. */
const MAX_SHOWN = 5

/**
 * Lists the versions with fields that are never stored.
 *
 * @param definition - A type, with its compiled schemas.
 * @param conversions - By version name.
 * @returns One line each.
 */
export function keptFieldProblems(
  { versions, storageVersion }: Pick<ResourceDefinition, 'versions' | 'storageVersion'>,
  conversions: object,
): readonly string[] {
  const stored = versions.find(({ name }) => name === storageVersion)?.schema
  return versions.flatMap((version) => [
    ...statusProblems(version),
    ...(Object.hasOwn(conversions, version.name) ? [] : versionProblems(version, stored, storageVersion)),
  ])
}

function* versionProblems(
  { name, schema }: ResourceVersion,
  stored: Schema | undefined,
  storageVersion: string,
): Iterable<string> {
  const dropped = stored && schema && schema !== stored ? droppedFields(schema, stored) : []
  if (dropped.length === 0) return
  const fields = `${dropped.slice(0, MAX_SHOWN).join(', ')}${dropped.length > MAX_SHOWN ? ', …' : ''}`
  yield `version "${name}" has fields that the storage version "${storageVersion}" drops (${fields}): add them to its schema, or write conversions: { ${name}: { toStorage, fromStorage } }`
}

function* statusProblems({ name, schema, subresources }: ResourceVersion): Iterable<string> {
  if (!schema || !subresources.some((subresource) => subresource.name === 'status')) return
  if (schema.prune({ status: null }).unknownFields.length > 0)
    yield `version "${name}": subresources.status is true, and the schema drops every status, as it describes none: add the status to the schema, as in { spec, status }`
}
