/**
 * Loads the code that compiles, checks and runs rules. With its packages it is larger than the rest of the schema code, so it is
 * loaded when the first schema with rules is prepared.
 *
 * @module
 */

import type { CelNode, Environment } from '../../cel/index.js'
import { type FieldError, type JsonObject, LazyCode, type Pausing } from '../../meta/index.js'
import { NodeFactory } from '../node.js'
import type { Schema } from '../schema.js'
import type { RuleCheckOptions } from './check-rule-texts.js'
import { hasRules } from './rule-texts.js'

const rules = /* @__PURE__ */ new LazyCode(async () => {
  const { loadEngine } = await import('../../cel/index.js')
  const code = await import('./index.js')
  await loadEngine()
  return code
}, 'rules are not prepared: await schema.prepare() first')

/**
 * Loads the rule code, once.
 *
 * @returns Undefined when it is loaded already.
 */
export const prepareRules = (): Promise<void> | undefined => rules.prepare()

/**
 * The code that compiles, checks and runs rules.
 *
 * @throws Error when it was not prepared.
 */
export const loadedRules = (): typeof import('./index.js') => rules.loaded

/**
 * Declares the types of a schema in an environment of expressions. Await {@link prepareRules} before.
 *
 * @param environment - Not cloned yet.
 * @param schema - Schema of the whole object.
 * @param first - Number of its first type.
 * @returns Name of the type; `dyn` without a schema, or if the schema is empty.
 * @throws Error when it was not prepared.
 */
export const declareObjectType = (environment: Environment, schema: Schema | undefined, first: number): string =>
  loadedRules().declareObjectType(environment, schema, first)

/**
 * Checks the rules of a schema: whether they compile, and their estimated cost. Yields between them. Await {@link prepareRules}
 * before.
 *
 * @param document - A schema; one without rules needs no preparation.
 * @param options - The path, and the prefix of extensions.
 * @throws Error when rules were not prepared.
 */
export function* checkRules(document: JsonObject, options: RuleCheckOptions): Pausing<readonly FieldError[]> {
  return hasRules(document) ? yield* loadedRules().checkRules(document, options) : []
}

/**
 * Estimates the maximum cost of an expression. Await {@link prepareRules} before.
 *
 * @param root - A type-checked expression.
 * @param variables - Schemas of its variables, with the maximum sizes of strings, lists and maps.
 * @throws Error when rules were not prepared.
 */
export function expressionCost(root: CelNode, variables: Readonly<Record<string, JsonObject>>): number {
  const factory = new NodeFactory({}, 'structural')
  const nodes = Object.entries(variables).map(([name, schema]) => [name, factory.node(schema)] as const)
  return loadedRules().estimateCost(root, Object.fromEntries(nodes))
}
