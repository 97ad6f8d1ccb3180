/**
 * `has`: whether a member exists. The package supports it only on variables, Kubernetes on any expression.
 *
 * @module
 */

import type { CelNode, CheckedType, MacroNode } from './nodes.js'

interface Checker {
  check(node: CelNode, scope: unknown): CheckedType
  checkAccessOnType(node: CelNode, scope: unknown, type: CheckedType): CheckedType
  createError(code: string, message: string, node: CelNode): Error
  getType(name: string): CheckedType
}

interface Runner {
  run(node: CelNode, scope: unknown): unknown
  debugType(value: unknown): { fieldLazy(value: unknown, name: unknown, node: CelNode, runner: Runner): unknown }
}

/**
 * Extends `has` to members of any expression.
 *
 * @param macro - The expanded macro; modified.
 */
export function widenHas(macro: MacroNode): void {
  const select = (macro.args as readonly CelNode[])[0]
  Object.assign(macro, {
    typeCheck(checker: Checker, _macro: MacroNode, scope: unknown): CheckedType {
      const operand = select && operandOf(select)
      if (!select || !operand)
        throw checker.createError('invalid_macro_argument', 'invalid argument to has() macro', select as CelNode)
      checker.checkAccessOnType(select, scope, checker.check(operand, scope))
      return checker.getType('bool')
    },
    evaluate(evaluator: unknown, _macro: unknown, scope: unknown): boolean {
      const operand = select && operandOf(select)
      if (!select || !operand) return false
      const runner = evaluator as Runner
      const value = runner.run(operand, scope)
      return runner.debugType(value).fieldLazy(value, (select.args as readonly unknown[])[1], select, runner) !== undefined
    },
  })
}

const operandOf = ({ op, args }: CelNode): CelNode | undefined => (op === '.' ? (args as readonly [CelNode])[0] : undefined)
