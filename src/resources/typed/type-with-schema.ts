/**
 * Types that provide a JSON schema: those of zod, or of any library that implements Standard JSON Schema.
 *
 * @module
 */

import { isRecord, type JsonObject } from '../../meta/index.js'

/**
 * A type such as one of zod 4: TypeScript can infer its values, and it provides its JSON schema. The interface is a standard, so
 * no library is imported here.
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

/** The input of a {@link TypeWithSchema}; read-only, so that parts of stored objects can be used as input. */
export type InputOf<T> = T extends TypeWithSchema ? DeepReadonly<NonNullable<T['~standard']['types']>['input']> : unknown

/** The stored form of a {@link TypeWithSchema}; read-only. */
export type OutputOf<T> = T extends TypeWithSchema ? DeepReadonly<NonNullable<T['~standard']['types']>['output']> : unknown

/** A deeply read-only type. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** Whether a value is a type, rather than a schema in JSON. */
export function isTypeWithSchema(value: unknown): value is TypeWithSchema {
  // zod's types are objects or, in some libraries, functions.
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || !('~standard' in value)) return false
  const standard = value['~standard']
  return isRecord(standard) && isRecord(standard.jsonSchema) && typeof standard.jsonSchema.input === 'function'
}

/** The JSON schema of a type's input: fields with a default are optional. */
export const jsonSchemaOf = (type: TypeWithSchema): JsonObject =>
  type['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject
