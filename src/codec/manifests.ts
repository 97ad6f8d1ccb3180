/**
 * Objects as tools write and dump them: a stream of YAML documents (JSON is one), or lists of several objects.
 *
 * @module
 */

import { isRecord } from '../meta/index.js'

/** Where a document begins or ends; within one no line may begin like that (YAML 1.2.2 §6.7 and §9.1). */
const MARKER = /^(?:---|\.\.\.)(?=\s|$)/m
/** Documents of comments and directives hold nothing. */
const HAS_CONTENT = /^[^\S\n]*[^\s#%]/m

/**
 * Takes a stream of YAML documents apart.
 *
 * @param text - YAML or JSON.
 * @returns The documents that hold something, to be decoded one by one.
 */
export const splitDocuments = (text: string): readonly string[] => text.split(MARKER).filter((part) => HAS_CONTENT.test(part))

/**
 * Takes lists apart: arrays, and objects such as those of kind `List` or `ConfigMapList`, whose items may be lists again. Lists of
 * one
 * type leave the type of their items out, which then is that of the list.
 *
 * @param value - An object, or a list.
 */
export function listedObjects(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(listedObjects)
  if (!isRecord(value) || typeof value.kind !== 'string' || !value.kind.endsWith('List') || !Array.isArray(value.items))
    return [value]
  const type = value.kind === 'List' ? {} : { apiVersion: value.apiVersion, kind: value.kind.slice(0, -'List'.length) }
  return value.items.flatMap((item) => listedObjects(isRecord(item) ? { ...type, ...item } : item))
}
