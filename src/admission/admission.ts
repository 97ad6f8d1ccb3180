/**
 * The pipeline: first every plugin that changes, then every plugin that judges.
 *
 * @module
 */

import { type ApiObject, badRequest } from '../meta/index.js'
import type { AdmissionAttributes, AdmissionPlugin } from './plugin.js'

/** Plugins as one. */
export interface Admission {
  /** True when there is nobody to ask. */
  readonly isEmpty: boolean
  /**
   * The mutating phase: lets the plugins change the new state of a write.
   *
   * @param attributes - The write, with its object.
   * @returns The new state, frozen; the very same object when nobody changed it.
   * @throws What a plugin throws; {@link ApiError} 400 for a dry run past a plugin with side effects.
   */
  mutate(attributes: AdmissionAttributes): Promise<ApiObject | undefined>
  /**
   * Asks the plugins whether a write may be done.
   *
   * @param attributes - The write as it would be stored.
   * @throws As {@link Admission.mutate}.
   */
  validate(attributes: AdmissionAttributes): Promise<void>
}

/**
 * Puts admission plugins together.
 *
 * @param plugins - Asked in this order, in each of the two phases.
 * @see Specification, "Admission control", 2
 */
export function createAdmission(plugins: readonly AdmissionPlugin[]): Admission {
  return {
    isEmpty: plugins.length === 0,
    async mutate(attributes) {
      let { object } = attributes
      for (const plugin of plugins) {
        if (attributes.operation === 'DELETE') {
          if (plugin.beforeDelete && concerns(plugin, attributes)) await plugin.beforeDelete(attributes)
          continue
        }
        if (!plugin.mutate || !object) continue
        const current: AdmissionAttributes = { ...attributes, object }
        if (!concerns(plugin, current)) continue
        // Loaded here, so that a plane without plugins does without.
        const { createDraft, finishDraft } = await import('immer')
        const draft = createDraft(object)
        await plugin.mutate(draft, current)
        object = finishDraft(draft) as ApiObject
      }
      return object
    },
    async validate(attributes) {
      for (const plugin of plugins) {
        if (plugin.validate && concerns(plugin, attributes)) await plugin.validate(attributes)
      }
    },
  }
}

/** Whether a plugin is to be asked; one that would do more than answer cannot be asked about a dry run. */
function concerns({ name, handles, sideEffects }: AdmissionPlugin, attributes: AdmissionAttributes): boolean {
  if (handles && !handles(attributes)) return false
  if (attributes.dryRun && sideEffects === 'Some')
    throw badRequest(`admission plugin ${JSON.stringify(name)} does not support dry run`)
  return true
}
