/**
 * Kinds: what resource types are, those that every plane has, and the ways to make more.
 *
 * @module
 */

export { aDefinition } from './a-definition.js'
export * from './apiextensions/index.js'
export { authenticationResources } from './authentication/index.js'
export { authorizationResources } from './authorization/index.js'
export { builtinResources } from './builtin.js'
export * from './catalog.js'
export { bundlePrefixOf, certificatesGroup, trustBundleDefinition } from './certificates/index.js'
export { ResourceSpecError } from './check-resource-spec.js'
export { checkRulesOf } from './check-rules-of.js'
export type { Connect, ConnectOptions, ParameterType } from './connect-subresource-spec.js'
export * from './convert.js'
export { defineResource } from './define-resource.js'
export type { ResourceVerb, Subresource } from './definition.js'
export * from './definition.js'
export { atRelease } from './lifecycle/at-release.js'
export { converterBetween } from './lifecycle/convert-between.js'
export type { VersionLife } from './lifecycle/version-life.js'
export { fromOpenAPI } from './openapi/from-openapi.js'
export * from './rbac/index.js'
export type { ResourceSpec } from './resource-spec.js'
export { fromScale, requireScaled, type ScaleSubresource, scaleTable, toScale, validateScaled } from './scale.js'
export * from './strategy.js'
export { STATUS_TAKES } from './subresources.js'
export type { TableDefinition } from './tables.js'
export { toCustomResourceDefinition } from './to-custom-resource-definition.js'
export type { Created, Stored } from './typed/defined-objects.js'
export type { VersionFields } from './typed/object-types.js'
