/**
 * Conversions between versions with different fields, by functions to and from the storage version.
 *
 * @module
 */

import { type ApiObject, check, formatApiVersion, isRecord, isThenable, setKey, type UnknownRecord } from '../../meta/index.js'
import type { StorageVersionOf, StoredFields, VersionSpecs } from './object-types.js'
import type { InputOf, TypeWithSchema } from './type-with-schema.js'

/** The result of a conversion: an object's fields. Fields with a default may be left out; undefined ones count as left out. */
export type ConvertedFields<V> = V extends { readonly schema: { readonly spec: infer Spec extends TypeWithSchema } }
  ? {
      readonly spec: InputOf<Spec>
      readonly status?: V extends { readonly schema: { readonly status: infer Status extends TypeWithSchema } }
        ? InputOf<Status> | undefined
        : unknown
    }
  : object

/** Converts the fields of one version to the storage version, and back. Metadata is not converted. */
export interface Conversion<Fields, StorageFields, ConvertedField, ConvertedStorageFields> {
  readonly toStorage: (fields: Fields) => ConvertedStorageFields
  readonly fromStorage: (fields: StorageFields) => ConvertedField
}

/** Conversions of versions other than the storage version, by version name. Versions without one have the same fields, or some of them. */
export type Conversions<V extends VersionSpecs> = {
  readonly [Name in V[number]['name']]?: Conversion<
    StoredFields<Extract<V[number], { readonly name: Name }>>,
    StoredFields<StorageVersionOf<V>>,
    ConvertedFields<Extract<V[number], { readonly name: Name }>>,
    ConvertedFields<StorageVersionOf<V>>
  >
}

/** {@link Conversions} without their types, which were checked at compile time. */
export type AnyConversions = Readonly<
  Record<string, { readonly toStorage: (fields: never) => object; readonly fromStorage: (fields: never) => object } | undefined>
>

/** What a conversion is created from. */
export interface ConvertOptions {
  readonly group: string
  readonly kind: string
  readonly storageVersion: string
  readonly conversions: AnyConversions
  /** Whether objects of a version have a spec. */
  readonly hasSpec: (version: string) => boolean
}

/**
 * Creates the conversion between any two versions of a type, via the storage version.
 *
 * @param options - Names of the type, and its conversions by version name.
 * @returns Converts an object to a version; throws a TypeError, which clients see as a 500, for a result that has no fields or
 *   loses the spec.
 */
export function convertBy({
  group,
  kind,
  storageVersion,
  conversions,
  hasSpec,
}: ConvertOptions): (object: ApiObject, apiVersion: string) => ApiObject {
  const apiVersionOf = (version: string) => formatApiVersion(group, version)
  const step = (version: string, name: 'toStorage' | 'fromStorage', convert: (fields: never) => unknown): Step => {
    const [from, to] = name === 'toStorage' ? [version, storageVersion] : [storageVersion, version]
    const callee = `resource ${kind}: conversions.${version}.${name} (${from} to ${to})`
    return (fields) => {
      const result = convert(fields as never)
      requireFields(callee, result, hasSpec(to) && fields.spec !== undefined)
      return withoutUndefined(result as UnknownRecord)
    }
  }
  const toStorage = new Map<string, Step>()
  const fromStorage = new Map<string, Step>()
  for (const [version, functions] of Object.entries(conversions)) {
    if (!functions) continue
    toStorage.set(apiVersionOf(version), step(version, 'toStorage', functions.toStorage))
    fromStorage.set(apiVersionOf(version), step(version, 'fromStorage', functions.fromStorage))
  }
  const storage = apiVersionOf(storageVersion)
  const through = (object: ApiObject, apiVersion: string, convert: Step | undefined): ApiObject => {
    const { apiVersion: _from, kind, metadata, ...fields } = object
    // Kind and metadata in the result of a conversion are ignored; those of the input are kept.
    return { ...(convert ? convert(fields) : fields), apiVersion, kind, metadata }
  }
  return (object, apiVersion) => {
    const stored = object.apiVersion === storage ? object : through(object, storage, toStorage.get(object.apiVersion))
    return apiVersion === storage ? stored : through(stored, apiVersion, fromStorage.get(apiVersion))
  }
}

/** Converts the fields of an object. */
type Step = (fields: UnknownRecord) => UnknownRecord

/** Refuses results that would lose the spec, or blame the client for a missing one. */
function requireFields(callee: string, result: unknown, needsSpec: boolean): void {
  const expected = '{ spec } or { spec, status }'
  // A mistaken async function may reject its promise, which would end the process.
  const isLate = isThenable(result)
  if (isLate) result.then(undefined, () => {})
  if (isLate || !isRecord(result)) check.refuse(callee, check.wrong(expected, result, 'result'))
  else if (needsSpec && (result.spec === undefined || isThenable(result.spec)))
    check.refuse(callee, check.wrong(`a spec, in ${expected}`, result.spec, 'result.spec'))
}

/** The value without undefined members: `{ note: spec.note }` of a spec without a note has no note, rather than a wrong one. */
function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) {
    const items = value.map(withoutUndefined)
    return (items.every((item, i) => item === value[i]) ? value : items) as T
  }
  if (!isRecord(value)) return value
  let isSame = true
  const members: UnknownRecord = {}
  for (const key of Object.keys(value)) {
    const member = withoutUndefined(value[key])
    isSame &&= member !== undefined && member === value[key]
    if (member !== undefined) setKey(members, key, member)
  }
  return (isSame ? value : members) as T
}
