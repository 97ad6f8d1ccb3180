/**
 * Structural schemas of resource types, compiled from OpenAPI v2 or v3 documents, from custom resource definitions, and from JSON
 * schemas such as zod generates.
 *
 * @module
 */

export { checkRuleTexts, type RuleCheckOptions } from './cel/check-rule-texts.js'
export type { CompileExpression, Expression } from './cel/expression.js'
export { rulesNotChecked } from './cel/fit-for-rules.js'
export { checkRules, deviceSelectorFault, loadExpressions, loadedPolicies, prepareRules } from './cel/loaded-rules.js'
export type { AccessAnswer } from './cel/policy/authorizer.js'
export type { PolicyInputs, PolicyOutcome, PolicyRun } from './cel/policy/policy-run.js'
export type { CompiledPolicyExpression, ExpressionUse, PolicyScope } from './cel/policy/policy-scope.js'
export * from './compile.js'
export * from './from-json-schema.js'
export { compileSchemaOnDemand } from './on-demand.js'
export { type PatternFault, patternFault, patternTooLarge, preparePatterns } from './pattern/pattern.js'
export { estimatePatternSize } from './pattern/pattern-size.js'
export * from './schema.js'
export { withDefinitionBudget } from './validation-budget.js'
