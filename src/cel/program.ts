/**
 * A compiled expression: checked once, and evaluated within a budget.
 *
 * @module
 */

import { EXPRESSION_COST_LIMIT, type Metered, metered } from './budget.js'
import type { Environment } from './environment.js'
import { compileErrorText } from './error-text.js'
import { ownName, REPLACED, UNKNOWN } from './functions/function-table.js'
import { widenHas } from './has.js'
import { prepareLiterals, replaceMarks } from './literals/literals.js'
import { meterNodes } from './meter-nodes.js'
import { type CelNode, isDeeperThan, type Scope, scopesOf, walkNodes } from './nodes.js'

/** Longer expressions are refused without parsing. */
const MAX_SOURCE = 100_000
/** Deeper expressions are refused (ours), as the checks are recursive. `a && b && …` is as deep as it is long. */
const MAX_DEPTH = 500

/** A compiled expression. */
export interface Program {
  /** The type of its result, such as `bool`. */
  readonly type: string
  /** The variables that it uses. */
  readonly names: ReadonlySet<string>
  /** Its syntax tree. */
  readonly root: CelNode
  /**
   * Evaluates it.
   *
   * @param variables - CEL values of the variables.
   * @param most - Cost limit; the limit of one expression applies in any case.
   */
  run(variables: Readonly<Record<string, unknown>>, most: number): Metered
  /**
   * Evaluates it as a part of another expression, which is charged.
   *
   * @throws The error, if it fails.
   */
  value(variables: Readonly<Record<string, unknown>>): unknown
}

/** The result of compiling. */
export type Compiled = { readonly program: Program } | { readonly error: string }

/**
 * Compiles an expression.
 *
 * @param environment - Declares the variables.
 * @param source - The expression.
 * @returns The program, or the error worded as in Kubernetes.
 */
export function compileExpression(environment: Environment, source: string): Compiled {
  const tooLong = tooLongText(source)
  if (tooLong !== undefined) return { error: tooLong }
  try {
    const { text, marks } = replaceMarks(source)
    const parsed = environment.parse(text)
    const root = parsed.ast as unknown as CelNode
    if (isDeeperThan(root, MAX_DEPTH)) {
      return { error: `ERROR: <input>:-1:0: expression recursion limit exceeded: ${MAX_DEPTH}` }
    }
    prepareLiterals(root, marks)
    const unknown = redirectCalls(root)
    if (unknown) return { error: compileErrorText(undeclared(unknown), source) }
    const { valid, type = 'dyn', error } = parsed.check()
    if (!valid) return { error: compileErrorText(missingFunction(environment, root, error) ?? error, source) }
    const names = namesIn(root)
    meterNodes(root, source.length)
    const value = releasingValues(root, parsed)
    const run = (variables: Readonly<Record<string, unknown>>, most: number): Metered =>
      metered(Math.min(most, EXPRESSION_COST_LIMIT), () => value(variables))
    return { program: { type, names, root, run, value } }
  } catch (error) {
    return { error: compileErrorText(error, source) }
  }
}

/**
 * Releases the values of an evaluation when it ends. The package keeps those of the last one in the scopes of loops: a thousand
 * expressions with a loop would hold a gigabyte after they were evaluated for one large object.
 *
 * @param root - A checked expression.
 * @param evaluate - Evaluates it.
 */
function releasingValues(root: CelNode, evaluate: Program['value']): Program['value'] {
  const scopes: Scope[] = []
  walkNodes(root, (node) => {
    scopes.push(...scopesOf(node))
  })
  if (scopes.length === 0) return evaluate
  return (variables) => {
    try {
      return evaluate(variables)
    } finally {
      for (const scope of scopes) {
        scope.reuse(undefined)
        scope.iterValue = undefined
        scope.accuValue = undefined
      }
    }
  }
}

/** The error for an expression that is too long to parse; undefined for any other. */
export const tooLongText = (source: string): string | undefined =>
  source.length > MAX_SOURCE
    ? `ERROR: <input>:-1:0: expression code point size exceeds limit: size: ${source.length}, limit ${MAX_SOURCE}`
    : undefined

/** Redirects calls of functions that this project replaces, and finds a call of a function that Kubernetes does not have. */
function redirectCalls(root: CelNode): CelNode | undefined {
  let unknown: CelNode | undefined
  walkNodes(root, (node) => {
    if (node.op !== 'call' && node.op !== 'rcall') return
    if (node.op === 'call' && node.meta.macro && (node.args as [string])[0] === 'has') widenHas(node.meta.macro)
    if (node.meta.alternate || node.meta.macro) return
    const args = node.args as [string, ...unknown[]]
    const [name] = args
    if (UNKNOWN.has(name) || name.startsWith('own_')) unknown ??= node
    else if (REPLACED.has(name)) args[0] = ownName(name)
  })
  return unknown
}

const undeclared = (node: CelNode): Error =>
  Object.assign(new Error(), { code: 'unknown_variable', summary: `Unknown variable: ${(node.args as [string])[0]}`, node })

/** The package reports an unknown function as a missing overload. */
function missingFunction(environment: Environment, root: CelNode, error: unknown): Error | undefined {
  const match = error instanceof Error && 'summary' in error ? /overload for '(?:.*\.)?(\w+)\(/.exec(String(error.summary)) : null
  const name = match?.[1]
  if (name === undefined || environment.getDefinitions().functions.some((known) => known.name === name)) return undefined
  let missing: CelNode | undefined
  walkNodes(root, (node) => {
    if ((node.op === 'call' || node.op === 'rcall') && (node.args as [string])[0] === name) missing ??= node
  })
  return missing && undeclared(missing)
}

/** The names of variables that an expression uses. */
function namesIn(root: CelNode): ReadonlySet<string> {
  const names = new Set<string>()
  walkNodes(root, ({ op, args }) => {
    if (op === 'id') names.add(String(args))
  })
  return names
}
