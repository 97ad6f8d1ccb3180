/**
 * Validates the rules of a definition: their fields, whether they compile, and their estimated cost.
 *
 * @module
 */

import { type CelNode, compileErrorText, ownName, walkNodes } from '../../cel/index.js'
import {
  type FieldError,
  forbiddenField,
  invalidField,
  type JsonObject,
  type Pausing,
  type UnknownRecord,
} from '../../meta/index.js'
import { readPattern } from '../../text/index.js'
import { readMarker } from '../markers.js'
import { NodeFactory, type SchemaNode } from '../node.js'
import { BudgetExceeded } from '../validation-budget.js'
import type { RuleCheckOptions } from './check-rule-texts.js'
import { estimateCost, RULE_COST_LIMIT, SCHEMA_COST_LIMIT } from './estimate.js'
import type { RuleText } from './rule-texts.js'
import { compileRules, NOT_BOOL, type Rule, type RuleNode } from './rules.js'
import { limitOf, mostInRequest } from './sizes.js'

/**
 * Checks that the rules of a structural schema compile and do not cost too much. Await `prepareRules` first.
 *
 * @param document - A structural schema of a whole resource.
 * @param options - The path, and the prefix of extensions.
 * @throws Error when the engine was not loaded.
 */
export function* checkRules(document: JsonObject, options: RuleCheckOptions): Pausing<readonly FieldError[]> {
  const factory = new NodeFactory({}, 'structural')
  const root = yield* rulesOf(factory.resource(document), factory)
  if (root instanceof BudgetExceeded) return [{ ...root.fault, field: options.path }]
  if (!root) return []
  const check = new RuleCheck(options.prefix)
  yield* check.visit(root, options.path, 1, undefined)
  return [...check.errors, ...check.total(options.path)]
}

function* rulesOf(root: SchemaNode, factory: NodeFactory): Pausing<RuleNode | BudgetExceeded | undefined> {
  try {
    return yield* compileRules(root, factory)
  } catch (error) {
    if (error instanceof BudgetExceeded) return error
    throw error
  }
}

/** Where a rule is. */
interface RulePlace {
  readonly node: SchemaNode
  readonly at: string
  /** Maximum number of such values in one object; undefined below a list or map without a limit. */
  readonly count: number | undefined
  /** The ancestor below which old values cannot be correlated. */
  readonly lost: string | undefined
}

class RuleCheck {
  readonly errors: FieldError[] = []
  readonly #prefix: string
  readonly #costs: { readonly path: string; readonly cost: number }[] = []

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /**
   * `count` is the maximum number of such values in one object, undefined below a list or map without a limit; `lost` names the
   * ancestor below which old values cannot be correlated.
   */
  *visit(tree: RuleNode, path: string, count: number | undefined, lost: string | undefined): Pausing<void> {
    for (const [i, rule] of tree.rules.entries()) {
      yield
      this.#rule(rule, { node: tree.node, at: `${path}.${this.#prefix}validations[${i}]`, count, lost })
    }
    const { node, items, additional, members } = tree
    const limit = limitOf(node)
    const below = count === undefined || limit === undefined ? undefined : count * limit
    if (items) {
      const isKeyed = readMarker(node.document, 'list-type') === 'map'
      yield* this.visit(items, `${path}.items`, below, lost ?? (isKeyed ? undefined : `${path}.items`))
    }
    if (additional) yield* this.visit(additional, `${path}.additionalProperties`, below, lost)
    for (const [key, member] of members) yield* this.visit(member, `${path}.properties[${key}]`, count, lost)
  }

