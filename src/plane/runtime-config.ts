/**
 * Selects the served versions of types.
 *
 * @module
 */

import { formatApiVersion, stabilityOf } from '../meta/index.js'
import type { ResourceDefinition, ResourceVersion } from '../resources/index.js'

/**
 * Versions to serve or disable, other than by default: `{ 'batch/v2alpha1': true }`. A key is a version of a group (`v1` for the
 * core group), one resource of it (`batch/v1/cronjobs`), or all versions of a level: `api/alpha`, `api/beta`, `api/ga`, and
 * `api/all`. The most specific key wins.
 */
export type RuntimeConfig = Readonly<Record<string, boolean>>

/** The keys of whole levels, the least specific first. */
const LEVELS = ['api/all', 'api/ga', 'api/beta', 'api/alpha'] as const

/**
 * Enables and disables versions.
 *
 * @param definitions - The types.
 * @param config - Settings that differ from the defaults.
 * @param needed - Keys of resources that the plane reads itself, such as `v1/namespaces`.
 * @param off - Returns the types whose feature gate is off. Called only to explain an error.
 * @throws RangeError, with one line, for an unknown version or resource, one whose feature gate is off, and a required one that is
 *   disabled.
 * @see Specification, "Groups and paths"
 */
export function withRuntimeConfig(
  definitions: readonly ResourceDefinition[],
  config: RuntimeConfig,
  needed: readonly string[],
  off: () => readonly ResourceDefinition[],
): readonly ResourceDefinition[] {
  const wanted = new Map(Object.entries(config))
  if (wanted.size === 0) return definitions
  const known = new Set<string>(LEVELS)
  for (const definition of definitions) {
    for (const version of definition.versions) for (const key of keysOf(definition, version)) known.add(key)
  }
  for (const key of wanted.keys()) if (!known.has(key)) throw gateIsOff(key, off()) ?? unknown(key, definitions)
  return definitions.map((definition) => ({
    ...definition,
    versions: definition.versions.map((version) => {
      const key = keysOf(definition, version).findLast((one) => wanted.has(one))
      if (key === undefined) return version
      const served = wanted.get(key) === true
      const own = `${formatApiVersion(definition.group, version.name)}/${definition.names.plural}`
      if (!served && needed.includes(own)) {
        throw new RangeError(`runtimeConfig ${JSON.stringify(key)}: ${own} has to be on, as the plane itself reads it`)
      }
      return { ...version, served }
    }),
  }))
}

/** The keys that select a version of a type, the least specific first. */
function keysOf({ group, names }: ResourceDefinition, { name }: ResourceVersion): readonly string[] {
  const level = stabilityOf(name)
  const versions = [formatApiVersion(group, name), ...(group === '' ? [`api/${name}`] : [])]
  return ['api/all', `api/${level === 'stable' ? 'ga' : level}`, ...versions, ...versions.map((one) => `${one}/${names.plural}`)]
}

function gateIsOff(key: string, off: readonly ResourceDefinition[]): RangeError | undefined {
  const meant = off.find((definition) => definition.versions.some((version) => keysOf(definition, version).includes(key)))
  if (!meant) return undefined
  return new RangeError(`runtimeConfig ${JSON.stringify(key)}: the feature gate of ${meant.names.kind} is off`)
}

/** Suggests only similar names, as all of them would fill a page. */
function unknown(key: string, definitions: readonly ResourceDefinition[]): RangeError {
  const [group = '', version] = key.split('/')
  const ofGroup = definitions.filter((definition) => definition.group === group)
  const ofVersion = ofGroup.filter(({ versions }) => versions.some(({ name }) => name === version))
  const near =
    ofVersion.length > 0
      ? ofVersion.map(({ names }) => `${group}/${version}/${names.plural}`)
      : ofGroup.length > 0
        ? ofGroup.flatMap(({ versions }) => versions.map(({ name }) => formatApiVersion(group, name)))
        : [...LEVELS, 'v1', 'GROUP/VERSION', 'GROUP/VERSION/RESOURCE']
  return new RangeError(`runtimeConfig ${JSON.stringify(key)}: there is none; expected one of ${[...new Set(near)].join(', ')}`)
}
