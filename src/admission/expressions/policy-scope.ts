/**
 * The scope of a policy's expressions: variables, and compilation.
 *
 * Objects are untyped, as one policy may match many kinds. The request, the namespace and the policy's own variables have types.
 * For type checking a policy against one kind, the objects have the types of its schema.
 *
 * @module
 */

import { type Compiled, compileExpression, type Program, tooLongText, typeNames } from '../../cel/index.js'
import { rewriteConstructors } from './constructors.js'
import type { RequestTypes } from './request-types.js'
import { type Level, type PolicyScopeOptions, type ScopeBase, scopeBaseOf } from './scope-base.js'
import type { LookUpVariable } from './variables.js'

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

/** What an expression may use. */
export interface ExpressionUse {
  /** Whether it may use `authorizer`; true by default. */
  readonly authorizer?: boolean
  /** Whether it may use `variables`; true by default. */
  readonly variables?: boolean
}

const noVariables = (): undefined => undefined

/** The scope of one policy's expressions. */
export class PolicyScope {
  readonly variables = new Map<string, PolicyVariable>()
  readonly #mutates: boolean
  readonly #base: ScopeBase
  #own: Level | undefined

  /** @param options - See {@link PolicyScopeOptions}. */
  constructor(options: PolicyScopeOptions) {
    this.#mutates = options.mutates
    this.#base = scopeBaseOf(options)
  }

  /** The types of the request and the namespace. */
  get types(): RequestTypes {
    return this.#base.types
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
    const level = variables ? (this.#own ?? this.#base.withNoVariable) : this.#base.withoutVariables
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
    // Before the first variable is compiled, whose value may be `variables` itself.
    this.#own ??= this.#base.withOwnVariables()
    const compiled = this.compile(source)
    if ('error' in compiled) return compiled.error
    this.variables.set(name, { ...compiled, name })
    this.#own.variables?.declare(name, compiled.program.type)
    return undefined
  }
}
