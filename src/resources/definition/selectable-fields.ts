/**
 * Selectable fields declared by paths.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import { valueAt } from '../fields/fields.js'
import { keysOf } from '../subresources/scale.js'

/** A path of fields: a dot and a name, once or more; no lists, no filters. */
export const SIMPLE_PATH = /^(?:\.[A-Za-z_][-A-Za-z0-9_]*)+$/

/** Values of selectable fields, by the name that selectors use. */
export type SelectableFields = Readonly<Record<string, (object: ApiObject) => string>>

/**
 * Selectable fields from declared paths. A missing value is the empty string.
 *
 * @param paths - Simple paths such as `.spec.color`.
 * @returns Fields by their names without the leading dot: `spec.color`.
 */
export function selectableFieldsOf(paths: readonly string[]): SelectableFields {
  return Object.fromEntries(
    paths.map((path) => {
      const keys = keysOf(path)
      return [keys.join('.'), (object: ApiObject) => selectorValue(valueAt(object, ...keys))]
    }),
  )
}

const selectorValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
