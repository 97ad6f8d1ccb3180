/**
 * Plugins that are configured by API objects: policies, and webhook configurations.
 *
 * @module
 */

import type { ApiObject } from '../meta/index.js'
import type { AdmissionAttributes } from './attributes.js'
import type { MutatingPhase } from './mutating-phase.js'
import type { AdmissionPlugin } from './plugin.js'
import type { AdmissionSources } from './sources.js'

/** The webhooks or policies of the stored objects, kept up to date. */
export interface Configurations {
  /**
   * Begins to follow the objects of a plane.
   *
   * @returns A function that stops.
   */
  start(sources: AdmissionSources): () => void
  /** Whether any of them may match a request. */
  concerns(attributes: AdmissionAttributes): boolean
}

/** Name of the plugin, and its feature gate. */
export type PluginNames = Pick<AdmissionPlugin, 'name' | 'featureGate'>

/** The phases of the plugin; as in {@link AdmissionPlugin}, with the sources of the plane in which it was started. */
export interface ConfiguredPhases {
  readonly transform?: (sources: AdmissionSources, attributes: AdmissionAttributes, phase: MutatingPhase) => Promise<ApiObject>
  readonly beforeDelete?: (sources: AdmissionSources, attributes: AdmissionAttributes) => Promise<void>
  readonly validate?: (sources: AdmissionSources, attributes: AdmissionAttributes) => Promise<void>
}

/**
 * Creates such a plugin.
 *
 * @param names - Its name, and its feature gate.
 * @param configurations - The webhooks or policies.
 * @param phases - The phases.
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
