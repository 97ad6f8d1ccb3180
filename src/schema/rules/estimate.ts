/**
 * Estimates the maximum cost of an expression, from the size limits in the schema, as Kubernetes does.
 *
 * @module
 */

import { type CelNode, OPTIONAL_PART } from '../../cel/index.js'
import type { SchemaNode } from '../node.js'
import { type Operand, type Price, priceOfCall, priceOfOperator, priceOfSort, UNKNOWN } from './estimate-calls.js'
import { calledBy, literalSize, sizeOfType, spaceOf } from './expression-nodes.js'
import { entryOf, isMap, keySizeOf, memberOf, sizeOf } from './sizes.js'

/** Cost limit of one rule, for all its evaluations on one object. */
export const RULE_COST_LIMIT = 10_000_000
/** Cost limit of all rules of a schema. */
export const SCHEMA_COST_LIMIT = 100_000_000

/** Marks a value below what the schema declares, such as a key of a map. */
const UNDECLARED = Symbol('undeclared')

/** What is known of a value. */
interface Known {
  /** Maximum number of characters, items or entries; undefined when unknown. */
  readonly size: number | undefined
  /** The same, of the items or values in it, if the expression makes it. */
  readonly entrySize: number | undefined
  /** Its schema; undefined for a computed value. */
  readonly place: SchemaNode | typeof UNDECLARED | undefined
}

interface Estimate extends Known {
  readonly cost: number
}

type Scope = ReadonlyMap<string, Known>

/**
 * Estimates an expression.
 *
 * @param root - A type-checked expression.
 * @param variables - The schemas of its variables.
 * @param self - For a rule of a schema: the schema of `self`.
 */
export function estimateCost(root: CelNode, variables: Readonly<Record<string, SchemaNode>>, self?: SchemaNode): number {
  const known = (place: SchemaNode): Known => ({ ...COMPUTED, place })
  const scope = Object.entries(variables).map(([name, place]) => [name, known(place)] as const)
  return new Estimator(self).estimate(root, new Map(scope)).cost
}

class Estimator {
  readonly #self: SchemaNode | undefined

  /**
   * @param self - Where names and computed values lead in a rule: Kubernetes finds the schema of `a.b.c` by its path below `self`,
   *   whatever `a` is. It does not find the values of a map by such a path.
   */
  constructor(self: SchemaNode | undefined) {
    this.#self = self
  }

