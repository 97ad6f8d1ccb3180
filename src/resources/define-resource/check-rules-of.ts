/**
 * Rules of types that a program defines: what does not compile is the program's mistake, and no client should be the first to meet it.
 *
 * @module
 */

import type { ResourceDefinition } from '../definition/definition.js'
import { ResourceSpecError } from './check-resource-spec.js'

/**
 * Compiles the rules of the types that `defineResource` made.
 *
 * @param definitions - The types; others among them are left alone.
 * @throws {@link ResourceSpecError} for the first type with rules that do not compile, with all of these.
 */
export async function checkRulesOf(definitions: readonly ResourceDefinition[]): Promise<void> {
  for (const { definedBy, names, versions } of definitions) {
    if (!definedBy) continue
    const problems: string[] = []
    for (const { name, schema } of versions) {
      for (const fault of (await schema?.ruleFaults?.()) ?? []) problems.push(`version "${name}": ${fault}`)
    }
    if (problems.length > 0) throw new ResourceSpecError(names.kind, problems)
  }
}
