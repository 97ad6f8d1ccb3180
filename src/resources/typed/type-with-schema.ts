/**
 * Types of a program that can say what they are: zod's, or any that follow Standard JSON Schema.
 *
 * @module
 */

import { isRecord, type JsonObject } from '../../meta/index.js'

/**
 * A type of a program, such as one of zod 4: TypeScript knows its values, and it tells its JSON schema. No library is named
 * here, as none is needed to ask.
 *
 * @typeParam Input - Values as input: fields with a default may be left out.
 * @typeParam Output - Values as they are stored, with defaults.
 * @see Standard Schema, "Standard JSON Schema"
 */
export interface TypeWithSchema<Input = unknown, Output = unknown> {
  readonly '~standard': {
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema: { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
  }
}

/** What a {@link TypeWithSchema} takes; it is left as it is, so that parts of what is stored may be given back. */
export type InputOf<T> = T extends TypeWithSchema ? DeepReadonly<NonNullable<T['~standard']['types']>['input']> : unknown

/** The stored form of a {@link TypeWithSchema}; read-only. */
export type OutputOf<T> = T extends TypeWithSchema ? DeepReadonly<NonNullable<T['~standard']['types']>['output']> : unknown

/** A value that is not written to, however deep. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** Whether something is a type, rather than a schema written down. */
export function isTypeWithSchema(value: unknown): value is TypeWithSchema {
  // zod's types are objects or, in some libraries, functions.
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || !('~standard' in value)) return false
  const standard = value['~standard']
  return isRecord(standard) && isRecord(standard.jsonSchema) && typeof standard.jsonSchema.input === 'function'
}

/** The JSON schema of what a type takes: a field with a default need not be there. */
export const jsonSchemaOf = (type: TypeWithSchema): JsonObject =>
  type['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject
