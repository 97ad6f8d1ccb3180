/**
 * Kinds: what resource types are, those that every plane has, and the ways to make more.
 *
 * @module
 */

export * from './apiextensions/index.js'
export { authenticationResources } from './authentication/index.js'
export { authorizationResources } from './authorization/index.js'
export { builtinResources } from './builtin.js'
export * from './catalog.js'
export { ResourceSpecError } from './check-resource-spec.js'
export * from './convert.js'
export { type DefineResourceOptions, defineResource } from './define-resource.js'
export type { ResourceVerb, Subresource } from './definition.js'
export * from './definition.js'
export { metadataSchemas, type Properties } from './json-schema.js'
export { type FromOpenAPIOptions, fromOpenAPI } from './openapi/from-openapi.js'
export * from './rbac/index.js'
export type { AnyResourceSpec, DefinedObject, ResourceSpec } from './resource-spec.js'
export type { ResourceVersionSpec, VersionSchema } from './resource-version-spec.js'
export { fromScale, SCALE_KIND, type ScaleSubresource, scaleTable, toScale, validateScaled } from './scale.js'
export * from './strategy.js'
export { STATUS_TAKES } from './subresources.js'
export type { TableColumn, TableDefinition } from './tables.js'
export { type CustomResourceOptions, toCustomResourceDefinition } from './to-custom-resource-definition.js'
export type { CheckedVersions } from './typed/checked-versions.js'
export type { Conversion, Conversions, ConvertedFields } from './typed/conversions.js'
export type { Created, Stored } from './typed/defined-objects.js'
export type { FieldPath } from './typed/field-path.js'
export type { NewFields, StorageVersionOf, StoredFields, VersionSpecs } from './typed/object-types.js'
export type { DeepReadonly, InputOf, OutputOf, TypeWithSchema } from './typed/type-with-schema.js'
