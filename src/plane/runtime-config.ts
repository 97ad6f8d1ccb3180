/**
 * Which versions of the plane's own types are served.
 *
 * @module
 */

import { formatApiVersion } from '../meta/index.js'
import type { ResourceDefinition } from '../resources/index.js'

/** Whether a version of an API group is served, by its name: `{ 'authentication.platform.io/v1alpha1': true }`. */
export type RuntimeConfig = Readonly<Record<string, boolean>>

/**
 * Turns versions on and off.
 *
 * @param definitions - The types.
 * @param config - What is to be different from what is by default.
 * @throws RangeError, with one line, for a version that no type has.
 */
export function withRuntimeConfig(
  definitions: readonly ResourceDefinition[],
  config: RuntimeConfig,
): readonly ResourceDefinition[] {
  const wanted = new Map(Object.entries(config))
  const known = new Set(definitions.flatMap(({ group, versions }) => versions.map(({ name }) => formatApiVersion(group, name))))
  const unknown = [...wanted.keys()].find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new RangeError(`runtimeConfig ${JSON.stringify(unknown)}: expected one of ${[...known].join(', ')}`)
  if (wanted.size === 0) return definitions
  return definitions.map((definition) => ({
    ...definition,
    versions: definition.versions.map((version) => ({
      ...version,
      served: wanted.get(formatApiVersion(definition.group, version.name)) ?? version.served,
    })),
  }))
}
