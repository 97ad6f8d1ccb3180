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
  /** Whether its objects are in namespaces; undefined when that is not known. */
  readonly namespaced?: boolean
  /** The types of the plane, if it has none that is meant. */
  readonly others?: readonly ServedType[]
}

/**
 * Parses an argument: `pods`, `pods/web`, `deployments.apps`, `deployments.v1.apps`, a short name such as `deploy`, a kind such as
 * `Deployment`, or `*`.
 *
 * @param client - Discovers the types; if the plane forbids that, or has no such type, the argument is used unchanged.
 * @param word - The argument.
 */
export async function askedResource(client: Pick<Client, 'types'>, word: string): Promise<AskedResource> {
  const [type, name] = cut(word, '/')
  const [resource, group] = cut(type, '.')
  if (resource === '*') return { group: group || '*', resource, name }
  const types = await typesOf(client)
  const found = types && findType(types, type)
  if (found) return { group: found.group, resource: found.resource, name, namespaced: found.namespaced }
  return { group, resource, name, ...(types && { others: types }) }
}

/** The type that is meant. Names of one type win over kinds and short names of others, as in kubectl. */
function findType(types: readonly ServedType[], text: string): ServedType | undefined {
  const [resource, group] = cut(text, '.')
  // Access does not depend on the version, which may stand before the group.
  const [, groupBehindVersion] = cut(group, '.')
  const candidates =
    resource === text ? types : [group, groupBehindVersion].flatMap((one) => types.filter((type) => type.group === one))
  return (
    candidates.find((type) => type.resource === resource) ??
    candidates.find((type) => type.kind.toLowerCase() === resource.toLowerCase()) ??
    candidates.find((type) => type.shortNames?.includes(resource))
  )
}

/** The text before the first mark, and behind it. */
function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Undefined when the plane forbids discovery. */
async function typesOf(client: Pick<Client, 'types'>): Promise<readonly ServedType[] | undefined> {
  try {
    return await client.types()
  } catch (error) {
    if (error instanceof ApiError && error.status.reason === 'Forbidden') return undefined
    throw error
  }
}
