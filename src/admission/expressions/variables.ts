/**
 * `variables`: the variables of a policy, computed on first use.
 *
 * @module
 */

import { type Environment, growingType } from '../../cel/index.js'

/** Returns the value of a variable, computed once. @throws The error of its expression, if that fails. */
export type LookUpVariable = (name: string) => unknown

const [TYPE, VARIABLE] = ['Variables', 'variables']

/** The type of `variables`: it grows with each variable of a policy. */
export class VariablesType {
  readonly #type = class extends Variables {}
  /** The places of the variables in the order of the policy: an expression sees those before it. */
  readonly #places = new Map<string, number>()
  readonly #add: (name: string, type: string) => void

  /** @param environment - Not cloned yet. Its clones see the variables too. */
  constructor(environment: Environment) {
    environment.registerType(TYPE, { ctor: this.#type, fields: {} }).registerVariable(VARIABLE, TYPE)
    this.#add = growingType(environment, VARIABLE)
  }

  /** Declares a variable for all expressions that are compiled later, or declares it anew. */
  declare(name: string, type: string): void {
    this.#add(name, type)
    if (!this.#places.has(name)) this.#places.set(name, this.#places.size)
  }

  /**
   * A function that creates the value for an expression that is compiled now. A later variable does not exist in it, even where
   * the expression finds its name only when it runs.
   */
  here(): (lookUp: LookUpVariable) => unknown {
    const count = this.#places.size
    return (lookUp) => new this.#type((name) => ((this.#places.get(name) ?? count) < count ? lookUp(name) : undefined))
  }
}

/** The language identifies types by class, so each {@link VariablesType} has its own. */
abstract class Variables extends Map<string, unknown> {
  readonly #lookUp: LookUpVariable

  constructor(lookUp: LookUpVariable) {
    super()
    this.#lookUp = lookUp
  }

  override get(name: string): unknown {
    return this.#lookUp(name)
  }
}
