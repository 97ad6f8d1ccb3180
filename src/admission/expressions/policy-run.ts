/**
 * One run of a policy's expressions: for one request, with one parameter, within one budget.
 *
 * @module
 */

import { CostExceeded, dynamicValue, EXPRESSION_COST_LIMIT, evaluationErrorText, metered, toJson } from '../../cel/index.js'
import type { Attributes, UnknownRecord, UserInfo } from '../../meta/index.js'
import { AccessQuestions, type AskAccess, authorizerValue } from './authorizer.js'
import type { PolicyExpression, PolicyScope } from './policy-scope.js'

/** The inputs of a policy's expressions. */
export interface PolicyInputs {
  readonly object: UnknownRecord | undefined
  readonly oldObject: UnknownRecord | undefined
  /** Returns `AdmissionReview.request`, on demand. */
  readonly request: () => UnknownRecord
  /** Returns the namespace of the request, on demand. */
  readonly namespace: () => UnknownRecord | undefined
  readonly params: UnknownRecord | undefined
  readonly user: UserInfo
  /** Returns the resource of the request for authorization checks. */
  readonly about: () => Partial<Attributes>
  readonly ask: AskAccess
}

/** The result of an expression. */
export type PolicyOutcome =
  | { readonly value: unknown }
  /** `isOutOfBudget` when all expressions of the run together exceeded the budget. */
  | { readonly error: string; readonly isOutOfBudget?: true }

/** The error when the expressions of one policy exceeded their common budget. */
const OUT_OF_BUDGET: PolicyOutcome = {
  error: 'validation failed due to running out of cost budget, no further validation rules will be run',
  isOutOfBudget: true,
}

/** One run. */
export class PolicyRun {
  readonly #scope: PolicyScope
  readonly #inputs: InputValues
  /** The variables so far, in the order of their evaluation. */
  readonly #values = new Map<string, PolicyOutcome>()
  #left: number

  /**
   * @param scope - The scope of the compiled expressions.
   * @param inputs - The inputs.
   * @param budget - Cost budget of all expressions together.
   */
  constructor(scope: PolicyScope, inputs: PolicyInputs, budget: number) {
    this.#scope = scope
    this.#left = budget
    this.#inputs = new InputValues(scope, inputs)
  }

  /**
   * Evaluates an expression.
   *
   * @param expression - Compiled in the scope of the run.
   * @returns Its CEL value, or the error; a promise only if an authorizer is asynchronous.
   */
  evaluate(expression: PolicyExpression): PolicyOutcome | Promise<PolicyOutcome> {
    return this.#evaluated(expression, (value) => value)
  }

  /** Evaluates an expression, and converts its value to JSON. */
  evaluateJson(expression: PolicyExpression): PolicyOutcome | Promise<PolicyOutcome> {
    return this.#evaluated(expression, toJson)
  }

  #evaluated(expression: PolicyExpression, convert: (value: unknown) => unknown): PolicyOutcome | Promise<PolicyOutcome> {
    return this.#try(expression, convert) ?? this.#retried(expression, convert)
  }

  async #retried(expression: PolicyExpression, convert: (value: unknown) => unknown): Promise<PolicyOutcome> {
    for (;;) {
      await this.#inputs.questions?.answered()
      const outcome = this.#try(expression, convert)
      if (outcome) return outcome
    }
  }

  /**
   * Evaluates an expression once.
   *
   * @returns Undefined when an answer was missing, even if the expression has caught that error. Such a try leaves no variables and
   *   costs nothing, so that an asynchronous authorizer leads to the same outcomes as a synchronous one. There are few tries, as each
   *   gets past one more check, and the price of a check limits their number.
   */
  #try(expression: PolicyExpression, convert: (value: unknown) => unknown): PolicyOutcome | undefined {
    if (this.#left < 0) return OUT_OF_BUDGET
    const known = this.#values.size
    const { value, error, cost, isExceeded } = metered(Math.min(this.#left, EXPRESSION_COST_LIMIT), () =>
      convert(this.#value(expression)),
    )
    if (this.#inputs.questions?.isWaiting) {
      for (const name of [...this.#values.keys()].slice(known)) this.#values.delete(name)
      return undefined
    }
    this.#left -= Math.ceil(cost)
    if (this.#left < 0) return OUT_OF_BUDGET
    if (isExceeded) return { error: new CostExceeded().message }
    return error === undefined ? { value } : { error: evaluationErrorText(error) }
  }

  /** Evaluates an expression, possibly within another one. */
  #value({ program, variablesOf }: PolicyExpression): unknown {
    const inputs = this.#inputs
    const outer = inputs.variables
    if (program.names.has('variables')) inputs.variables = variablesOf((name) => this.#variable(name))
    try {
      return program.value(inputs.visible)
    } finally {
      inputs.variables = outer
    }
  }

  /** Called within an expression, which is charged. */
  #variable(name: string): unknown {
    const known = this.#values.get(name) ?? this.#compute(name)
    if ('error' in known) throw new Error(`composited variable "${name}" fails to evaluate: ${known.error}`)
    return known.value
  }

  #compute(name: string): PolicyOutcome {
    const variable = this.#scope.variables.get(name)
    if (!variable) return { error: 'there is no such variable' }
    let outcome: PolicyOutcome
    try {
      outcome = { value: this.#value(variable) }
    } catch (error) {
      if (error instanceof CostExceeded) throw error
      outcome = { error: evaluationErrorText(error) }
    }
    this.#values.set(name, outcome)
    return outcome
  }
}

/**
 * The variables of expressions. The engine looks up each by name; a value is converted, and charged, on first use.
 */
class InputValues {
  readonly #scope: PolicyScope
  readonly #inputs: PolicyInputs
  #object: unknown
  #oldObject: unknown
  #params: unknown
  #request: unknown
  #namespace: unknown
  #authorizer: unknown
  /** The variables of the current expression. */
  variables: unknown
  /** Converted on demand. */
  questions: AccessQuestions | undefined

  constructor(scope: PolicyScope, inputs: PolicyInputs) {
    this.#scope = scope
    this.#inputs = inputs
  }

  /** The same, in the form that the engine takes. */
  get visible(): Readonly<Record<string, unknown>> {
    return this as unknown as Readonly<Record<string, unknown>>
  }

  get object(): unknown {
    this.#object ??= dynamicValue(this.#inputs.object)
    return this.#object
  }

  get oldObject(): unknown {
    this.#oldObject ??= dynamicValue(this.#inputs.oldObject)
    return this.#oldObject
  }

  get params(): unknown {
    this.#params ??= dynamicValue(this.#inputs.params)
    return this.#params
  }

  get request(): unknown {
    this.#request ??= this.#scope.types.request(this.#inputs.request())
    return this.#request
  }

  get namespaceObject(): unknown {
    this.#namespace ??= this.#scope.types.namespace(this.#inputs.namespace())
    return this.#namespace
  }

  get authorizer(): unknown {
    const { user, about, ask } = this.#inputs
    this.questions ??= new AccessQuestions(ask)
    this.#authorizer ??= authorizerValue(this.questions, user, about())
    return this.#authorizer
  }
}
