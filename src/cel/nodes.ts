/**
 * The syntax tree of the CEL package, as far as it is traversed and instrumented here.
 *
 * The package's types omit the form of macros, and the evaluation functions of nodes.
 *
 * @module
 */

/** A type that the package inferred. */
export interface CheckedType {
  readonly kind: string
  readonly type: string
  readonly name: string
  readonly keyType?: CheckedType
  readonly valueType?: CheckedType
}

/** Variable scopes during checking and evaluation. */
export interface Scope {
  /** The present entry of a loop, and what it has accumulated. */
  iterValue?: unknown
  accuValue?: unknown
  forkWithVariable(name: string, type: CheckedType): Scope
  reuse(outer: Scope | undefined): Scope
  setIterValue(value: unknown, evaluator: Runner): Scope
}

/** Type checks expressions. */
export interface LoopChecker {
  check(node: CelNode, scope: Scope): CheckedType
  getType(name: string): CheckedType
  createError(code: string, message: string, node: CelNode): Error
  readonly registry: {
    getListType(type: CheckedType): CheckedType
    getOptionalType(type: CheckedType): CheckedType
    getMapType(key: CheckedType, value: CheckedType): CheckedType
  }
}

/** Evaluates expressions. */
export interface Runner {
  run(node: CelNode, scope: Scope): unknown
}

/** An expanded macro: its fields depend on the macro. */
export interface MacroNode {
  readonly evaluate: Evaluate
  readonly args?: unknown
  readonly nodes?: readonly CelNode[]
  readonly val?: CelNode
  readonly exp?: CelNode
  /** For `optional.orValue(x)` and `optional.or(x)`. */
  readonly receiver?: CelNode
  readonly arg?: CelNode
  /** Scopes of the variables that it declares: for `cel.bind`, for a mapping of an optional, for a loop over entries. */
  readonly bindCtx?: Scope
  readonly scope?: Scope | undefined
  readonly scopes?: readonly Scope[] | undefined
}

/** Evaluates a node. */
export type Evaluate = (evaluator: unknown, node: unknown, context: unknown) => unknown

/** Evaluates a node from the values of its children. */
export type Handle = (...values: unknown[]) => unknown

/** The operation of an optional element of a list literal, or an optional value of a map literal. */
export const OPTIONAL_PART = '?_'

/** What the package does for an operation. */
export interface Operation {
  readonly name: string
  readonly check: (checker: LoopChecker, node: CelNode, scope: Scope) => CheckedType
  readonly evaluate: (evaluator: Runner, node: CelNode, scope: Scope) => unknown
}

/** One node. */
export interface CelNode {
  readonly op: string
  readonly args: unknown
  readonly pos: number
  readonly meta: { readonly alternate?: CelNode; readonly macro?: MacroNode; readonly evaluate: Evaluate }
  readonly checkedType?: CheckedType
  evaluate: Evaluate
  handle?: Handle
  /** A node at the same position. */
  clone(operation: Operation, args: unknown): CelNode
  setMeta(key: 'evaluate', evaluate: Operation['evaluate']): CelNode
}

/** A comprehension over a list or the keys of a map. */
export interface Comprehension {
  readonly iterable: CelNode
  readonly init: CelNode
  readonly step: CelNode
  readonly iterVarName: string
  readonly kind?: string
  readonly iterCtx?: Scope
}

/** The children of a node, including the expansion of a macro. */
export function childrenOf(node: CelNode): readonly CelNode[] {
  const { alternate, macro } = node.meta
  if (alternate) return [alternate]
  if (macro) return macroChildren(macro)
  switch (node.op) {
    case 'value':
    case 'id':
    case 'accuValue':
    case 'accuInc':
      return []
    case '.':
    case '.?':
      return [listOf(node)[0]].filter((child) => child !== undefined)
    case '!_':
    case '-_':
    case 'accuPush':
    case OPTIONAL_PART:
      return [node.args as CelNode]
    case 'call':
      return (node.args as [string, CelNode[]])[1]
    case 'rcall': {
      const [, receiver, args] = node.args as [string, CelNode, CelNode[]]
      return [receiver, ...args]
    }
    case 'map':
      return (node.args as CelNode[][]).flat()
    case 'comprehension': {
      const { iterable, init, step } = node.args as Comprehension
      return [iterable, init, step]
    }
    default:
      return listOf(node)
  }
}

const listOf = ({ args }: CelNode): readonly CelNode[] => (Array.isArray(args) ? args : [])

function macroChildren({ args, nodes, val, exp, receiver, arg }: MacroNode): readonly CelNode[] {
  if (nodes) return nodes
  if (receiver && arg) return [receiver, arg]
  if (val && exp) return [val, exp]
  return Array.isArray(args) ? args : []
}

/** Whether nodes are nested deeper than `most`. */
export function isDeeperThan(root: CelNode, most: number): boolean {
  let level: readonly CelNode[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true
    level = [...new Set(level.flatMap(childrenOf))]
  }
  return false
}

/** Visits each node once, parents before children. */
export function walkNodes(root: CelNode, visit: (node: CelNode) => void): void {
  const seen = new Set<CelNode>()
  const work = [root]
  for (let node = work.pop(); node; node = work.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    visit(node)
    for (const child of childrenOf(node)) work.push(child)
  }
}

/** The scopes that a checked node has for its own variables. */
export function scopesOf({ op, args, meta: { macro } }: CelNode): readonly Scope[] {
  const { bindCtx, scope, scopes = [] } = macro ?? {}
  const { iterCtx } = op === 'comprehension' ? (args as Comprehension) : {}
  return [bindCtx, scope, ...scopes, iterCtx].filter((own) => own !== undefined)
}
