/**
 * The control loops of a plane: all of them by name, started and stopped together.
 *
 * @module
 */

import type { RbacIndex } from '../authz/index.js'
import { type Controller, type LeaderElectionOptions, type LeaseFields, lead } from '../client/index.js'
import type { HealthCheck, Random } from '../meta/index.js'
import { chooseLoops, type Selectable } from './choose.js'
import { CLIENT_LOOPS, type ClientLoop, type ClientLoopParts, runClientLoops, startClientLoops } from './client-loops.js'
import type { AdvertisedAddress } from './cluster-objects.js'
import { keepDefinitions } from './definitions/definitions.js'
import type { LoopParts, StopLoop } from './loop.js'
import { outdatedTypes } from './outdated-types.js'
import { expireObjects } from './time-to-live.js'

/** What the loops of a plane are started with. */
export interface PlaneLoopParts extends LoopParts, Omit<ClientLoopParts, 'onError' | 'onStart'> {
  readonly random: Random
  /** Address, within the cluster, of the Service that stands for the plane. */
  readonly serviceAddress: string
  /** Address at which workloads reach the plane; undefined when unknown. */
  readonly advertised: AdvertisedAddress | undefined
  /** Receives roles and bindings; undefined where RBAC is off. */
  readonly policies: RbacIndex | undefined
  /** Whether other planes work on the same state, so that one of them has to be chosen for some loops. */
  readonly isReplicated: boolean
}

type Start = (parts: PlaneLoopParts) => StopLoop | Promise<StopLoop>

/** Without these a plane would not do what it says; they have no name by which they could be turned off. */
const ALWAYS: readonly Start[] = [
  keepDefinitions,
  ifPolicies(async (policies, parts) => {
    const { followPolicies } = await import('./rbac/follow-policies.js')
    return followPolicies(policies, parts)
  }),
]

/**
 * Loops of the API server of Kubernetes itself, without a controller manager: they run before the first request, in each replica.
 */
interface StartHook extends Selectable {
  readonly startHook: Start
}

const START_HOOKS: readonly StartHook[] = [
  { name: 'time-to-live', isDefault: true, startHook: expireObjects },
  {
    name: 'cluster-objects',
    isDefault: true,
    async startHook(parts) {
      // Planes without such types do not load it.
      if (parts.registry.catalog.find('', 'v1', 'services')) {
        const { createClusterObjects } = await import('./cluster-objects.js')
        await createClusterObjects(parts)
      }
      return () => {}
    },
  },
  {
    name: 'rbac-defaults',
    isDefault: true,
    startHook: ifPolicies(async (_, parts) => {
      const { reconcileDefaults } = await import('./rbac/reconcile-defaults.js')
      await reconcileDefaults(parts)
      return () => {}
    }),
  },
]

/** Work about roles and bindings, where RBAC is on; most planes do without, and do not load it. */
function ifPolicies(start: (policies: RbacIndex, parts: LoopParts) => StopLoop | Promise<StopLoop>): Start {
  return (parts) => (parts.policies ? start(parts.policies, parts) : () => {})
}

const LOOPS: readonly (StartHook | ClientLoop)[] = [...START_HOOKS, ...CLIENT_LOOPS]

/** Names of the start hooks and loops that can be chosen. */
export const controllerNames: readonly string[] = LOOPS.map(({ name }) => name)

/** The loops of a plane, at work. */
export interface RunningLoops {
  /** A check for each start hook: it is done. */
  readonly startChecks: readonly HealthCheck[]
  /** A check for each loop: it has seen its objects, or leaves the work to another replica. */
  readonly syncChecks: readonly HealthCheck[]
  /** Stops the loops that only one replica runs, so that another may. Resolves when their current work is done. */
  handOver(): Promise<void>
  /** Ends all of them at once. */
  stop(): void
}

/**
 * Starts the loops of a plane.
 *
 * @param words - Which; see {@link chooseLoops}.
 * @param parts - The plane.
 * @throws RangeError, with one line, for a name that is of no loop.
 */
export async function startLoops(words: readonly string[], parts: PlaneLoopParts): Promise<RunningLoops> {
  const chosen = chooseLoops(words, LOOPS)
  const stops: StopLoop[] = []
  const startChecks: HealthCheck[] = []
  for (const start of ALWAYS) stops.push(await start(parts))
  for (const loop of chosen) {
    if (!('startHook' in loop)) continue
    stops.push(await loop.startHook(parts))
    startChecks.push({ name: `poststarthook/${loop.name}`, check: () => true })
  }
  const clientLoops = chosen.filter((loop) => 'start' in loop)
  const unsynced = new Set<string>()
  const handOver = clientLoops.length > 0 ? await startShared(clientLoops, parts, unsynced) : async () => {}
  return {
    startChecks,
    syncChecks: clientLoops.map(({ name }) => ({ name: `controller-sync/${name}`, check: () => !unsynced.has(name) })),
    handOver,
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/**
 * Starts loops that must not run twice on one state. They end with their clients too.
 *
 * @param unsynced - Receives the names of running loops that have not seen all their objects.
 */
async function startShared(
  loops: readonly ClientLoop[],
  parts: PlaneLoopParts,
  unsynced: Set<string>,
): Promise<() => Promise<void>> {
  const { isReplicated, reportError } = parts
  const onError = (name: string, error: unknown) => reportError(new Error(`the control loop ${name} failed`, { cause: error }))
  const onStart = (name: string, { synced }: Controller) => {
    unsynced.add(name)
    void synced.then(() => unsynced.delete(name))
  }
  const { registry } = parts
  const shared = { ...parts, types: registry.catalog, findOutdated: () => outdatedTypes(registry), onError, onStart }
  if (!isReplicated) {
    const started = await startClientLoops(loops, shared, parts.client(LEASE).closed)
    return async () => {
      await Promise.all(started.map((loop) => loop.stop()))
    }
  }
  const stopped = new AbortController()
  const work = (signal: AbortSignal) => runClientLoops(loops, shared, signal).finally(() => unsynced.clear())
  const election = electionOf(parts)
  const over = lead(election, work, AbortSignal.any([stopped.signal, election.leases.runtime.closed])).catch(reportError)
  return async () => {
    stopped.abort()
    await over
  }
}

const LEASE = 'binnacle-controllers'
const LEASES = { version: 'v1', resource: 'leases', kind: 'Lease', namespaced: true } as const

function electionOf({ client, dialect, random, reportError }: PlaneLoopParts): LeaderElectionOptions {
  const onError = (error: unknown) => reportError(new Error(`the Lease ${LEASE} cannot be acquired or renewed`, { cause: error }))
  const leases = client(LEASE).resource<LeaseFields>({ ...LEASES, group: `coordination.${dialect.groupDomain}` })
  return { leases: leases.namespace(dialect.namespaces.system), name: LEASE, identity: random.uuid(), onError }
}
