/**
 * Checks of arguments of clients, informers and controllers, for programs without types.
 *
 * @module
 */

import { check } from '../meta/index.js'

const { fits, has, isObject } = check

/** A client of a plane. */
export const clientOfPlane = fits('a client, such as plane.client()', (value) => has(value, 'resource') && has(value, 'types'))

/** The name of a type. */
export const typeArgument = fits(
  'a definition, such as defineResource makes, or { group, version, kind }',
  (value) => isObject(value) && typeof value.group === 'string' && ('names' in value || 'kind' in value || 'resource' in value),
)

/** A type of a client. */
export const typeOfClient = fits(
  'a type of a client, such as client.resource(Widget)',
  (value) => has(value, 'watch') && isObject(value) && isObject(value.runtime),
)

/** An object as read from a plane. */
export const storedObject = fits('an object as the plane gave it', (value) => isObject(value) && isObject(value.metadata))

/** Ways to read the initial state of a watch. */
export const initialState = check.oneOf(['pages', 'stream'])

/** An `AbortSignal` argument. */
export const abortSignal = fits('an AbortSignal', (value) => has(value, 'throwIfAborted'))
