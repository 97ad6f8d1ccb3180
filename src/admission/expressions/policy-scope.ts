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

/** The variables declared so far, and the environments for compilation: without and with `authorizer`. */
interface Level {
  readonly seen: VariablesType
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

const NO_VARIABLES = new VariablesType([])

/** Number ranges of the types of objects and parameters: the request has some dozens, a schema some hundreds. */
const [OBJECT_TYPES, PARAMS_TYPES] = [10_000, 20_000]

/** The scope of one policy's expressions. */
export class PolicyScope {
  readonly types: RequestTypes
  readonly variables = new Map<string, PolicyVariable>()
  readonly #mutates: boolean
  readonly #base: Environment
  #level: Level
  #noVariables: Level | undefined

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
    this.#level = this.#levelWith([])
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
    const { seen, plain, withAuthorizer } = variables ? this.#level : this.#withoutVariables()
    const text = this.#mutates ? rewriteConstructors(source) : source
    const compiled: Compiled = compileExpression(authorizer ? withAuthorizer : plain, text)
    if ('error' in compiled) return compiled
    const { program } = compiled
    return {
      source,
      type: typeText(program.type),
      isUntyped: program.type === 'dyn' && SELECTIONS.has(program.root.op),
      program,
      variablesOf: (lookUp) => seen.make(lookUp),
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
    this.#level = this.#levelWith([...this.variables.values()].map(({ name, program }) => [name, program.type] as const))
    return undefined
  }

  /** Match conditions are evaluated before the variables of a policy. */
  #withoutVariables(): Level {
    if (this.#noVariables) return this.#noVariables
    const plain = this.#base.clone()
    this.#noVariables = {
      seen: NO_VARIABLES,
      plain,
      withAuthorizer: plain.clone().registerVariable('authorizer', AUTHORIZER_TYPE),
    }
    return this.#noVariables
  }

  #levelWith(fields: readonly (readonly [name: string, type: string])[]): Level {
    const seen = new VariablesType(fields)
    const environment = () => {
      const clone = this.#base.clone()
      seen.declare(clone)
      return clone
    }
    return { seen, plain: environment(), withAuthorizer: environment().registerVariable('authorizer', AUTHORIZER_TYPE) }
  }
}
