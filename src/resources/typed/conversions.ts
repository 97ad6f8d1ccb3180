/**
 * Versions of a type that differ in their fields: functions to and from the storage version.
 *
 * @module
 */

import { type ApiObject, formatApiVersion } from '../../meta/index.js'
import type { StorageVersionOf, StoredFields, VersionSpecs } from './object-types.js'
import type { InputOf, TypeWithSchema } from './type-with-schema.js'

/** The result of a conversion: an object's fields; those with a default may be left out. */
export type ConvertedFields<V> = V extends { readonly schema: { readonly spec: infer Spec extends TypeWithSchema } }
  ? {
      readonly spec: InputOf<Spec>
      readonly status?: V extends { readonly schema: { readonly status: infer Status extends TypeWithSchema } }
        ? InputOf<Status> | undefined
        : unknown
    }
  : object

/** How the objects of one version become those of the storage version, and back. Metadata is no part of it. */
export interface Conversion<Fields, StorageFields, ConvertedField, ConvertedStorageFields> {
  readonly toStorage: (fields: Fields) => ConvertedStorageFields
  readonly fromStorage: (fields: StorageFields) => ConvertedField
}

/** Conversions of versions other than the storage version, by name. Versions that are left out differ by name alone. */
export type Conversions<V extends VersionSpecs> = {
  readonly [Name in V[number]['name']]?: Conversion<
    StoredFields<Extract<V[number], { readonly name: Name }>>,
    StoredFields<StorageVersionOf<V>>,
    ConvertedFields<Extract<V[number], { readonly name: Name }>>,
    ConvertedFields<StorageVersionOf<V>>
  >
}

/** Conversions as the program holds them, their types checked before. */
export type AnyConversions = Readonly<
  Record<string, { readonly toStorage: (fields: never) => object; readonly fromStorage: (fields: never) => object } | undefined>
>

/**
 * Makes the conversion between any two versions of a type, by way of the storage version.
 *
 * @param group - API group of the type.
 * @param storageVersion - Name of the version in the middle.
 * @param conversions - By version.
 */
export function convertBy(
  group: string,
  storageVersion: string,
  conversions: AnyConversions,
): (object: ApiObject, apiVersion: string) => ApiObject {
  const steps = new Map(Object.entries(conversions).map(([name, step]) => [formatApiVersion(group, name), step]))
  const storage = formatApiVersion(group, storageVersion)
  const through = (object: ApiObject, apiVersion: string, convert: ((fields: never) => object) | undefined): ApiObject => {
    const { apiVersion: _from, kind, metadata, ...fields } = object
    // Kind and metadata in the result of a conversion are ignored: those of the input stay.
    return { ...(convert ? convert(fields as never) : fields), apiVersion, kind, metadata }
  }
  return (object, apiVersion) => {
    const stored = object.apiVersion === storage ? object : through(object, storage, steps.get(object.apiVersion)?.toStorage)
    return apiVersion === storage ? stored : through(stored, apiVersion, steps.get(apiVersion)?.fromStorage)
  }
}
