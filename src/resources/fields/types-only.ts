/**
 * Schemas of kinds that judge their objects themselves.
 *
 * @module
 */

import type { FieldErrorReason } from '../../meta/index.js'
import type { Schema } from '../../schema/index.js'

/**
 * A schema of types alone: it finds values of wrong types. What is missing or not allowed, the kind's strategy
 * says in its own words.
 *
 * @param schema - The schema as it is published.
 * @param reasons - What it says beside wrong types.
 */
export const typesOnly = (schema: Schema, reasons: readonly FieldErrorReason[] = []): Schema => ({
  ...(schema.name !== undefined && { name: schema.name }),
  get document() {
    return schema.document
  },
  get components() {
    return schema.components
  },
  prune: (value, options) => schema.prune(value, options),
  applyDefaults: (value, maxAddedLength) => schema.applyDefaults(value, maxAddedLength),
  prepare: () => schema.prepare?.(),
  validate: (value) =>
    schema.validate(value).filter(({ reason }) => reason === 'FieldValueTypeInvalid' || reasons.includes(reason)),
})
