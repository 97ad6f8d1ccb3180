/**
 * Caches of a field set: its JSON, and the type that it was reconciled with.
 *
 * @module
 */

/** A field set as it stands in JSON. */
export interface FieldsV1 {
  readonly [element: string]: FieldsV1
}

/** Caches of a set. */
export interface SetNotes {
  /** Its JSON. */
  written: FieldsV1 | undefined
  /** The type that it was last reconciled with, compared by identity. */
  reconciledWith: object | undefined
}
