/**
 * Runtime checks of resource definitions, for programs in plain JavaScript.
 *
 * @module
 */

import { check } from '../../meta/index.js'

/** Checks a definition. */
export const aDefinition = check.fits('a type of resource, as defineResource makes it', (value) => {
  return check.isObject(value) && check.isObject(value.names) && Array.isArray(value.versions)
})
