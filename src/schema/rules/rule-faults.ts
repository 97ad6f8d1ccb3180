/**
 * Reports rules that do not compile, for types defined in a program.
 *
 * @module
 */

import { firstLine } from '../../meta/index.js'
import type { Rule, RuleNode } from './rules.js'

/**
 * Lists the rules that do not compile.
 *
 * @param root - The rules of a schema.
 * @returns One line each: the rule, its path such as `spec.ports[]`, and the error.
 */
export function ruleFaults(root: RuleNode): readonly string[] {
  const faults: string[] = []
  const seen = new Set<RuleNode>()
  const look = (node: RuleNode | undefined, path: string): void => {
    if (!node || seen.has(node)) return
    seen.add(node)
    for (const rule of node.rules) faults.push(...faultsOf(rule, path === '' ? 'the object' : path))
    for (const [key, member] of node.members) look(member, path === '' ? key : `${path}.${key}`)
    look(node.items, `${path}[]`)
    look(node.additional, `${path}.*`)
  }
  look(root, '')
  return faults
}

/** First lines only, as the package adds lines that show the position in the source. */
function* faultsOf({ text, compiled, message }: Rule, path: string): Iterable<string> {
  if ('error' in compiled) yield `rule ${JSON.stringify(text.rule)} of ${path} does not compile: ${firstLine(compiled.error)}`
  if (message && 'error' in message) {
    yield `messageExpression ${JSON.stringify(text.messageExpression)} of ${path} does not compile: ${firstLine(message.error)}`
  }
}
