/**
 * Messages that represent one JSON value: a number or a text, a list, a schema or a boolean.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'

/** Converts between a message and its JSON value. */
export interface Union {
  /** The JSON value of a message. */
  readonly read: (fields: UnknownRecord) => unknown
  /** The fields of a JSON value. */
  readonly write: (value: unknown) => UnknownRecord
}

/** Types of an `IntOrString`. */
const INT = 0
const STRING = 1

/** A message that wraps a list. */
const LIST: Union = {
  read: ({ items }) => items ?? [],
  write: (items) => ({ items }),
}

/** By name of the message. */
export const unions: Readonly<Record<string, Union>> = {
  Quantity: {
    // The zero quantity is written without a text.
    read: ({ string }) => string || '0',
    write: (value) => ({ string: String(value) }),
  },
  IntOrString: {
    read: ({ type, intVal, strVal }) => (type === STRING ? (strVal ?? '') : (intVal ?? 0)),
    write: (value) => (typeof value === 'string' ? { type: STRING, strVal: value } : { type: INT, intVal: value }),
  },
  ExtraValue: LIST,
  Verbs: LIST,
  JSONSchemaPropsOrArray: {
    read: ({ schema, schemas }) => schemas ?? schema,
    write: (value) => (Array.isArray(value) ? { schemas: value } : { schema: value }),
  },
  JSONSchemaPropsOrBool: {
    read: ({ schema, allows }) => schema ?? allows,
    write: (value) => (isRecord(value) ? { allows: true, schema: value } : { allows: value }),
  },
  JSONSchemaPropsOrStringArray: {
    read: ({ schema, property }) => property ?? schema,
    write: (value) => (Array.isArray(value) ? { property: value } : { schema: value }),
  },
}
