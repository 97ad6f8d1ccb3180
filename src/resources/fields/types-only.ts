/**
 * Schemas of kinds that are validated by their strategy.
 *
 * @module
 */

import type { FieldErrorReason } from '../../meta/index.js'
import type { Schema } from '../../schema/index.js'

/**
 * A schema that checks types only. Missing and forbidden values are reported by the kind's strategy, with its own messages.
 *
 * @param schema - The published schema.
 * @param reasons - The reasons to report besides wrong types.
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
