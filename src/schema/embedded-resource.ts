/**
 * Embedded resources: their `apiVersion`, `kind` and `metadata` follow the rules of all objects, whatever the surrounding schema
 * says.
 *
 * @module
 */

import {
  ApiError,
  type FieldError,
  invalidField,
  jsonEqual,
  parseApiVersion,
  pathSegmentName,
  readObjectMeta,
  requiredField,
  validateLetterLabel,
  validateObjectMeta,
} from '../meta/index.js'
import type { Walk } from './walk.js'

/** A field that the registry handles in a whole object. */
export type ReservedKey = 'apiVersion' | 'kind' | 'metadata'

/**
 * Parses `apiVersion`, `kind` or `metadata` of an embedded resource like those of any object.
 *
 * @param key - Name of the field.
 * @param value - The value as sent.
 * @param walk - At the resource. Records unknown fields, and the first unreadable value.
 * @returns The value without unknown fields; the very same one when nothing was dropped, or when it cannot be read.
 */
export function readReserved(key: ReservedKey, value: unknown, walk: Walk): unknown {
  const path = walk.below(key)
  if (key !== 'metadata') {
    if (typeof value !== 'string') walk.reportMalformed(`${path}: must be a string`)
    return value
  }
  try {
    const { meta, unknownFields } = readObjectMeta(value, path)
    for (const field of unknownFields) walk.reportUnknownAt(field)
    return jsonEqual(meta, value) ? value : meta
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    walk.reportMalformed(error.message)
    return value
  }
}

/**
 * Validates `apiVersion`, `kind` and `metadata` of an embedded resource. The first two are required.
 *
 * @param resource - The resource.
 * @param walk - At the resource; takes the errors.
 */
export function judgeEmbedded(resource: Readonly<Record<string, unknown>>, walk: Walk): void {
  for (const key of ['apiVersion', 'kind'] as const) {
    const value = Object.hasOwn(resource, key) ? resource[key] : undefined
    const path = walk.below(key)
    if (value === undefined) walk.report(requiredField(path))
    else if (value === '') walk.report(requiredField(path, 'must not be empty'))
    else if (typeof value !== 'string') walk.report(invalidField(path, value, 'must be a string'))
    else walk.report(...(key === 'kind' ? wrongKind(value, path) : wrongApiVersion(value, path)))
  }
  if (Object.hasOwn(resource, 'metadata')) walk.report(...wrongMetadata(resource.metadata, walk.below('metadata')))
}

const wrongApiVersion = (apiVersion: string, path: string): readonly FieldError[] =>
  parseApiVersion(apiVersion) ? [] : [invalidField(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]

function wrongKind(kind: string, path: string): readonly FieldError[] {
  const messages = validateLetterLabel(kind.toLowerCase())
  if (messages.length === 0) return []
  return [invalidField(path, kind, `may have mixed case, but should otherwise match: ${messages.join(',')}`)]
}

/** An embedded resource needs neither a name nor a namespace. */
const UNNAMED = 'unnamed'

function wrongMetadata(value: unknown, path: string): readonly FieldError[] {
  try {
    const { meta } = readObjectMeta(value, path)
    const rules = { namespaced: meta.namespace !== undefined, nameRule: pathSegmentName, plainFinalizers: true, path }
    return validateObjectMeta({ ...meta, name: meta.name ?? UNNAMED }, rules)
  } catch (error) {
    if (error instanceof ApiError) return [invalidField(path, value, error.message)]
    throw error
  }
}
