/**
 * The scope of a policy's expressions: variables, and compilation.
 *
 * Objects are untyped, as one policy may match many kinds. The request, the namespace and the policy's own variables have types.
 * For type checking a policy against one kind, the objects have the types of its schema.
 *
 * @module
 */

import {
  type Compiled,
  compileExpression,
  createEnvironment,
  type Environment,
  type Program,
  tooLongText,
  typeNames,
} from '../../cel/index.js'
import { declareObjectType, type Schema } from '../../schema/index.js'
import { AUTHORIZER_TYPE, declareAuthorizer } from './authorizer.js'
import { declareConstructors, rewriteConstructors } from './constructors.js'
import { declareRequestTypes, type RequestTypes } from './request-types.js'
import { type LookUpVariable, VariablesType } from './variables.js'

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

/** A compiled expression of a policy, with the variables in its scope. */
export interface PolicyExpression {
  readonly source: string
  /** The type of its value, as printed by Kubernetes: `list(string)`. */
  readonly type: string
  /** Whether its type is unknown, as it only reads a member of an untyped value. */
  readonly isUntyped: boolean
  readonly program: Program
  /** Creates the value of `variables`. */
  readonly variablesOf: (lookUp: LookUpVariable) => unknown
}

/** A variable of a policy. */
export interface PolicyVariable extends PolicyExpression {
  readonly name: string
}

/** Nodes that pass a value through: a variable, a member, an entry. */
const SELECTIONS: ReadonlySet<string> = new Set(['id', '.', '[]'])

/** Types with unknown content, in the package's short form. */
const WHOLE_NAMES: Readonly<Record<string, string>> = { list: 'list(dyn)', map: 'map(dyn, dyn)', null: 'null_type' }

/** A type parameter that nothing determines, as in `[]`, is unknown content. */
const typeText = (type: string): string => WHOLE_NAMES[type] ?? typeNames(type).replaceAll(/\b[A-Z]\b/g, 'dyn')

/** The result of compiling. */
export type CompiledPolicyExpression = PolicyExpression | { readonly error: string }

/** Environments for compilation, with or without `variables`. */
interface Level {
  /** Undefined without. */
  readonly variables: VariablesType | undefined
  readonly plain: Environment
  readonly withAuthorizer: Environment
}

/** What an expression may use. */
export interface ExpressionUse {
  /** Whether it may use `authorizer`; true by default. */
  readonly authorizer?: boolean
  /** Whether it may use `variables`; true by default. */
  readonly variables?: boolean
}

const noVariables = (): undefined => undefined

/** Number ranges of the types of objects and parameters: the request has some dozens, a schema some hundreds. */
const [OBJECT_TYPES, PARAMS_TYPES] = [10_000, 20_000]

/** The scope of one policy's expressions. */
export class PolicyScope {
  readonly types: RequestTypes
  readonly variables = new Map<string, PolicyVariable>()
  readonly #mutates: boolean
  readonly #base: Environment
  #withVariables: Level | undefined
  #withoutVariables: Level | undefined

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
    this.#mutates = mutates
    this.#base = environment
  }

  /**
   * Compiles an expression.
   *
   * @param source - The expression.
   * @param options - Whether it may use `authorizer` and `variables`; it may by default.
   */
  compile(source: string, { authorizer = true, variables = true }: ExpressionUse = {}): CompiledPolicyExpression {
    const tooLong = tooLongText(source)
    if (tooLong !== undefined) return { error: tooLong }
    const level = variables ? this.#levelWithVariables() : this.#levelWithoutVariables()
    const text = this.#mutates ? rewriteConstructors(source) : source
    const compiled: Compiled = compileExpression(authorizer ? level.withAuthorizer : level.plain, text)
    if ('error' in compiled) return compiled
    const { program } = compiled
    return {
      source,
      type: typeText(program.type),
      isUntyped: program.type === 'dyn' && SELECTIONS.has(program.root.op),
      program,
      variablesOf: level.variables?.here() ?? noVariables,
    }
  }

  /**
   * Declares a variable for all expressions that are compiled later.
   *
   * @param name - An identifier; it replaces an earlier variable of the same name.
   * @param source - Its expression, which may use earlier variables.
   * @returns The error, or undefined.
   */
  declare(name: string, source: string): string | undefined {
    const compiled = this.compile(source)
    if ('error' in compiled) return compiled.error
    this.variables.set(name, { ...compiled, name })
    this.#levelWithVariables().variables?.declare(name, compiled.program.type)
    return undefined
  }

  #levelWithVariables(): Level {
    if (this.#withVariables) return this.#withVariables
    const environment = this.#base.clone()
    this.#withVariables = levelOf(environment, new VariablesType(environment))
    return this.#withVariables
  }

  /** Match conditions are evaluated before the variables of a policy. */
  #levelWithoutVariables(): Level {
    this.#withoutVariables ??= levelOf(this.#base.clone(), undefined)
    return this.#withoutVariables
  }
}

const levelOf = (plain: Environment, variables: VariablesType | undefined): Level => ({
  variables,
  plain,
  withAuthorizer: plain.clone().registerVariable('authorizer', AUTHORIZER_TYPE),
})
