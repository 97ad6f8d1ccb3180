/**
 * Lists of any plane in one form.
 *
 * @module
 */

import { type ApiObject, deepFreeze, formatApiVersion, getKey, isRecord } from '../meta/index.js'
import { ConnectionError } from './errors.js'
import type { ResourceType } from './transport.js'
import type { ObjectList } from './types.js'

const IDENTITY = ['name', 'namespace', 'uid', 'resourceVersion'] as const

/** Whether a plane sent an object: a value with metadata, which caches need. */
export function isObject(value: unknown): value is ApiObject {
  const metadata = getKey(value, 'metadata')
  return isRecord(metadata) && IDENTITY.every((key) => metadata[key] === undefined || typeof metadata[key] === 'string')
}

/** Whether an object has a name, which is its key in caches; an empty one would be the collection in a URL. */
export const hasName = ({ metadata }: ApiObject): boolean => (metadata.name ?? '') !== ''

/**
 * Reads a list. Items of built-in types come without `apiVersion` and `kind`; here they have both.
 *
 * @param type - The listed type.
 * @param answer - The answer of the plane.
 * @throws {@link ConnectionError} for an answer that is not a list.
 */
export function readList<T extends ApiObject>(type: ResourceType, answer: unknown): ObjectList<T> {
  const items = getKey(answer, 'items') ?? []
  const metadata = getKey(answer, 'metadata')
  if (!isRecord(answer) || !Array.isArray(items) || !isRecord(metadata)) {
    throw new ConnectionError(`the answer to a list of ${type.resource} is no list`)
  }
  if (items.some((item) => !isObject(item)))
    throw new ConnectionError(`the answer to a list of ${type.resource} has items that are no objects`)
  const apiVersion = formatApiVersion(type.group, type.version)
  const { kind } = type
  const { continue: token, remainingItemCount, resourceVersion } = metadata
  return deepFreeze({
    apiVersion: String(answer.apiVersion ?? apiVersion),
    kind: String(answer.kind ?? `${kind}List`),
    metadata: {
      resourceVersion: String(resourceVersion ?? ''),
      ...(typeof token === 'string' && token !== '' && { continue: token }),
      ...(typeof remainingItemCount === 'number' && { remainingItemCount }),
    },
    items: items.map((item: T) =>
      item.kind === undefined || item.apiVersion === undefined ? { ...item, apiVersion, kind } : item,
    ),
  })
}
