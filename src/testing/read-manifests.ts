/**
 * Objects in the forms that tests use: values, or text in YAML or JSON.
 *
 * @module
 */

import { decodeYaml, listedObjects, splitDocuments } from '../codec/index.js'
import { type ApiObject, check, isDeeperThan, isRecord, jsonValue, MAX_JSON_DEPTH } from '../meta/index.js'

/** Objects to load: one, several, a list such as `kind: List`, or YAML or JSON text of any of these, in several documents. */
export type Manifests = string | object | readonly object[]

/**
 * Reads objects.
 *
 * @param input - See {@link Manifests}.
 * @returns The objects, with lists replaced by their items.
 * @throws {@link ApiError} 400 for invalid YAML.
 * @throws RangeError for a value that is no object or is nested too deep, and for duplicate keys, TypeError for one that is no JSON.
 */
export async function readManifests(input: Manifests): Promise<readonly ApiObject[]> {
  if (typeof input !== 'string') {
    // Before it is looked for lists, as an object that contains itself has no end.
    check.refuse('seed', jsonValue(input, 'objects'))
    if (isDeeperThan(input, MAX_JSON_DEPTH)) throw new RangeError(`seed: objects are nested deeper than ${MAX_JSON_DEPTH} levels`)
    return listedObjects(input).map(requireObject)
  }
  const encoder = new TextEncoder()
  const objects: ApiObject[] = []
  for (const document of splitDocuments(input)) {
    const { value, duplicateMessages } = await decodeYaml(encoder.encode(document), { maxValues: Number.POSITIVE_INFINITY })
    if (duplicateMessages[0] !== undefined) throw new RangeError(`seed: ${duplicateMessages[0]}`)
    if (value !== null) for (const object of listedObjects(value)) objects.push(requireObject(object))
  }
  return objects
}

function requireObject(value: unknown): ApiObject {
  const { kind, apiVersion, metadata } = isRecord(value) ? value : {}
  if (typeof kind === 'string' && typeof apiVersion === 'string' && isRecord(metadata)) return value as ApiObject
  throw new RangeError(`seed: expected objects with apiVersion, kind and metadata, got ${excerpt(value)}`)
}

const excerpt = (value: unknown): string => String(JSON.stringify(value)).slice(0, 80)