  /** The error if all rules together cost too much. */
  total(path: string): readonly FieldError[] {
    const total = this.#costs.reduce((sum, { cost }) => sum + cost, 0)
    if (total <= SCHEMA_COST_LIMIT) return []
    const worst = this.#costs
      .filter(({ cost }) => cost >= SCHEMA_COST_LIMIT / 100)
      .sort((a, b) => b.cost - a.cost)
      .slice(0, 4)
    return [
      ...worst.map((rule) =>
        forbiddenField(rule.path, 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'),
      ),
      forbiddenField(
        path,
        costText(`${this.#prefix}validations estimated rule cost total for entire OpenAPIv3 schema`, total, SCHEMA_COST_LIMIT),
      ),
    ]
  }

  #rule({ text, compiled, message, usesOldSelf }: Rule, { node, at, count, lost }: RulePlace): void {
    const shown = shownRule(text)
    if ('error' in compiled) {
      const detail = compiled.error === NOT_BOOL ? NOT_BOOL : `compilation failed: ${compiled.error}`
      this.errors.push(invalidField(`${at}.rule`, shown, detail))
      return
    }
    const fault = ruleFaultIn(compiled.program.root)
    if (fault) {
      this.errors.push(invalidField(`${at}.rule`, shown, `compilation failed: ${compileErrorText(fault, text.rule)}`))
      return
    }
    const cost = estimateCost(compiled.program.root, { self: node, oldSelf: node }, node)
    this.#cost('estimated rule cost', `${at}.rule`, cost * (count ?? mostInRequest(node)))
    if (message && 'error' in message) {
      this.errors.push(invalidField(`${at}.messageExpression`, shown, `messageExpression compilation failed: ${message.error}`))
    } else if (message && message.program.type !== 'string' && message.program.type !== 'dyn') {
      this.errors.push(invalidField(`${at}.messageExpression`, shown, 'messageExpression must evaluate to a string'))
    } else if (message) {
      this.#cost(
        'estimated messageExpression cost',
        `${at}.messageExpression`,
        estimateCost(message.program.root, { self: node, oldSelf: node }, node),
      )
    }
    if (text.optionalOldSelf !== undefined && !usesOldSelf) {
      this.errors.push(
        invalidField(`${at}.optionalOldSelf`, text.optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
      )
    }
    // A rule may handle a missing old value, but not if there never is one.
    if (usesOldSelf && lost !== undefined) {
      this.errors.push(
        invalidField(
          `${at}.rule`,
          text.rule,
          `oldSelf cannot be used on the uncorrelatable portion of the schema within ${lost}`,
        ),
      )
    }
  }

  #cost(what: string, path: string, cost: number): void {
    if (cost > RULE_COST_LIMIT) this.errors.push(forbiddenField(path, costText(what, cost, RULE_COST_LIMIT)))
    this.#costs.push({ path, cost })
  }
}

/**
 * Limits of rules in new definitions, even if they compile: only Kubernetes' functions, and only patterns that compile, as others
 * would never match.
 */
function ruleFaultIn(root: CelNode): Error | undefined {
  let fault: Error | undefined
  const report = (code: string, summary: string, node: CelNode) => {
    fault ??= Object.assign(new Error(summary), { code, summary, node })
  }
  walkNodes(root, (node) => {
    if (node.op !== 'call' && node.op !== 'rcall') return
    const [name, ...parts] = node.args as [string, ...(CelNode | readonly CelNode[])[]]
    const [receiver] = parts.flat()
    const isBinding = name === 'bind' && node.meta.macro !== undefined
    const reversesText = name === 'reverse' && receiver?.checkedType?.name === 'string'
    if (isBinding || reversesText) report('unknown_variable', `Unknown variable: ${name}`, node)
    const pattern = name === ownName('matches') ? parts.flat().at(-1) : undefined
    if (pattern?.op !== 'value' || typeof pattern.args !== 'string') return
    if ('fault' in readPattern(pattern.args)) report('invalid_pattern', 'invalid matches argument', pattern)
  })
  return fault
}

/** A rule as printed by Kubernetes. */
const shownRule = ({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: RuleText): UnknownRecord => ({
  Rule: rule,
  Message: message,
  MessageExpression: messageExpression,
  Reason: reason ?? null,
  FieldPath: fieldPath,
  OptionalOldSelf: optionalOldSelf ?? null,
})

/** Reports by how much a cost is too high. */
function costText(what: string, cost: number, limit: number): string {
  const factor = cost / limit
  const shown = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}
