/**
 * The compiled rules of a schema: a tree of the schemas that have rules, directly or below.
 *
 * @module
 */

import {
  type Compiled,
  compileExpression,
  createEnvironment,
  type DeclaredType,
  type Program,
  SIMPLE_TYPES,
} from '../../cel/index.js'
import { forbiddenField, isRecord, type Pausing } from '../../meta/index.js'
import type { NodeFactory, SchemaNode } from '../node.js'
import { BudgetExceeded, payForRules, RULES_LIMIT } from '../validation-budget.js'
import { hasRules, type RuleText, ruleTexts } from './rule-texts.js'
import { SchemaTypes } from './types.js'

/** One rule. */
export interface Rule {
  readonly text: RuleText
  readonly compiled: Compiled
  /** Whether it uses `oldSelf`. */
  readonly usesOldSelf: boolean
  readonly message: Compiled | undefined
}

/** A part of a schema with rules, directly or below. */
export interface RuleNode {
  readonly node: SchemaNode
  /** The type of its values; `dyn` where there are no rules. */
  readonly type: DeclaredType
  readonly rules: readonly Rule[]
  readonly members: ReadonlyMap<string, RuleNode>
  readonly additional: RuleNode | undefined
  readonly items: RuleNode | undefined
}

/** Rules below this depth are not run; definitions are less deep. */
const MAX_DEPTH = 100
/** Maximum number of visited parts: recursive schemas expand without end. Definitions have fewer. */
const MAX_PARTS = 100_000

/** A part of a schema whose rules are not compiled yet. */
interface Plan {
  readonly node: SchemaNode
  readonly texts: readonly RuleText[]
  readonly type: DeclaredType | undefined
  readonly members: ReadonlyMap<string, Plan>
  readonly additional: Plan | undefined
  readonly items: Plan | undefined
}

/** Fixed cost of compiling an expression, in characters (ours). */
const EXPRESSION_PRICE = 100
/** Number of object types in scope that cost as much as one character (ours). */
const TYPES_PER_CHARACTER = 5

/**
 * Compiles the rules of a schema. Yields before each of them.
 *
 * @param root - The schema.
 * @param factory - Creates its nodes.
 * @returns Undefined when there are none.
 * @throws {@link BudgetExceeded} when there are too many for a definition.
 * @throws Error when the engine was not loaded.
 */
export function* compileRules(root: SchemaNode, factory: NodeFactory): Pausing<RuleNode | undefined> {
  if (!hasRules(root.document)) return undefined
  const environment = createEnvironment()
  const types = new SchemaTypes(environment, factory)
  const refer = Object.keys(factory.definitions).length > 0
  const plan = planOf(root, types, 0, { left: MAX_PARTS, refer, known: new Map() })
  if (!plan) return undefined
  if (!payForRules(priceOf(plan, types.count, new Map()))) throw new BudgetExceeded(forbiddenField('', TOO_MANY))
  // Types have to be registered with the environment before the first rule is compiled.
  const compile = (source: string, type: string, oldType: string): Compiled =>
    compileExpression(environment.clone().registerVariable('self', type).registerVariable('oldSelf', oldType), source)
  return yield* compilePlan(plan, compile, { rules: new Map(), nodes: new Map() })
}

/** How many parts may still be visited, whether the schema has references, and cached results. */
interface PlanState {
  left: number
  readonly refer: boolean
  /** By node and depth: recursive schemas reach the same node by many paths. */
  readonly known: Map<SchemaNode, (Plan | undefined)[]>
}

function planOf(node: SchemaNode, types: SchemaTypes, depth: number, state: PlanState): Plan | undefined {
  const known = state.known.get(node) ?? []
  if (depth in known) return known[depth]
  if (depth > MAX_DEPTH || state.left-- <= 0) return undefined
  if (!state.refer && !hasRules(node.document)) return undefined
  const plan = newPlan(node, types, depth, state)
  known[depth] = plan
  state.known.set(node, known)
  return plan
}

