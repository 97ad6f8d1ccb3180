/**
 * Schemas that report some of the errors of a published schema.
 *
 * @module
 */

import type { FieldError, FieldErrorReason } from '../../meta/index.js'
import type { Schema } from '../../schema/index.js'

/**
 * A schema that checks types only. Missing and forbidden values are reported by the kind's strategy, with its own messages.
 *
 * @param schema - The published schema.
 * @param reasons - The reasons to report besides wrong types.
 */
export const typesOnly = (schema: Schema, reasons: readonly FieldErrorReason[] = []): Schema =>
  reporting(schema, ({ reason }) => reason === 'FieldValueTypeInvalid' || reasons.includes(reason))

/**
 * A schema of a built-in kind. Choices are for its spec: a status may have a new phase before the server knows it, as in Kubernetes.
 *
 * @param schema - The published schema.
 */
export const openStatus = (schema: Schema): Schema =>
  reporting(schema, ({ reason, field }) => reason !== 'FieldValueNotSupported' || !field.startsWith('status.'))

const reporting = (schema: Schema, isReported: (error: FieldError) => boolean): Schema => ({
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
  validate: (value) => schema.validate(value).filter(isReported),
})
