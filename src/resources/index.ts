/**
 * Resource type definitions: the built-in ones, and functions to define more.
 *
 * @module
 */

export { alwaysShownIn } from './always-shown.js'
export * from './apiextensions/index.js'
export { authenticationResources } from './authentication/index.js'
export { authorizationResources } from './authorization/index.js'
export { builtinResources } from './builtin.js'
export * from './catalog.js'
export { bundlePrefixOf, certificatesGroup, trustBundleDefinition } from './certificates/index.js'
export * from './convert.js'
export { ResourceSpecError } from './define-resource/check-resource-spec.js'
export { checkRulesOf } from './define-resource/check-rules-of.js'
export { defineResource } from './define-resource/define-resource.js'
export type { ResourceSpec } from './define-resource/resource-spec.js'
export { toCustomResourceDefinition } from './define-resource/to-custom-resource-definition.js'
export { aDefinition } from './definition/a-definition.js'
export { completeDefinitions } from './definition/complete-definitions.js'
export type { ResourceVerb, Subresource } from './definition/definition.js'
export * from './definition/definition.js'
export * from './definition/stored-as.js'
export * from './definition/strategy.js'
export { builtInFlowObjects } from './flowcontrol/built-in-levels.js'
export { atRelease, FIRST_RELEASE, isKnownRelease, LAST_RELEASE } from './lifecycle/at-release.js'
export { converterBetween } from './lifecycle/convert-between.js'
export type { VersionLife } from './lifecycle/version-life.js'
export { fromOpenAPI } from './openapi/from-openapi.js'
export * from './rbac/index.js'
export type { Connect, ConnectOptions, Destination, ParameterType } from './subresources/connect-subresource-spec.js'
export {
  fromScale,
  requireScaled,
  SCALE_DESCRIPTION,
  SCALE_KIND,
  type ScaleSubresource,
  scaleProperties,
  scaleSchema,
  scaleTable,
  toScale,
  validateScaled,
} from './subresources/scale.js'
export { STATUS_TAKES } from './subresources/subresources.js'
export type { TableDefinition } from './tables/tables.js'
export type { Created, Stored } from './typed/defined-objects.js'
export type { NewIn, StoredIn, VersionFields } from './typed/object-types.js'
