/**
 * The parsed form of an expression, as the language's package keeps it: what is needed here to walk it and to step in.
 *
 * The package's types leave out how macros are kept, and that what a node does is a member of the node.
 *
 * @module
 */

/** A type that the package worked out. */
export interface CheckedType {
  readonly kind: string
  readonly type: string
  readonly name: string
  readonly keyType?: CheckedType
  readonly valueType?: CheckedType
}

/** What a macro became: members differ by macro. */
export interface MacroNode {
  readonly evaluate: Evaluate
  readonly args?: unknown
  readonly nodes?: readonly CelNode[]
  readonly val?: CelNode
  readonly exp?: CelNode
  /** Of `optional.orValue(x)` and `optional.or(x)`. */
  readonly receiver?: CelNode
  readonly arg?: CelNode
}

/** What a node does. */
export type Evaluate = (evaluator: unknown, node: unknown, context: unknown) => unknown

/** What a node does with the values of the nodes below it. */
export type Handle = (...values: unknown[]) => unknown

/** One node. */
export interface CelNode {
  readonly op: string
  readonly args: unknown
  readonly pos: number
  readonly meta: { readonly alternate?: CelNode; readonly macro?: MacroNode; readonly evaluate: Evaluate }
  readonly checkedType?: CheckedType
  evaluate: Evaluate
  handle?: Handle
}

/** A loop over a list or the keys of a map. */
export interface Comprehension {
  readonly iterable: CelNode
  readonly init: CelNode
  readonly step: CelNode
  readonly iterVarName: string
  readonly kind?: string
}

/** The children of a node. The expansion of a macro is among them. */
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

/** Visits each node once, those above before those below. */
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
