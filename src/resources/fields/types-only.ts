/**
 * Schemas that report some of the errors of a published schema.
 *
 * @module
 */

import type { FieldError, FieldErrorReason } from '../../meta/index.js'
import type { PruneOptions, PruneResult, Schema } from '../../schema/index.js'

/**
 * A schema that checks types only. Missing and forbidden values are reported by the kind's strategy, with its own messages.
 *
 * @param schema - The published schema.
 * @param reasons - The reasons to report besides wrong types.
 */
export const typesOnly = (schema: Schema, reasons: readonly FieldErrorReason[] = []): Schema =>
  new ReportingSchema(schema, ({ reason }) => reason === 'FieldValueTypeInvalid' || reasons.includes(reason))

/**
 * A schema of a built-in kind. Choices are for its spec: a status may have a new phase before the server knows it, as in Kubernetes.
 *
 * @param schema - The published schema.
 */
export const openStatus = (schema: Schema): Schema =>
  new ReportingSchema(schema, ({ reason, field }) => reason !== 'FieldValueNotSupported' || !field.startsWith('status.'))

/**
 * A schema that reports the same kinds of errors as another one.
 *
 * @param other - The other schema.
 * @param schema - The schema, of another form of the same kind.
 */
export const reportingAs = (other: Schema, schema: Schema): Schema =>
  other instanceof ReportingSchema ? other.with(schema) : schema

/** A class, as object literals with getters take microseconds each, and a plane has hundreds of schemas. */
class ReportingSchema implements Schema {
  readonly name?: string
  readonly #schema: Schema
  readonly #isReported: (error: FieldError) => boolean

  constructor(schema: Schema, isReported: (error: FieldError) => boolean) {
    if (schema.name !== undefined) this.name = schema.name
    this.#schema = schema
    this.#isReported = isReported
  }

  /** The same reports of another schema. */
  with(schema: Schema): Schema {
    return new ReportingSchema(schema, this.#isReported)
  }

  get document(): Schema['document'] {
    return this.#schema.document
  }

  get components(): Schema['components'] {
    return this.#schema.components
  }

  prune<T>(value: T, options?: PruneOptions): PruneResult<T> {
    return this.#schema.prune(value, options)
  }

  applyDefaults<T>(value: T, maxAddedLength?: number): T {
    return this.#schema.applyDefaults(value, maxAddedLength)
  }

  prepare(): Promise<void> | undefined {
    return this.#schema.prepare?.()
  }

  validate(value: unknown): readonly FieldError[] {
    return this.#schema.validate(value).filter(this.#isReported)
  }
}
