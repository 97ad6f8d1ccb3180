/**
 * Finds fields that clients would set in vain, as the schemas of a type drop them.
 *
 * @module
 */

import type { Schema } from '../../schema/index.js'
import type { ResourceDefinition, ResourceVersion } from '../definition/definition.js'
import { SIMPLE_PATH } from '../definition/selectable-fields.js'
import { keysOf } from '../subresources/scale.js'
import { droppedFields } from '../typed/dropped-fields.js'
import type { ResourceVersionSpec } from './resource-version-spec.js'

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

/**
 * Lists paths of a version's columns, selectable fields and scale that its schema drops: they would always be empty, and a scaled object
 * would keep its count. Columns may also have paths that are no plain ones, which are not checked.
 *
 * @param spec - As given.
 * @param schema - Its compiled schema; without one, every field is kept.
 * @returns One line each.
 */
export function* droppedPathProblems(
  { name, printerColumns = [], selectableFields = [], subresources = {} }: ResourceVersionSpec,
  schema: Schema | undefined,
): Iterable<string> {
  if (!schema) return
  const paths: readonly (readonly [what: string, path: string | undefined])[] = [
    ...printerColumns.map(({ name, jsonPath }) => [`printer column ${JSON.stringify(name)}`, jsonPath] as const),
    ...selectableFields.map((path) => ['selectable field', path] as const),
    ...Object.entries(subresources.scale ?? {}).map(([name, path]) => [`subresources.scale.${name}`, path] as const),
  ]
  for (const [what, path] of paths) {
    if (path === undefined || !SIMPLE_PATH.test(path) || OF_EVERY_OBJECT.test(path)) continue
    const object = keysOf(path).reduceRight<unknown>((value, key) => ({ [key]: value }), null)
    if (schema.prune(object as object).unknownFields.length > 0)
      yield `version ${JSON.stringify(name)}: ${what}: the schema has no field ${path}`
  }
}

const OF_EVERY_OBJECT = /^\.(?:metadata|apiVersion|kind)\b/

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