  estimate(node: CelNode, scope: Scope): Estimate {
    const { alternate, macro } = node.meta
    const [name, receiver] = calledBy(node)
    if (receiver && Object.hasOwn(LOOPS, name) && (alternate || macro)) return this.#loop(node, scope)
    if (receiver && macro) return this.#macro(node, scope)
    const parts = (Array.isArray(node.args) ? node.args : [node.args]) as readonly CelNode[]
    switch (node.op) {
      case 'value':
        return { ...COMPUTED, cost: 0, size: literalSize(node.args) }
      case '-_':
        // A negative literal is one node in Kubernetes.
        return parts[0]?.op === 'value' ? this.estimate(parts[0], scope) : this.#operator(node, parts, scope)
      case 'id':
        return this.#name(node, scope)
      case '.':
        return this.#member(node, this.estimate(parts[0] as CelNode, scope))
      case '.?': {
        const { cost } = this.estimate(parts[0] as CelNode, scope)
        return this.#computed(node, { cost: cost + 1 })
      }
      case OPTIONAL_PART:
        return this.estimate(parts[0] as CelNode, scope)
      case 'list':
        return this.#literal(10, parts, scope)
      case 'map': {
        const entries = node.args as readonly (readonly [CelNode, CelNode])[]
        const keys = entries.reduce((sum, [key]) => sum + this.estimate(key, scope).cost, 30)
        return this.#literal(
          keys,
          entries.map(([, value]) => value),
          scope,
        )
      }
      case '?:':
        return this.#choice(parts, scope)
      case 'call':
      case 'rcall':
        return this.#call(node, scope)
      default:
        return this.#operator(node, parts, scope)
    }
  }

  #name(node: CelNode, scope: Scope): Estimate {
    const known = scope.get(String(node.args))
    const place = known ? known.place : this.#start
    return { place, cost: 1, entrySize: known?.entrySize, size: sizeAt(place) ?? sizeOfType(node.checkedType) ?? known?.size }
  }

  #member(node: CelNode, operand: Estimate): Estimate {
    const [inner, name] = node.args as readonly [CelNode, string]
    const type = typeOf(inner, operand.place)
    const place = this.#below(operand, (schema) => memberOf(schema, name) ?? (this.#self ? undefined : entryOf(schema)))
    return this.#at(node, place, operand.cost + (type === 'dyn' || type === 'optional' ? 0 : 1))
  }

  get #start(): Known['place'] {
    return this.#self ?? UNDECLARED
  }

  /** A step from a value to a part of it. */
  #below({ place }: Known, step: (schema: SchemaNode) => SchemaNode | undefined): Known['place'] {
    if (place === undefined) return this.#start
    return (place !== UNDECLARED && step(place)) || UNDECLARED
  }

  #at(node: CelNode, place: Known['place'], cost: number, size?: number): Estimate {
    return { place, cost, entrySize: undefined, size: size ?? sizeAt(place) ?? sizeOfType(node.checkedType) }
  }

  #computed(node: CelNode, { cost, size }: Price): Estimate {
    return this.#at(node, undefined, cost, size)
  }

  /** A list or map literal. */
  #literal(base: number, values: readonly CelNode[], scope: Scope): Estimate {
    const estimates = values.map((value) => this.estimate(value, scope))
    return {
      place: undefined,
      cost: base + costOf(estimates),
      size: values.length,
      entrySize: estimates.reduce((most, { size }) => Math.max(most, size ?? UNKNOWN), 0),
    }
  }

  #choice(parts: readonly CelNode[], scope: Scope): Estimate {
    const [condition = NOTHING, left = NOTHING, right = NOTHING] = parts.map((part) => this.estimate(part, scope))
    return {
      place: undefined,
      cost: condition.cost + Math.max(left.cost, right.cost),
      size: Math.max(left.size ?? UNKNOWN, right.size ?? UNKNOWN),
      entrySize: bothSizes(left, right),
    }
  }

  #operator(node: CelNode, parts: readonly CelNode[], scope: Scope): Estimate {
    const operands = parts.map((part) => this.estimate(part, scope))
    const below = costOf(operands)
    const [left = NOTHING, right = NOTHING] = operands
    if (node.op === '[]') return this.#at(node, this.#below(left, entryOf), below + 1, left.entrySize)
    const shown = parts.map((part, i) => this.#operand(part, operands[i] ?? NOTHING))
    const price = priceOfOperator(node.op, typeOf(node, undefined), shown)
    const result = this.#computed(node, { ...price, cost: below + price.cost })
    return node.op === '+' ? { ...result, entrySize: bothSizes(left, right) } : result
  }

  #operand(node: CelNode, estimate: Estimate): Operand {
    const { place, size } = estimate
    const itemSize = place === undefined ? undefined : sizeAt(this.#below(estimate, entryOf))
    return { node, type: typeOf(node, place), size, itemSize }
  }

  #call(node: CelNode, scope: Scope): Estimate {
    const [name, receiver, rest = []] = calledBy(node)
    // The operand of `has` is all that it costs.
    if (name === 'has' && node.meta.macro) {
      const [select] = rest
      return this.#computed(node, { cost: select ? this.estimate((select.args as readonly [CelNode])[0], scope).cost : 0 })
    }
    const estimated = (part: CelNode) => this.estimate(part, scope)
    const args = rest.map(estimated)
    const below = costOf(args)
    const [first] = args
    if (name === 'dyn' && first) return { ...first, place: undefined, cost: below + 1 }
    const operands = rest.map((part, i) => this.#operand(part, args[i] ?? NOTHING))
    const space = receiver && spaceOf(receiver)
    const target = receiver && space === undefined ? estimated(receiver) : undefined
    const shown = receiver && target && this.#operand(receiver, target)
    const price = priceOfCall(space === undefined ? name : `${space}.${name}`, shown, operands)
    return this.#computed(node, { ...price, cost: (target?.cost ?? 0) + below + price.cost })
  }

  /** A comprehension, priced as what Kubernetes expands it to. */
  #loop(node: CelNode, scope: Scope): Estimate {
    const [name, receiver, args] = calledBy(node) as readonly [string, CelNode, readonly CelNode[]]
    const { start, turn, end } = LOOPS[name as keyof typeof LOOPS]
    const { names } = (node.meta.macro ?? {}) as { readonly names?: readonly [string, string] }
    const range = this.estimate(receiver, scope)
    const [key, value] = this.#entry(range)
    const isOfKeys = typeOf(receiver, range.place) === 'map'
    const variables: readonly (readonly [string, Known])[] = names
      ? [
          [names[0], key],
          [names[1], value],
        ]
      : [[String(args[0]?.args), isOfKeys ? key : value]]
    const inner = new Map([...scope, ...variables])
    const bodies = args.slice(variables.length).map((part) => this.estimate(part, inner))
    const size = range.size ?? UNKNOWN
    const once = turn + costOf(bodies)
    const cost = range.cost + start + end + Math.min(UNKNOWN, size * once)
    if (start === 0) return this.#computed(node, { cost })
    const made = name === 'filter' && args[0] ? this.#name(args[0], inner) : bodies.at(-1)
    return { place: undefined, cost, size, entrySize: made?.size ?? UNKNOWN }
  }

  /** The key or index, and the value, of the entries of a list or map. */
  #entry(range: Estimate): readonly [Known, Known] {
    const value: Known = { place: this.#below(range, entryOf), size: range.entrySize, entrySize: undefined }
    const isUndeclared = range.place === undefined || range.place === UNDECLARED
    const keySize = isUndeclared ? undefined : isMap(range.place) ? keySizeOf(range.place) : 1
    return [{ place: range.place === undefined ? this.#start : UNDECLARED, size: keySize, entrySize: undefined }, value]
  }

  /** Macros other than comprehensions, priced as what Kubernetes expands them to. */
  #macro(node: CelNode, scope: Scope): Estimate {
    const [name, receiver, args] = calledBy(node) as readonly [string, CelNode, readonly CelNode[]]
    const body = args.at(-1) ?? receiver
    const variable = String(args[0]?.args)
    if (name === 'bind') {
      const value = this.estimate(args[1] ?? receiver, scope)
      const result = this.estimate(body, new Map([...scope, [variable, value]]))
      return { ...result, place: undefined, cost: value.cost + 10 + result.cost }
    }
    const operand = this.estimate(receiver, scope)
    if (name === 'sortBy') {
      // The list is bound to a name, mapped to its keys, and sorted by them.
      const item = this.#entry(operand)[1]
      const size = operand.size ?? UNKNOWN
      const key = this.estimate(body, new Map([...scope, [variable, item]]))
      const { start, turn, end } = LOOPS.map
      const price = priceOfSort(size, body.checkedType)
      const mapped = 1 + start + end + Math.min(UNKNOWN, size * (turn + key.cost))
      return this.#computed(node, { ...price, cost: operand.cost + 10 + 1 + mapped + price.cost })
    }
    if (name === 'optMap' || name === 'optFlatMap') {
      // `hasValue` and `value` both evaluate the operand, and the value is bound to a name.
      const value: Known = { ...COMPUTED, size: sizeOfType(receiver.checkedType?.valueType) }
      const result = this.estimate(body, new Map([...scope, [variable, value]]))
      return this.#computed(node, { cost: 2 * (operand.cost + 1) + 10 + result.cost + (name === 'optMap' ? 1 : 0) })
    }
    return this.#computed(node, { cost: operand.cost + this.estimate(body, scope).cost + 1 })
  }
}

