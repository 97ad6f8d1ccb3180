/**
 * One run of the expressions of a policy: on one request, with one parameter, within one budget.
 *
 * @module
 */

import type { Attributes, UnknownRecord, UserInfo } from '../../../meta/index.js'
import { CostExceeded, EXPRESSION_COST_LIMIT, metered } from '../budget.js'
import { evaluationErrorText } from '../error-text.js'
import { toJson } from '../json-value.js'
import { dynamicValue } from '../values.js'
import { AccessQuestions, type AskAccess, authorizerValue } from './authorizer.js'
import type { PolicyExpression, PolicyScope } from './policy-scope.js'

/** What the expressions of a policy are about. */
export interface PolicyInputs {
  readonly object: UnknownRecord | undefined
  readonly oldObject: UnknownRecord | undefined
  /** Gives `AdmissionReview.request`, when an expression asks for it. */
  readonly request: () => UnknownRecord
  /** Gives the namespace of the request, when an expression asks for it. */
  readonly namespace: () => UnknownRecord | undefined
  readonly params: UnknownRecord | undefined
  readonly user: UserInfo
  /** Returns the resource of the request for authorization checks. */
  readonly about: () => Partial<Attributes>
  readonly ask: AskAccess
}

/** How an expression ended. */
export type PolicyOutcome =
  | { readonly value: unknown }
  /** `isOutOfBudget` when all expressions of the run together have cost too much. */
  | { readonly error: string; readonly isOutOfBudget?: true }

/** Said when the expressions of one policy have used up what they may cost together. */
const OUT_OF_BUDGET: PolicyOutcome = {
  error: 'validation failed due to running out of cost budget, no further validation rules will be run',
  isOutOfBudget: true,
}

/** One run. */
export class PolicyRun {
  readonly #scope: PolicyScope
  readonly #inputs: InputValues
  readonly #values = new Map<string, PolicyOutcome>()
  #left: number

  /**
   * @param scope - What the expressions were compiled in.
   * @param inputs - What they are about.
   * @param budget - What they may cost together.
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
   * @returns Its value, in the types of the language, or why there is none; later only where an authorizer has to be waited for.
   */
  evaluate(expression: PolicyExpression): PolicyOutcome | Promise<PolicyOutcome> {
    return this.#evaluated(expression, (value) => value)
  }

  /** Evaluates an expression, and writes its value as JSON. */
  evaluateJson(expression: PolicyExpression): PolicyOutcome | Promise<PolicyOutcome> {
    return this.#evaluated(expression, toJson)
  }

  #evaluated(expression: PolicyExpression, convert: (value: unknown) => unknown): PolicyOutcome | Promise<PolicyOutcome> {
    const outcome = this.#run(expression, convert)
    return this.#isFinal(outcome) ? outcome : this.#evaluatedAgain(expression, convert)
  }

  async #evaluatedAgain(expression: PolicyExpression, convert: (value: unknown) => unknown): Promise<PolicyOutcome> {
    for (;;) {
      await this.#inputs.questions?.answered()
      // Variables that failed for want of an answer are computed again.
      for (const [name, known] of this.#values) if ('error' in known) this.#values.delete(name)
      const outcome = this.#run(expression, convert)
      if (this.#isFinal(outcome)) return outcome
    }
  }

  /** What an expression made of a missing answer counts if it is a value: it would be the same with any answer. */
  #isFinal(outcome: PolicyOutcome): boolean {
    return 'value' in outcome || !this.#inputs.questions?.isWaiting || this.#left < 0
  }

  #run(expression: PolicyExpression, convert: (value: unknown) => unknown): PolicyOutcome {
    if (this.#left < 0) return OUT_OF_BUDGET
    const { value, error, cost, isExceeded } = metered(Math.min(this.#left, EXPRESSION_COST_LIMIT), () =>
      convert(this.#value(expression)),
    )
    this.#left -= Math.ceil(cost)
    if (this.#left < 0) return OUT_OF_BUDGET
    if (isExceeded) return { error: new CostExceeded().message }
    return error === undefined ? { value } : { error: evaluationErrorText(error) }
  }

  /** Runs an expression, which may be in the midst of another one. */
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

  /** Called in the midst of an expression, which pays. */
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
 * What expressions see: the language asks for each variable by its name. A value is read when an expression first asks, which
 * pays.
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
  /** Those that the expression at hand sees. */
  variables: unknown
  /** Read on demand. */
  questions: AccessQuestions | undefined

  constructor(scope: PolicyScope, inputs: PolicyInputs) {
    this.#scope = scope
    this.#inputs = inputs
  }

  /** The same, as the language takes it. */
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
