/**
 * Validates the defaults of a schema against it.
 *
 * @module
 */

import {
  type Dialect,
  type FieldError,
  forbiddenField,
  invalidField,
  isDeeperThan,
  isRecord,
  type JsonObject,
  type Pausing,
  type UnknownRecord,
} from '../../meta/index.js'
import { compileSchema, rulesNotChecked } from '../../schema/index.js'
import { Pace } from './schema-places.js'

/** Limit of errors; more would not help a reader. */
const ERRORS_MAX = 100

/** A part of a schema, and its path. */
type Subschema = readonly [schema: Readonly<UnknownRecord>, path: string]

/**
 * Checks that each default is valid for its own schema, and that pruning would not change it. Yields between them. Await `loadEngines`
 * for the schema before.
 *
 * @param schema - A structural schema.
 * @param path - Its field path.
 * @param dialect - Names the extensions.
 */
export function* validateDefaults(
  schema: Readonly<UnknownRecord>,
  path: string,
  dialect: Dialect,
): Pausing<readonly FieldError[]> {
  const pace = new Pace()
  const errors: FieldError[] = []
  const work: Subschema[] = [[schema, path]]
  for (let next = work.pop(); next; next = work.pop()) {
    const [node, at] = next
    if (pace.isPause) yield
    if (node.default !== undefined && node.default !== null) {
      yield
      for (const error of validateDefault(node as JsonObject, `${at}.default`, dialect)) errors.push(error)
    }
    if (errors.length >= ERRORS_MAX) break
    for (const below of subschemasOf(next)) work.push(below)
  }
  return errors
}

/** Defaults become part of objects, so they must be as readable as these. */
const DEPTH_MAX = 500

function validateDefault(node: JsonObject, path: string, dialect: Dialect): readonly FieldError[] {
  if (isDeeperThan(node.default, DEPTH_MAX))
    return [forbiddenField(path, `must not be nested more than ${DEPTH_MAX} levels deep`)]
  const compiled = compileSchema(node, { dialect, root: 'value' })
  const { unknownFields } = compiled.prune(node.default)
  if (unknownFields.length > 0) return [invalidField(path, node.default, 'must not have unknown fields')]
  return compiled
    .validate(node.default)
    .filter((error) => error !== rulesNotChecked)
    .map((error) => ({ ...error, field: error.field === '' || error.field === '<nil>' ? path : `${path}.${error.field}` }))
}

function subschemasOf([{ properties, items, additionalProperties }, path]: Subschema): readonly Subschema[] {
  const members = isRecord(properties) ? Object.entries(properties) : []
  const below: readonly (readonly [unknown, string])[] = [
    ...members.map(([key, member]) => [member, `${path}.properties[${key}]`] as const),
    [items, `${path}.items`],
    [additionalProperties, `${path}.additionalProperties`],
  ]
  return below.filter((part): part is Subschema => isRecord(part[0]))
}
