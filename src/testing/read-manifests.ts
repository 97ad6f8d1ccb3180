/**
 * Objects as tests write them down: values, or text as tools write and dump it.
 *
 * @module
 */

import { decodeYaml } from '../codec/index.js'
import { type ApiObject, getKey, isRecord } from '../meta/index.js'

/** Objects to load: one, several, a list such as `kind: List`, or YAML or JSON text of any of these, in several documents. */
export type Manifests = string | object | readonly object[]

/** Where a document begins or ends; within one no line may begin like that (YAML 1.2.2 §6.7 and §9.1). */
const MARKER = /^(?:---|\.\.\.)(?=\s|$)/m

/**
 * Reads objects.
 *
 * @param input - See {@link Manifests}.
 * @returns The objects, those of lists in the place of the lists.
 * @throws {@link ApiError} 400 for text that is no YAML.
 * @throws RangeError for what is no object.
 */
export async function readManifests(input: Manifests): Promise<readonly ApiObject[]> {
  if (typeof input !== 'string') return (Array.isArray(input) ? input : [input]).flatMap((value) => objectsIn(value))
  const encoder = new TextEncoder()
  const objects: ApiObject[] = []
  for (const text of input.split(MARKER)) {
    const { value } = await decodeYaml(encoder.encode(text), { maxValues: Number.POSITIVE_INFINITY })
    // A document of comments alone.
    if (value !== null) for (const object of objectsIn(value)) objects.push(object)
  }
  return objects
}

function objectsIn(value: unknown): readonly ApiObject[] {
  const [kind, apiVersion, items] = ['kind', 'apiVersion', 'items'].map((key) => getKey(value, key))
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
    // Lists of one type leave the type of their items out.
    const type = kind === 'List' ? {} : { apiVersion, kind: kind.slice(0, -'List'.length) }
    return items.flatMap((item) => objectsIn(isRecord(item) ? { ...type, ...item } : item))
  }
  if (typeof kind !== 'string' || typeof apiVersion !== 'string' || !isRecord(getKey(value, 'metadata'))) {
    throw new RangeError(`seed: expected objects with apiVersion, kind and metadata, got ${excerpt(value)}`)
  }
  return [value as ApiObject]
}

const excerpt = (value: unknown): string => String(JSON.stringify(value)).slice(0, 80)
