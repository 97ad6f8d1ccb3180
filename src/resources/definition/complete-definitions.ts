/**
 * Completes definitions whose rest is loaded only by a plane that serves them.
 *
 * @module
 */

import type { ResourceDefinition } from './definition.js'

/**
 * Completes definitions.
 *
 * @param definitions - The definitions; complete ones stay as they are.
 */
export const completeDefinitions = (definitions: readonly ResourceDefinition[]): Promise<readonly ResourceDefinition[]> =>
  Promise.all(definitions.map((definition) => definition.completed?.(definition) ?? definition))
