/**
 * Checks of arguments of clients, informers and controllers, for programs without types.
 *
 * @module
 */

import { check, type OptionCheck, parseApiVersion } from '../meta/index.js'

const { fits, has, isObject, wrong } = check

/** A client of a plane. */
export const clientOfPlane = fits('a client, such as plane.client()', (value) => has(value, 'resource') && has(value, 'types'))

/** The plural name of a type. No such name has capitals, as kinds do. */
export const pluralName = fits(
  'the plural name in URLs, such as "configmaps"',
  (value) => typeof value === 'string' && !/[A-Z]/.test(value),
)

const groupName = fits(
  'the name of a group, "" for that of ConfigMaps',
  (value) => typeof value === 'string' && !value.includes('/'),
)
const versionName = fits('a version, such as "v1"', (value) => typeof value === 'string' && value !== '')
const kindName = fits(
  'a kind, such as "ConfigMap", or resource, its plural name',
  (value) => typeof value === 'string' && value !== '',
)
/** The name of a type. */
export const typeArgument: OptionCheck = function* checkType(value, path) {
  const { apiVersion, group, version, kind, resource } = isObject(value) ? value : {}
  if (!isObject(value) || ![apiVersion, group, version, kind, resource].some((member) => member !== undefined)) {
    yield* wrong('a definition, such as defineResource makes, or { group, version, kind }', value, path)
    return
  }
  if (typeof apiVersion === 'string' && group === undefined) {
    const named = { ...parseApiVersion(apiVersion), kind: typeof kind === 'string' ? kind : '…' }
    const members = Object.entries(named).map(([name, text]) => `${name}: ${JSON.stringify(text)}`)
    yield* wrong(`{ ${members.join(', ')} }`, apiVersion, `${path}.apiVersion`)
    return
  }
  yield* groupName(group, `${path}.group`)
  if ('names' in value) return
  yield* versionName(version, `${path}.version`)
  if (kind !== undefined || resource === undefined) yield* kindName(kind, `${path}.kind`)
  else yield* pluralName(resource, `${path}.resource`)
}

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
