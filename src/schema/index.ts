/**
 * Structural schemas of resource types, compiled from OpenAPI v2 or v3 documents, from custom resource definitions, and from JSON
 * schemas such as zod generates.
 *
 * @module
 */

export * from './compile.js'
export * from './from-json-schema.js'
export { readMarker } from './markers.js'
export { compileSchemaOnDemand } from './on-demand.js'
export { resolveReferences } from './references.js'
export { checkRuleTexts, type RuleCheckOptions } from './rules/check-rule-texts.js'
export { rulesNotChecked } from './rules/fit-for-rules.js'
export { checkRules, declareObjectType, expressionCost, prepareRules } from './rules/loaded-rules.js'
export { RESERVED_WORDS } from './rules/names.js'
export * from './schema.js'
export { withDefinitionBudget } from './validation-budget.js'