function newPlan(node: SchemaNode, types: SchemaTypes, depth: number, state: PlanState): Plan | undefined {
  const { document } = node
  const properties = isRecord(document.properties) ? Object.keys(document.properties) : []
  const members = new Map<string, Plan>()
  for (const key of properties) {
    const member = node.member(key)
    const plan = member && planOf(member, types, depth + 1, state)
    if (plan) members.set(key, plan)
  }
  const { additionalProperties } = document
  const additional = isRecord(additionalProperties) ? planOf(node.part(additionalProperties), types, depth + 1, state) : undefined
  const items = node.items && planOf(node.items, types, depth + 1, state)
  const texts = ruleTexts(document)
  if (texts.length === 0 && members.size === 0 && !additional && !items) return undefined
  return { node, texts, type: texts.length > 0 ? types.of(node) : undefined, members, additional, items }
}

const TOO_MANY = `the rules of a schema must not take more to compile than one of ${RULES_LIMIT} characters`

function priceOf(plan: Plan, types: number, known: Map<Plan, number>): number {
  const price = known.get(plan)
  if (price !== undefined) return price
  const { texts, members, additional, items } = plan
  const own = texts.reduce((sum, { rule, messageExpression }) => {
    const expressions = messageExpression === '' ? 1 : 2
    return sum + rule.length + messageExpression.length + expressions * (EXPRESSION_PRICE + types / TYPES_PER_CHARACTER)
  }, 0)
  const below = [...members.values(), additional, items].filter((plan) => plan !== undefined)
  const whole = below.reduce((sum, inner) => sum + priceOf(inner, types, known), own)
  known.set(plan, whole)
  return whole
}

type Compile = (source: string, type: string, oldType: string) => Compiled

/** What is compiled already. */
interface CompiledParts {
  readonly rules: Map<SchemaNode, readonly Rule[]>
  readonly nodes: Map<Plan, RuleNode>
}

function* compilePlan(plan: Plan, compile: Compile, known: CompiledParts): Pausing<RuleNode> {
  const made = known.nodes.get(plan)
  if (made) return made
  const { node, type, members, additional, items } = plan
  const rules = known.rules.get(node) ?? (yield* rulesAt(plan, compile))
  known.rules.set(node, rules)
  const below = new Map<string, RuleNode>()
  for (const [key, member] of members) below.set(key, yield* compilePlan(member, compile, known))
  const whole: RuleNode = {
    node,
    type: type ?? SIMPLE_TYPES.dyn,
    rules,
    members: below,
    additional: additional && (yield* compilePlan(additional, compile, known)),
    items: items && (yield* compilePlan(items, compile, known)),
  }
  known.nodes.set(plan, whole)
  return whole
}

function* rulesAt({ texts, type }: Plan, compile: Compile): Pausing<readonly Rule[]> {
  const rules: Rule[] = []
  for (const text of texts) {
    if (type === undefined) break
    yield
    rules.push(compileRule(text, type.name, compile))
  }
  return rules
}

function compileRule(text: RuleText, type: string, compile: Compile): Rule {
  const oldType = text.optionalOldSelf ? `optional<${type}>` : type
  const compiled = compile(text.rule, type, oldType)
  return {
    text,
    compiled: 'error' in compiled ? compiled : onlyType(compiled.program, ['bool', 'dyn']),
    usesOldSelf: 'program' in compiled && compiled.program.names.has('oldSelf'),
    message: text.messageExpression.trim() === '' ? undefined : compile(text.messageExpression, type, oldType),
  }
}

function onlyType(program: Program, allowed: readonly string[]): Compiled {
  return allowed.includes(program.type) ? { program } : { error: NOT_BOOL }
}

/** The error for a rule that does not return a boolean. */
export const NOT_BOOL = 'cel expression must evaluate to a bool'
