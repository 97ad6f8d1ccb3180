/**
 * The resource of a command-line argument.
 *
 * @module
 */

import type { Client, ServedType } from '../../client/index.js'
import { ApiError } from '../../meta/index.js'

/** A resource, and perhaps one object of it. */
export interface AskedResource {
  readonly group: string
  readonly resource: string
  /** Empty when no object is named. */
  readonly name: string
}

/**
 * Parses an argument: `pods`, `pods/web`, `deployments.apps`, or a kind such as `Deployment`.
 *
 * @param client - Discovers the types; if that fails, or none matches, the argument is used unchanged.
 * @param word - The argument.
 */
export async function askedResource(client: Pick<Client, 'types'>, word: string): Promise<AskedResource> {
  const slash = word.indexOf('/')
  const [type, name] = slash < 0 ? [word, ''] : [word.slice(0, slash), word.slice(slash + 1)]
  const dot = type.indexOf('.')
  const [resource, group] = dot < 0 ? [type, undefined] : [type.slice(0, dot), type.slice(dot + 1)]
  const fits = (served: ServedType) =>
    (served.resource === resource || served.kind.toLowerCase() === resource.toLowerCase()) &&
    (group === undefined || served.group === group)
  const found = (await typesOf(client)).find(fits)
  return found ? { group: found.group, resource: found.resource, name } : { group: group ?? '', resource, name }
}

async function typesOf(client: Pick<Client, 'types'>): Promise<readonly ServedType[]> {
  try {
    return await client.types()
  } catch (error) {
    if (error instanceof ApiError && error.status.reason === 'Forbidden') return []
    throw error
  }
}
