/**
 * The control loops of a plane: all of them by name, started and stopped together.
 *
 * @module
 */

import type { RbacIndex } from '../authz/index.js'
import { chooseLoops, type Selectable } from './choose.js'
import { keepDefinitions } from './definitions/definitions.js'
import type { LoopParts, StopLoop } from './loop.js'
import { expireObjects } from './time-to-live.js'

/** What the loops of a plane are started with. */
export interface PlaneLoopParts extends LoopParts {
  /** Has to be told of roles and bindings; undefined where nobody goes by them. */
  readonly policies: RbacIndex | undefined
}

type Start<P> = (parts: P) => StopLoop | Promise<StopLoop>

/** Without these a plane would not do what it says; they have no name that somebody could leave out. */
const ALWAYS: readonly Start<PlaneLoopParts>[] = [
  keepDefinitions,
  ifPolicies(async ({ policies, ...parts }) => {
    const { followPolicies } = await import('./rbac/follow-policies.js')
    return followPolicies(policies, parts)
  }),
]

interface PlaneLoop extends Selectable {
  readonly start: Start<PlaneLoopParts>
}

/** Those that can be left out, in the order that they are started in. */
const PLANE_LOOPS: readonly PlaneLoop[] = [
  { name: 'time-to-live', isDefault: true, start: expireObjects },
  {
    name: 'rbac-defaults',
    isDefault: true,
    start: ifPolicies(async (parts) => {
      const { reconcileDefaults } = await import('./rbac/reconcile-defaults.js')
      await reconcileDefaults(parts)
      return () => {}
    }),
  },
  {
    name: 'clusterrole-aggregation',
    isDefault: true,
    start: ifPolicies(async (parts) => {
      const { aggregateRoles } = await import('./rbac/aggregate-roles.js')
      return aggregateRoles(parts)
    }),
  },
]

/** A loop about roles and bindings, where somebody goes by them; most planes do without, and do not load it. */
function ifPolicies(start: Start<PlaneLoopParts & { readonly policies: RbacIndex }>): Start<PlaneLoopParts> {
  return ({ policies, ...parts }) => (policies ? start({ ...parts, policies }) : () => {})
}

/**
 * Starts the loops of a plane.
 *
 * @param words - Which; see {@link chooseLoops}.
 * @param parts - The plane.
 * @returns A function that stops them.
 * @throws RangeError, with one line, for a word that names no loop.
 */
export async function startLoops(words: readonly string[], parts: PlaneLoopParts): Promise<StopLoop> {
  const chosen = chooseLoops(words, PLANE_LOOPS)
  const stops: StopLoop[] = []
  for (const start of [...ALWAYS, ...chosen.map((loop) => loop.start)]) stops.push(await start(parts))
  return () => {
    for (const stop of stops) stop()
  }
}
