/**
 * Conversions between versions with different fields, by functions to and from the storage version.
 *
 * @module
 */

import { type ApiObject, formatApiVersion } from '../../meta/index.js'
import type { StorageVersionOf, StoredFields, VersionSpecs } from './object-types.js'
import type { InputOf, TypeWithSchema } from './type-with-schema.js'

/** The result of a conversion: an object's fields. Fields with a default may be left out. */
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

/** Conversions of versions other than the storage version, by version name. Versions without one have the same fields. */
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

/**
 * Creates the conversion between any two versions of a type, via the storage version.
 *
 * @param group - API group of the type.
 * @param storageVersion - Name of the storage version.
 * @param conversions - Conversions by version name.
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
    // Kind and metadata in the result of a conversion are ignored; those of the input are kept.
    return { ...(convert ? convert(fields as never) : fields), apiVersion, kind, metadata }
  }
  return (object, apiVersion) => {
    const stored = object.apiVersion === storage ? object : through(object, storage, steps.get(object.apiVersion)?.toStorage)
    return apiVersion === storage ? stored : through(stored, apiVersion, steps.get(apiVersion)?.fromStorage)
  }
}
