/**
 * Plugins that do what objects of the API say: policies, and configurations of webhooks.
 *
 * @module
 */

import type { ApiObject } from '../meta/index.js'
import type { AdmissionAttributes } from './attributes.js'
import type { MutatingPhase } from './mutating-phase.js'
import type { AdmissionPlugin } from './plugin.js'
import type { AdmissionSources } from './sources.js'

/** What the objects say, kept as they change. */
export interface Configurations {
  /**
   * Begins to follow the objects of a plane.
   *
   * @returns A function that stops.
   */
  start(sources: AdmissionSources): () => void
  /** Whether any of them may be about a request. */
  concerns(attributes: AdmissionAttributes): boolean
}

/** What such a plugin is called, and the feature gate that it needs. */
export type PluginNames = Pick<AdmissionPlugin, 'name' | 'featureGate'>

/** What such a plugin does; as in {@link AdmissionPlugin}, with the plane that it was started in. */
export interface ConfiguredPhases {
  readonly transform?: (sources: AdmissionSources, attributes: AdmissionAttributes, phase: MutatingPhase) => Promise<ApiObject>
  readonly beforeDelete?: (sources: AdmissionSources, attributes: AdmissionAttributes) => Promise<void>
  readonly validate?: (sources: AdmissionSources, attributes: AdmissionAttributes) => Promise<void>
}

/**
 * Makes such a plugin.
 *
 * @param names - Its name, and its feature gate.
 * @param configurations - The webhooks or policies.
 * @param phases - What it does.
 */
export function configuredPlugin(names: PluginNames, configurations: Configurations, phases: ConfiguredPhases): AdmissionPlugin {
  const { transform, beforeDelete, validate } = phases
  let plane: AdmissionSources | undefined
  const sources = (): AdmissionSources => {
    if (plane) return plane
    throw new Error(`the admission plugin ${names.name} was not started`)
  }
  return {
    ...names,
    start(given) {
      plane = given
      return configurations.start(given)
    },
    handles: (attributes) => configurations.concerns(attributes),
    ...(transform && { transform: (attributes, phase) => transform(sources(), attributes, phase) }),
    ...(beforeDelete && { beforeDelete: (attributes) => beforeDelete(sources(), attributes) }),
    ...(validate && { validate: (attributes) => validate(sources(), attributes) }),
  }
}
