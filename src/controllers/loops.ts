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
import type { AdvertisedAddress, ClusterAddresses } from './cluster-objects.js'
import { keepDefinitions } from './definitions/definitions.js'
import type { LoopParts, StopLoop } from './loop.js'
import { outdatedTypes } from './outdated-types.js'
import { expireObjects } from './time-to-live.js'

/** Dependencies of the loops of a plane. */
export interface PlaneLoopParts extends LoopParts, Omit<ClientLoopParts, 'onError' | 'onStart'> {
  readonly random: Random
  readonly clusterAddresses: () => ClusterAddresses
  /** Address at which workloads reach the plane; undefined when unknown. */
  readonly advertised: AdvertisedAddress | undefined
  /** Receives roles and bindings; undefined where RBAC is off. */
  readonly policies: RbacIndex | undefined
  /** Whether other planes share the storage, so that some loops need leader election. */
  readonly isReplicated: boolean
}

type Start = (parts: PlaneLoopParts) => StopLoop | Promise<StopLoop>

/** Required by every plane, so they have no name by which they could be disabled. */
const ALWAYS: readonly Start[] = [
  keepDefinitions,
  ifPolicies(async (policies, parts) => {
    const { followPolicies } = await import('./rbac/follow-policies.js')
    return followPolicies(policies, parts)
  }),
]

/**
 * Loops that in Kubernetes run in the API server, not in a controller manager: they run before the first request, in each
 * replica.
 */
interface StartHook extends Selectable {
  readonly startHook: Start
}

const START_HOOKS: readonly StartHook[] = [
  { name: 'time-to-live', isDefault: true, startHook: expireObjects },
  {
    name: 'cluster-objects',
    // Creating them loads the code of writes, which a plane in a test has no other use for at its start.
    isDefault: false,
    async startHook(parts) {
      // Imported only by planes with such types.
      if (parts.registry.catalog.find('', 'v1', 'services')) {
        const { createClusterObjects } = await import('./cluster-objects.js')
        await createClusterObjects(parts)
      }
      return () => {}
    },
  },
  {
    name: 'api-services',
    isDefault: false,
    async startHook(parts) {
      const { registry, dialect } = parts
      if (!registry.catalog.find(`apiregistration.${dialect.groupDomain}`, 'v1', 'apiservices')) return () => {}
      const { keepApiServices } = await import('./api-services.js')
      return keepApiServices(parts)
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

/** RBAC loops, if RBAC is on; imported on demand, as most planes run without RBAC. */
function ifPolicies(start: (policies: RbacIndex, parts: LoopParts) => StopLoop | Promise<StopLoop>): Start {
  return (parts) => (parts.policies ? start(parts.policies, parts) : () => {})
}

const LOOPS: readonly (StartHook | ClientLoop)[] = [...START_HOOKS, ...CLIENT_LOOPS]

/** Names of the start hooks and loops that can be selected. */
export const controllerNames: readonly string[] = LOOPS.map(({ name }) => name)

/** The running loops of a plane. */
export interface RunningLoops {
  /** A readiness check for each start hook: it has completed. */
  readonly startChecks: readonly HealthCheck[]
  /** A readiness check for each loop: it has synced, or another replica is the leader. */
  readonly syncChecks: readonly HealthCheck[]
  /** Stops the loops with leader election, so that another replica can take over. Resolves when their current work is done. */
  handOver(): Promise<void>
  /** Stops all loops at once. */
  stop(): void
}

/**
 * Starts the loops of a plane.
 *
 * @param words - The selection; see {@link chooseLoops}.
 * @param parts - The plane.
 * @throws RangeError, with one line, for an unknown loop name.
 */
export async function startLoops(words: readonly string[], parts: PlaneLoopParts): Promise<RunningLoops> {
  const chosen = chooseLoops(words, LOOPS)
  const hooks = chosen.filter((loop) => 'startHook' in loop)
  const clientLoops = chosen.filter((loop) => 'start' in loop)
  const unsynced = new Set<string>()
  const stops: StopLoop[] = []
  const stop = () => {
    for (const stopLoop of stops) stopLoop()
  }
  try {
    for (const start of [...ALWAYS, ...hooks.map(({ startHook }) => startHook)]) stops.push(await start(parts))
    const handOver = clientLoops.length > 0 ? await startShared(clientLoops, parts, unsynced) : async () => {}
    return {
      startChecks: hooks.map(({ name }) => ({ name: `poststarthook/${name}`, check: () => true })),
      syncChecks: clientLoops.map(({ name }) => ({ name: `controller-sync/${name}`, check: () => !unsynced.has(name) })),
      handOver,
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}

/**
 * Starts loops that must not run twice on one storage. They end with their clients too.
 *
 * @param unsynced - Receives the names of running loops that have not synced yet.
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
