/**
 * What is remembered beside a set of fields: how it was written, and what it was checked against.
 *
 * @module
 */

/** A field set as it stands in JSON. */
export interface FieldsV1 {
  readonly [element: string]: FieldsV1
}

/** What the engine has found out about a set. */
export interface SetNotes {
  /** How it was written. */
  written: FieldsV1 | undefined
  /** The type that it was last brought in line with, compared by identity; the walk need not be done again. */
  reconciledWith: object | undefined
}
