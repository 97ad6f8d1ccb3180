/**
 * Validation of selectable fields: by which fields lists of a custom type may be filtered.
 *
 * @module
 */

import { duplicateField, type FieldError, getKey, invalidField, isRecord, requiredField, tooManyField } from '../../meta/index.js'
import { SIMPLE_PATH } from '../definition/selectable-fields.js'
import { recordOf, textOf } from '../fields/fields.js'

const MAX_FIELDS = 8

/** The end of the error for a path that the schema does not declare. */
export const UNDECLARED = 'does not refer to a valid field'

const SCALARS = ['boolean', 'integer', 'string']

/**
 * Checks the selectable fields of a version: simple paths, outside metadata, to scalars that the schema declares.
 *
 * @param fields - `selectableFields`.
 * @param schema - Schema of the version's objects.
 * @param path - Its field path.
 */
export function validateSelectable(fields: readonly unknown[], schema: unknown, path: string): readonly FieldError[] {
  if (fields.length > MAX_FIELDS) return [tooManyField(path, fields.length, MAX_FIELDS)]
  const paths = fields.map((field) => textOf(recordOf(field).jsonPath))
  return paths.flatMap((value, i) => validateOne(value, schema, `${path}[${i}]`, paths.indexOf(value) < i))
}

function validateOne(value: string, schema: unknown, at: string, isRepeated: boolean): readonly FieldError[] {
  const field = `${at}.jsonPath`
  if (value === '') return [requiredField(field)]
  if (!SIMPLE_PATH.test(value)) return [invalidField(field, value, 'is an invalid path: it has to be a simple json path')]
  const isMetadata = value.startsWith('.metadata.')
  const found = schemaAlong(schema, value.split('.').slice(1))
  // Metadata has its own schema, which a definition need not declare.
  if (!found && !isMetadata) return [invalidField(field, value, `is an invalid path: ${UNDECLARED}`)]
  const scalar =
    'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'
  return [
    ...(isMetadata ? [invalidField(field, value, 'must not point to fields in metadata')] : []),
    ...(isMetadata || SCALARS.includes(textOf(found?.type)) ? [] : [invalidField(field, value, scalar)]),
    ...(isRepeated ? [duplicateField(field, value)] : []),
  ]
}

/** The schema that another one declares for the end of a path; undefined when it declares none. */
export function schemaAlong(schema: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  let found = schema
  for (const key of keys) found = getKey(getKey(found, 'properties'), key) ?? getKey(found, 'additionalProperties')
  return isRecord(found) ? found : undefined
}
