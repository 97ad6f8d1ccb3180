/**
 * Messages that stand for one JSON value: a number or a text, a list, a schema or a flag.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'

/** How a message and the JSON value that it stands for turn into each other. */
export interface Union {
  /** The JSON value of the message's fields. */
  readonly read: (fields: UnknownRecord) => unknown
  /** The fields of a JSON value. */
  readonly write: (value: unknown) => UnknownRecord
}

/** Types of an `IntOrString`. */
const INT = 0
const STRING = 1

/** A list that is a message of its own. */
const LIST: Union = {
  read: ({ items }) => items ?? [],
  write: (items) => ({ items }),
}

/** By name of the message. */
export const unions: Readonly<Record<string, Union>> = {
  Quantity: {
    // The zero quantity is written as no text at all.
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
