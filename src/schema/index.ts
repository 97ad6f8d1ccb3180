/**
 * Structural schemas: what the objects of a type may hold, compiled from OpenAPI v2 or v3 documents, from custom resource
 * definitions, and from JSON schemas such as zod makes.
 *
 * @module
 */

export { checkRules, checkRuleTexts, type RuleCheckOptions } from './cel/check-rules.js'
export { prepareRules } from './cel/engine.js'
export { rulesNotChecked } from './cel/run-rules.js'
export * from './compile.js'
export * from './from-json-schema.js'
export { type PatternMatcher, patternFault, preparePatterns, readPattern } from './pattern.js'
export * from './schema.js'
