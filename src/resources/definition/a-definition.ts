/**
 * Runtime checks of resource definitions, for programs in plain JavaScript.
 *
 * @module
 */

import { check } from '../../meta/index.js'

const { has, isObject } = check

/** Whether a value is a version: one that was copied through JSON, or written by hand, has no compiled schema. */
const isVersion = (value: unknown): boolean =>
  isObject(value) && typeof value.name === 'string' && (value.schema === undefined || has(value.schema, 'prune'))

/** Checks a definition. */
export const aDefinition = check.fits('a type of resource, as defineResource makes it', (value) => {
  if (!isObject(value) || !isObject(value.names) || !Array.isArray(value.versions)) return false
  const { kind, plural } = value.names
  return typeof kind === 'string' && typeof plural === 'string' && value.versions.length > 0 && value.versions.every(isVersion)
})
