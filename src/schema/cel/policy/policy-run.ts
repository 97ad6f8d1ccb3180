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
  readonly namespace: UnknownRecord | undefined
  readonly params: UnknownRecord | undefined
  readonly user: UserInfo
  /** The resource of the request, as rights are asked about it. */
  readonly about: Partial<Attributes>
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
  readonly #questions: AccessQuestions
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
    this.#questions = new AccessQuestions(inputs.ask)
    this.#inputs = new InputValues(scope, inputs, this.#questions)
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
      await this.#questions.answered()
      // Variables that failed for want of an answer are computed again.
      for (const [name, known] of this.#values) if ('error' in known) this.#values.delete(name)
      const outcome = this.#run(expression, convert)
      if (this.#isFinal(outcome)) return outcome
    }
  }

  /** What an expression made of a missing answer counts if it is a value: it would be the same with any answer. */
  #isFinal(outcome: PolicyOutcome): boolean {
    return 'value' in outcome || !this.#questions.isWaiting || this.#left < 0
  }

  #run(expression: PolicyExpression, convert: (value: unknown) => unknown): PolicyOutcome {
    if (this.#left < 0) return OUT_OF_BUDGET
    const { value, error, cost, isExceeded } = metered(Math.min(this.#left, EXPRESSION_COST_LIMIT), () =>
      convert(expression.program.value(this.#visible(expression))),
    )
    this.#left -= Math.ceil(cost)
    if (this.#left < 0) return OUT_OF_BUDGET
    if (isExceeded) return { error: new CostExceeded().message }
    return error === undefined ? { value } : { error: evaluationErrorText(error) }
  }

  #visible(expression: PolicyExpression): Readonly<Record<string, unknown>> {
    const variables = () => expression.variablesOf((name) => this.#variable(name))
    return new VisibleValues(this.#inputs, variables) as unknown as Readonly<Record<string, unknown>>
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
      outcome = { value: variable.program.value(this.#visible(variable)) }
    } catch (error) {
      if (error instanceof CostExceeded) throw error
      outcome = { error: evaluationErrorText(error) }
    }
    this.#values.set(name, outcome)
    return outcome
  }
}

/** Values are read when an expression first asks for them, and that expression pays. */
class InputValues {
  readonly #scope: PolicyScope
  readonly #inputs: PolicyInputs
  readonly #questions: AccessQuestions
  readonly #known = new Map<string, unknown>()

  constructor(scope: PolicyScope, inputs: PolicyInputs, questions: AccessQuestions) {
    this.#scope = scope
    this.#inputs = inputs
    this.#questions = questions
  }

  /** The value of a variable that every expression sees. */
  value(name: InputName): unknown {
    if (!this.#known.has(name)) this.#known.set(name, this.#read(name))
    return this.#known.get(name)
  }

  #read(name: InputName): unknown {
    const { object, oldObject, request, namespace, params, user, about } = this.#inputs
    switch (name) {
      case 'object':
        return dynamicValue(object)
      case 'oldObject':
        return dynamicValue(oldObject)
      case 'params':
        return dynamicValue(params)
      case 'request':
        return this.#scope.types.request(request())
      case 'namespaceObject':
        return this.#scope.types.namespace(namespace)
      case 'authorizer':
        return authorizerValue(this.#questions, user, about)
    }
  }
}

type InputName = 'object' | 'oldObject' | 'params' | 'request' | 'namespaceObject' | 'authorizer'

/** What one expression sees: the language asks for each variable by its name. */
class VisibleValues {
  readonly #values: InputValues
  readonly #variables: () => unknown

  constructor(values: InputValues, variables: () => unknown) {
    this.#values = values
    this.#variables = variables
  }

  get object(): unknown {
    return this.#values.value('object')
  }

  get oldObject(): unknown {
    return this.#values.value('oldObject')
  }

  get params(): unknown {
    return this.#values.value('params')
  }

  get request(): unknown {
    return this.#values.value('request')
  }

  get namespaceObject(): unknown {
    return this.#values.value('namespaceObject')
  }

  get authorizer(): unknown {
    return this.#values.value('authorizer')
  }

  get variables(): unknown {
    return this.#variables()
  }
}
