/**
 * Checks of what programs without types hand to clients, informers and controllers.
 *
 * @module
 */

import { check } from '../meta/index.js'

const { fits, has, isObject } = check

/** A client of a plane. */
export const clientOfPlane = fits('a client, such as plane.client()', (value) => has(value, 'resource') && has(value, 'types'))

/** What names a type. */
export const typeArgument = fits(
  'a definition, such as defineResource makes, or { group, version, kind }',
  (value) => isObject(value) && typeof value.group === 'string' && ('names' in value || 'kind' in value || 'resource' in value),
)

/** A type of a client. */
export const typeOfClient = fits(
  'a type of a client, such as client.resource(Widget)',
  (value) => has(value, 'watch') && isObject(value) && isObject(value.runtime),
)

/** An object that a plane has. */
export const storedObject = fits('an object as the plane gave it', (value) => isObject(value) && isObject(value.metadata))

/** An argument that signals the end of something. */
export const abortSignal = fits('an AbortSignal', (value) => value instanceof AbortSignal)
