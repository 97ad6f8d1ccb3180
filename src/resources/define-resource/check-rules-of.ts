/**
 * Compiles the rules of types that a program defines, so that a mistake is reported at startup and not on a client's request.
 *
 * @module
 */

import type { ResourceDefinition } from '../definition/definition.js'
import { ResourceSpecError } from './check-resource-spec.js'

/**
 * Compiles the rules of the types that `defineResource` made.
 *
 * @param definitions - The types; types from other sources are skipped.
 * @throws {@link ResourceSpecError} for the first type with rules that do not compile, listing all of its invalid rules.
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