/** Costs of a comprehension: of the initial value and the result, and of each turn besides its arguments. */
const LOOPS = {
  all: { start: 0, turn: 3, end: 1 },
  exists: { start: 0, turn: 4, end: 1 },
  exists_one: { start: 0, turn: 2, end: 2 },
  existsOne: { start: 0, turn: 2, end: 2 },
  filter: { start: 10, turn: 13, end: 1 },
  map: { start: 10, turn: 12, end: 1 },
  transformList: { start: 10, turn: 12, end: 1 },
  transformMap: { start: 30, turn: 3, end: 1 },
  transformMapEntry: { start: 30, turn: 2, end: 1 },
} as const

const COMPUTED: Known = { place: undefined, size: undefined, entrySize: undefined }
const NOTHING: Estimate = { ...COMPUTED, cost: 0 }

const costOf = (parts: readonly Estimate[]): number => parts.reduce((sum, { cost }) => sum + cost, 0)

/** The maximum size of the parts of either list. */
const bothSizes = (a: Known, b: Known): number | undefined =>
  a.entrySize === undefined || b.entrySize === undefined ? undefined : Math.max(a.entrySize, b.entrySize)

const sizeAt = (place: Known['place']): number | undefined =>
  place === undefined || place === UNDECLARED ? undefined : sizeOf(place)

/** The type of a value. One that may be null is dynamic here, and has the type of its schema in Kubernetes. */
function typeOf({ checkedType }: CelNode, place: Known['place']): string {
  const type = checkedType?.type ?? 'dyn'
  if (type !== 'dyn' || place === undefined || place === UNDECLARED || place.isIntOrString) return type
  const [declared = 'dyn'] = place.types
  if (declared === 'string') return place.document.format === 'byte' ? 'bytes' : 'string'
  return declared === 'array' ? 'list' : isMap(place) ? 'map' : declared
}
