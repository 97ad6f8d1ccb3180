/**
 * Functions of optional values.
 *
 * @module
 */

import { charge } from '../budget.js'
import { celEngine } from '../engine.js'
import type { CelNode, CheckedType, LoopChecker, MacroNode, Runner, Scope } from '../nodes.js'
import type { MacroCall } from './comprehensions.js'
import type { FunctionFamily } from './function-table.js'

const NONE = () => celEngine().language.Optional.none()
const some = (value: unknown) => celEngine().language.Optional.of(value)

/** Whether a value is the zero value of its type: zero, an empty string, list or map, null. */
function isZero(value: unknown): boolean {
  const { Duration } = celEngine().language
  if (value === null || value === false || value === '' || value === 0 || value === 0n) return true
  if (value instanceof Map) return value.size === 0
  if (value instanceof Duration) return value.valueOf() === 0
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0
}

/** The values of all optionals that have one. */
function unwrap(list: readonly unknown[]): readonly unknown[] {
  const { Optional } = celEngine().language
  charge(list.length)
  return list.flatMap((item) => {
    if (!(item instanceof Optional)) throw new Error('no such overload')
    return item.hasValue() ? [item.value()] : []
  })
}

/** Functions of optional values. */
export const optionalFunctions: FunctionFamily = {
  functions: [
    [
      'OptionalNamespace.ofNonZeroValue(A): optional<A>',
      (_space: unknown, value: unknown) => (isZero(value) ? NONE() : some(value)),
    ],
    ['OptionalNamespace.unwrap(list<optional<A>>): list<A>', (_space: unknown, list: readonly unknown[]) => unwrap(list)],
    ['list<optional<A>>.unwrapOpt(): list<A>', unwrap],
    ['list<A>.first(): optional<A>', (list: readonly unknown[]) => (list.length === 0 ? NONE() : some(list[0]))],
    ['list<A>.last(): optional<A>', (list: readonly unknown[]) => (list.length === 0 ? NONE() : some(list.at(-1)))],
  ],
}

/** A macro whose body uses the value of an optional. */
interface Mapping extends MacroNode {
  readonly val: CelNode
  readonly exp: CelNode
  readonly var: string
  scope: Scope | undefined
}

/** The macros by signature: `optMap` wraps its body in an optional, the body of `optFlatMap` is one already. */
export const optionalMacros: readonly (readonly [signature: string, expand: (call: MacroCall) => Mapping])[] = [
  ['optional.optMap(ast, ast): optional<dyn>', expander('optMap')],
  ['optional.optFlatMap(ast, ast): optional<dyn>', expander('optFlatMap')],
]

function expander(name: 'optMap' | 'optFlatMap'): (call: MacroCall) => Mapping {
  return ({ args: [variable, body], receiver }) => {
    if (!body || variable?.op !== 'id') throw new Error(`${name}: argument must be a simple name`)
    const mapping = {
      val: receiver,
      exp: body,
      var: String(variable.args),
      scope: undefined,
      typeCheck: (checker: LoopChecker, self: Mapping, scope: Scope) => checkMapping(name, checker, self, scope),
      evaluate: (evaluator: unknown, self: unknown, scope: unknown) =>
        runMapping(name, evaluator as Runner, self as Mapping, scope as Scope),
    }
    return mapping
  }
}

function checkMapping(name: string, checker: LoopChecker, mapping: Mapping, scope: Scope): CheckedType {
  const given = checker.check(mapping.val, scope)
  if (given.kind !== 'optional' && given.kind !== 'dyn') throw new Error(`${name}: expected an optional, found '${given.name}'`)
  mapping.scope = scope.forkWithVariable(mapping.var, given.valueType ?? checker.getType('dyn'))
  const body = checker.check(mapping.exp, mapping.scope)
  if (name === 'optMap') return checker.registry.getOptionalType(body)
  if (body.kind !== 'optional' && body.kind !== 'dyn') throw new Error(`${name}: expected an optional, found '${body.name}'`)
  return body
}

function runMapping(name: string, evaluator: Runner, mapping: Mapping, scope: Scope): unknown {
  const { Optional } = celEngine().language
  const given = evaluator.run(mapping.val, scope)
  if (!(given instanceof Optional)) throw new Error('no such overload')
  if (!given.hasValue()) return given
  if (!mapping.scope) throw new Error('the expression was not checked')
  const inner = mapping.scope.reuse(scope)
  inner.setIterValue(given.value(), evaluator)
  const made = evaluator.run(mapping.exp, inner)
  if (name === 'optMap') return some(made)
  if (!(made instanceof Optional)) throw new Error('no such overload')
  return made
}
