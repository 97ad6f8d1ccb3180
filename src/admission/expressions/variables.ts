/**
 * `variables`: the variables of a policy, computed on first use.
 *
 * @module
 */

import type { Environment } from '../../cel/index.js'

/** Returns the value of a variable, computed once. @throws The error of its expression, if that fails. */
export type LookUpVariable = (name: string) => unknown

const TYPE = 'Variables'

/** The type of `variables` at one position of a policy: the variables declared before it. */
export class VariablesType {
  readonly #fields: Readonly<Record<string, string>>
  readonly #type = class extends Variables {}

  /** @param fields - The variables, and the types of their expressions. */
  constructor(fields: readonly (readonly [name: string, type: string])[]) {
    const named: Record<string, string> = Object.create(null)
    for (const [name, type] of fields) named[name] = type
    this.#fields = named
  }

  /**
   * Declares the variables in an environment.
   *
   * @param environment - Not cloned yet.
   */
  declare(environment: Environment): void {
    environment.registerType(TYPE, { ctor: this.#type, fields: this.#fields })
    environment.registerVariable('variables', TYPE)
  }

  /** Creates the value. */
  make(lookUp: LookUpVariable): unknown {
    return new this.#type(lookUp)
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
