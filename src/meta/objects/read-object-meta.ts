/**
 * Parses the untrusted `metadata` of a body to an {@link ObjectMeta}.
 *
 * Empty values that Kubernetes omits are omitted here: nulls, empty texts, maps and lists, zero.
 *
 * @module
 */

import { MAX_REPORTED_FIELDS } from '../errors/error-bounds.js'
import { badRequest } from '../errors/errors.js'
import { formatFieldPath, shortened } from '../errors/field-path.js'
import { getKey, isRecord, setKey, type UnknownRecord } from '../values/json.js'
import { normalizeTime } from '../values/time.js'
import type { ObjectMeta } from './object.js'

/** Reads one field; undefined when it is absent or empty. Unknown nested fields are added to `unknown`. */
type Reader = (value: unknown, path: string, unknown: string[]) => unknown

type Fields = ReadonlyMap<string, Reader>

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

const wrongType = (path: string, expected: string, value: unknown) =>
  badRequest(`${shortened(path)}: expected ${expected}, found ${typeOf(value)}`)

/** A reader that treats null as absent. */
const optional =
  (read: (value: NonNullable<unknown>, path: string, unknown: string[]) => unknown): Reader =>
  (value, path, unknown) =>
    value === undefined || value === null ? undefined : read(value, path, unknown)

const string = (value: unknown, path: string): string => {
  if (typeof value !== 'string') throw wrongType(path, 'a string', value)
  return value
}

const text = /* @__PURE__ */ optional((value, path) => string(value, path) || undefined)

/** A text that is kept even when empty or absent. */
const fullText: Reader = (value, path) => string(value ?? '', path)

const ignoredText = /* @__PURE__ */ optional((value, path) => {
  string(value, path)
  return undefined
})

const integer = /* @__PURE__ */ optional((value, path) => {
  if (!Number.isSafeInteger(value)) throw wrongType(path, 'a whole number', value)
  return value
})

const nonZeroInteger: Reader = (value, path, unknown) => integer(value, path, unknown) || undefined

const boolean = /* @__PURE__ */ optional((value, path) => {
  if (typeof value !== 'boolean') throw wrongType(path, 'true or false', value)
  return value
})

/** Go's zero time, which counts as absent. */
const ZERO_TIME = '0001-01-01T00:00:00Z'

const time = /* @__PURE__ */ optional((value, path) => {
  const normal = normalizeTime(string(value, path))
  if (normal === undefined) throw badRequest(`${path}: expected a time such as 2006-01-02T15:04:05Z`)
  return normal === ZERO_TIME ? undefined : normal
})

const record = /* @__PURE__ */ optional((value, path) => {
  if (!isRecord(value)) throw wrongType(path, 'an object', value)
  return value
})

const textMap = /* @__PURE__ */ optional((value, path) => {
  if (!isRecord(value)) throw wrongType(path, 'an object', value)
  const keys = Object.keys(value)
  if (keys.length === 0) return undefined
  const copy: Record<string, string> = {}
  for (const key of keys) {
    const member = value[key] ?? ''
    setKey(copy, key, typeof member === 'string' ? member : string(member, `${path}.${key}`))
  }
  return copy
})

const list = (read: Reader): Reader =>
  optional((value, path, unknown) => {
    if (!Array.isArray(value)) throw wrongType(path, 'a list', value)
    return value.length === 0 ? undefined : value.map((item: unknown, i) => read(item, `${path}[${i}]`, unknown))
  })

const struct = (fields: Fields): Reader => {
  const readers = [...fields]
  return (value, path, unknown) => {
    const source = value ?? {}
    if (!isRecord(source)) throw wrongType(path, 'an object', source)
    for (const key of Object.keys(source)) {
      if (unknown.length > MAX_REPORTED_FIELDS) break
      if (!fields.has(key)) unknown.push(formatFieldPath([path, key]))
    }
    const result: UnknownRecord = {}
    for (const [name, read] of readers) {
      const given = getKey(source, name)
      // Most fields are absent, and need no formatted path.
      if (given === undefined && read !== fullText) continue
      const member = read(given, `${path}.${name}`, unknown)
      if (member !== undefined) result[name] = member
    }
    return result
  }
}

const OWNER_REFERENCE: Fields = new Map([
  ['apiVersion', fullText],
  ['kind', fullText],
  ['name', fullText],
  ['uid', fullText],
  ['controller', boolean],
  ['blockOwnerDeletion', boolean],
])

const MANAGED_FIELDS: Fields = new Map([
  ['manager', text],
  ['operation', text],
  ['apiVersion', text],
  ['time', time],
  ['fieldsType', text],
  ['fieldsV1', record],
  ['subresource', text],
])

const OBJECT_META: Fields = new Map([
  ['name', text],
  ['generateName', text],
  ['namespace', text],
  // A field of earlier versions, which is not written any more.
  ['selfLink', ignoredText],
  ['uid', text],
  ['resourceVersion', text],
  ['generation', nonZeroInteger],
  ['creationTimestamp', time],
  ['deletionTimestamp', time],
  ['deletionGracePeriodSeconds', integer],
  ['labels', textMap],
  ['annotations', textMap],
  ['ownerReferences', /* @__PURE__ */ list(/* @__PURE__ */ struct(OWNER_REFERENCE))],
  ['finalizers', /* @__PURE__ */ list(fullText)],
  ['managedFields', /* @__PURE__ */ list(/* @__PURE__ */ struct(MANAGED_FIELDS))],
])

const readFields = /* @__PURE__ */ struct(OBJECT_META)

/**
 * Parses the metadata of a body. Values are not validated here (see `validateObjectMeta`).
 *
 * @param raw - The `metadata` of a decoded body; undefined and null are no metadata.
 * @param path - Its path, for messages.
 * @param unknownFields - Receives the paths of unknown fields, also of metadata that cannot be read.
 * @returns A copy that shares only `fieldsV1` with the body, times in UTC seconds; and the paths of unknown fields, such as
 *   `metadata.foo`, which the copy does not have: the first 10,001 of them.
 * @throws {@link ApiError} 400 for a field of the wrong JSON type or an invalid time.
 * @see Specification, "Object metadata (every object)"
 */
export function readObjectMeta(
  raw: unknown,
  path = 'metadata',
  unknownFields: string[] = [],
): { meta: ObjectMeta; unknownFields: string[] } {
  // The readers of the table above produce exactly the members of ObjectMeta, each of its type.
  const meta = readFields(raw, path, unknownFields) as ObjectMeta
  return { meta, unknownFields }
}
