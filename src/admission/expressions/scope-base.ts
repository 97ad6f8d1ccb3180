/**
 * The declarations that policies share.
 *
 * An environment of the language takes 50 KB, and a plane may have thousands of policies. Those without types of their own differ in
 * nothing but their variables, and most have none.
 *
 * @module
 */

import { createEnvironment, type Environment } from '../../cel/index.js'
import { declareObjectType, type Schema } from '../../schema/index.js'
import { AUTHORIZER_TYPE, declareAuthorizer } from './authorizer.js'
import { declareConstructors } from './constructors.js'
import { declareRequestTypes, type RequestTypes } from './request-types.js'
import { VariablesType } from './variables.js'

/** Optional features of a scope. */
export interface PolicyScopeOptions {
  /** Whether `params` is available. */
  readonly params: boolean
  /** Whether expressions may use `Object{…}` and `JSONPatch{…}`. */
  readonly mutates: boolean
  /** The schema of `object` and `oldObject`, for type checking; untyped without it. */
  readonly object?: Schema
  /** The same for `params`. */
  readonly paramsObject?: Schema
}

/** Environments for compilation, with or without `variables`. */
export interface Level {
  /** Undefined without. */
  readonly variables: VariablesType | undefined
  readonly plain: Environment
  readonly withAuthorizer: Environment
}

/** Number ranges of the types of objects and parameters: the request has some dozens, a schema some hundreds. */
const [OBJECT_TYPES, PARAMS_TYPES] = [10_000, 20_000]

/** The declarations for some options. Policies share it, as theirs are made in copies of its environment. */
export class ScopeBase {
  readonly types: RequestTypes
  readonly #environment: Environment
  #withoutVariables: Level | undefined
  #withNoVariable: Level | undefined

  constructor({ params, mutates, object, paramsObject }: PolicyScopeOptions) {
    const environment = createEnvironment()
    this.types = declareRequestTypes(environment)
    declareAuthorizer(environment)
    if (mutates) declareConstructors(environment)
    const objectType = declareObjectType(environment, object, OBJECT_TYPES)
    environment
      .registerVariable('object', objectType)
      .registerVariable('oldObject', objectType)
      .registerVariable('request', this.types.requestType)
      .registerVariable('namespaceObject', this.types.namespaceType)
    if (params) environment.registerVariable('params', declareObjectType(environment, paramsObject, PARAMS_TYPES))
    this.#environment = environment
  }

  /** Match conditions are evaluated before the variables of a policy. */
  get withoutVariables(): Level {
    this.#withoutVariables ??= levelOf(this.#environment.clone(), undefined)
    return this.#withoutVariables
  }

  /** For a policy that has not declared any. */
  get withNoVariable(): Level {
    this.#withNoVariable ??= this.withOwnVariables()
    return this.#withNoVariable
  }

  /** For a policy that declares some. */
  withOwnVariables(): Level {
    const environment = this.#environment.clone()
    return levelOf(environment, new VariablesType(environment))
  }
}

const levelOf = (plain: Environment, variables: VariablesType | undefined): Level => ({
  variables,
  plain,
  withAuthorizer: plain.clone().registerVariable('authorizer', AUTHORIZER_TYPE),
})

const shared = new Map<string, ScopeBase>()

/** The declarations for some options: the same each time, unless they have types of their own. */
export function scopeBaseOf(options: PolicyScopeOptions): ScopeBase {
  const { params, mutates, object, paramsObject } = options
  if (object || paramsObject) return new ScopeBase(options)
  const key = `${params} ${mutates}`
  const base = shared.get(key) ?? new ScopeBase(options)
  shared.set(key, base)
  return base
}
