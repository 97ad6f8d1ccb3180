/**
 * Manifests: a stream of YAML documents (which may be JSON), or lists of several objects.
 *
 * @module
 */

import { isRecord } from '../meta/index.js'

/** Start or end of a document; no line within a document begins like that (YAML 1.2.2 §6.7 and §9.1). */
const MARKER = /^(?:---|\.\.\.)(?=\s|$)/m
/** Detects documents that have only comments and directives. */
const HAS_CONTENT = /^[^\S\n]*[^\s#%]/m

/**
 * Splits a stream of YAML documents.
 *
 * @param text - YAML or JSON.
 * @returns The documents with content, to be decoded one by one.
 */
export const splitDocuments = (text: string): readonly string[] => text.split(MARKER).filter((part) => HAS_CONTENT.test(part))

/**
 * Flattens lists: arrays, and objects such as those of kind `List` or `ConfigMapList`, whose items may be lists again. Items of a
 * typed list may omit their type, which is then derived from the list.
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
