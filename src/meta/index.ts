/**
 * Words: object metadata, group/version/kind, names, time, selectors, API errors, the dialect.
 *
 * @module
 */

export * from './address.js'
export * from './clock.js'
export * from './dialect.js'
export * from './error-bounds.js'
export * from './errors.js'
export * from './field-error.js'
export * from './field-path.js'
export * from './field-selector.js'
export * from './gvk.js'
export * from './health-check.js'
export * from './json.js'
export * from './label-selector.js'
export * from './labels.js'
export * from './lazily.js'
export * from './manager-name.js'
export * from './names.js'
export * from './object.js'
export * from './object-meta.js'
export * from './owner-references.js'
export * from './patch-type.js'
export * from './random.js'
export * from './single-headers.js'
export * from './status-reasons.js'
export { utf8Length } from './text.js'
export * from './time.js'
export type { TraceDecision, Tracer } from './tracer.js'
export * from './turn-share.js'
export * from './user.js'
