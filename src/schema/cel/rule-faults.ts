/**
 * Rules that do not compile, said to whoever wrote them into a program.
 *
 * @module
 */

import type { Rule, RulePlace, RuleTree } from './rules.js'

/**
 * Tells which rules can never be run.
 *
 * @param tree - The rules of a schema.
 * @returns One line each: the rule, its place such as `spec.ports[]`, and what is wrong with it.
 */
export function ruleFaults(tree: RuleTree): readonly string[] {
  const faults: string[] = []
  const seen = new Set<RulePlace>()
  const look = (place: RulePlace | undefined, path: string): void => {
    if (!place || seen.has(place)) return
    seen.add(place)
    for (const rule of place.rules) faults.push(...faultsOf(rule, path === '' ? 'the object' : path))
    for (const [key, member] of place.members) look(member, path === '' ? key : `${path}.${key}`)
    look(place.items, `${path}[]`)
    look(place.additional, `${path}.*`)
  }
  look(tree.root, '')
  return faults
}

function* faultsOf({ text, compiled, message }: Rule, path: string): Iterable<string> {
  if ('error' in compiled) yield `rule ${JSON.stringify(text.rule)} of ${path} does not compile: ${oneLine(compiled.error)}`
  if (message && 'error' in message) {
    yield `messageExpression ${JSON.stringify(text.messageExpression)} of ${path} does not compile: ${oneLine(message.error)}`
  }
}

/** The language shows the place in the source on lines of their own. */
const oneLine = (text: string): string => text.split('\n', 1)[0] ?? text
