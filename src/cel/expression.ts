/**
 * CEL expressions over arbitrary values, such as the claims of a token: compiled once, and run within a budget.
 *
 * @module
 */

import { setKey, type UnknownRecord } from '../meta/index.js'
import { EXPRESSION_COST_LIMIT, metered } from './budget.js'
import type { TypeDeclaration } from './declared-types.js'
import { loadEngine } from './engine.js'
import { createEnvironment } from './environment.js'
import { evaluationErrorText } from './error-text.js'
import { toJson } from './json-value.js'
import { ObjectTypes } from './object-types.js'
import { compileExpression } from './program.js'
import { typedValue } from './values.js'

/** The variables of an expression, and their types. */
export type ExpressionVariables = Readonly<Record<string, TypeDeclaration>>

/** A compiled expression. */
export interface Expression {
  /** The type of its result, such as `string`, `list<string>`, or `dyn` if only known at run time. */
  readonly type: string
  /** The variables that it uses. */
  readonly names: ReadonlySet<string>
  /**
   * Evaluates it.
   *
   * @param values - The JSON value of each variable.
   * @returns The result as a JSON value.
   * @throws Error, with one line, when the evaluation fails or costs too much.
   */
  evaluate(values: UnknownRecord): unknown
}

/** Compiles an expression. @throws Error with the message. */
export type CompileExpression = (source: string) => Expression

/**
 * Creates a compiler of expressions.
 *
 * @param variables - The variables they may use.
 */
export async function loadExpressions(variables: ExpressionVariables): Promise<CompileExpression> {
  await loadEngine()
  const environment = createEnvironment()
  const types = new ObjectTypes(environment)
  const declared = Object.entries(variables).map(([name, type]) => ({ name, type: types.of(type) }))
  for (const { name, type } of declared) environment.registerVariable(name, type.name)
  const read = (values: UnknownRecord) => {
    const typed: Record<string, unknown> = {}
    for (const { name, type } of declared) {
      if (Object.hasOwn(values, name)) setKey(typed, name, typedValue(type, values[name]))
    }
    return typed
  }
  return (source) => {
    const compiled = compileExpression(environment, source)
    if ('error' in compiled) throw new Error(compiled.error)
    const { type, names, run } = compiled.program
    return { type, names, evaluate: (values) => evaluated(run, () => read(values)) }
  }
}

function evaluated(
  run: (variables: UnknownRecord, most: number) => ReturnType<typeof metered>,
  read: () => UnknownRecord,
): unknown {
  const values = metered(EXPRESSION_COST_LIMIT, read)
  if (values.error !== undefined) throw values.error
  const outcome = run(values.value as UnknownRecord, EXPRESSION_COST_LIMIT - values.cost)
  if (outcome.isExceeded) throw new Error(TOO_MUCH)
  if (outcome.error !== undefined) throw new Error(evaluationErrorText(outcome.error), { cause: outcome.error })
  const written = metered(EXPRESSION_COST_LIMIT - values.cost - outcome.cost, () => toJson(outcome.value))
  if (written.isExceeded) throw new Error(TOO_MUCH)
  if (written.error !== undefined) throw written.error
  return written.value
}

const TOO_MUCH = 'the expression costs too much'
