/**
 * Simulated workloads: nothing runs, but after a while their status reports that it does.
 *
 * @module
 */

import { type Client, type Controller, clientOfPlane, controller, isNotFound, type ResourceClient } from '../client/index.js'
import { type ApiObject, check, formatTime, isRecord, type UnknownRecord } from '../meta/index.js'

/** Options of {@link simulateWorkloads}. */
export interface SimulateWorkloadsOptions {
  /** Milliseconds from a change of its spec until a workload is ready. Default 1000. */
  readonly readyAfterMs?: number
  /** Milliseconds from its start until a Job is complete. Default 1000. */
  readonly doneAfterMs?: number
}

const simulation = check.members<keyof SimulateWorkloadsOptions>({ readyAfterMs: check.amount, doneAfterMs: check.amount })

/** A kind of workload. */
interface Workload {
  readonly group: string
  readonly resource: string
  /** The status of a running one. */
  readonly status: (spec: UnknownRecord, at: Times) => UnknownRecord
  /** Whether it runs to completion, so that it becomes complete rather than ready. */
  readonly ends?: true
}

interface Times {
  readonly started: string
  readonly now: string
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
const replicasOf = ({ replicas }: UnknownRecord): number => numberOf(replicas, 1)
const condition = (type: string, reason: string, { now }: Times): UnknownRecord => ({
  type,
  status: 'True',
  reason,
  lastTransitionTime: now,
})

const WORKLOADS: readonly Workload[] = [
  {
    group: 'apps',
    resource: 'deployments',
    status(spec, at) {
      const replicas = replicasOf(spec)
      return {
        replicas,
        updatedReplicas: replicas,
        readyReplicas: replicas,
        availableReplicas: replicas,
        conditions: [
          { ...condition('Available', 'MinimumReplicasAvailable', at), lastUpdateTime: at.now },
          { ...condition('Progressing', 'NewReplicaSetAvailable', at), lastUpdateTime: at.now },
        ],
      }
    },
  },
  {
    group: 'apps',
    resource: 'replicasets',
    status(spec) {
      const replicas = replicasOf(spec)
      return { replicas, fullyLabeledReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas }
    },
  },
  {
    group: 'apps',
    resource: 'statefulsets',
    status(spec) {
      const replicas = replicasOf(spec)
      return {
        replicas,
        currentReplicas: replicas,
        updatedReplicas: replicas,
        readyReplicas: replicas,
        availableReplicas: replicas,
      }
    },
  },
  {
    group: 'apps',
    resource: 'daemonsets',
    // As on a plane with one node.
    status: () => ({
      currentNumberScheduled: 1,
      desiredNumberScheduled: 1,
      updatedNumberScheduled: 1,
      numberAvailable: 1,
      numberMisscheduled: 0,
      numberReady: 1,
    }),
  },
  {
    group: '',
    resource: 'pods',
    status: (_, at) => ({
      phase: 'Running',
      startTime: at.started,
      conditions: [condition('PodScheduled', '', at), condition('Ready', '', at)].map(({ reason: _reason, ...rest }) => rest),
    }),
  },
  {
    group: 'batch',
    resource: 'jobs',
    ends: true,
    status: (spec, at) => ({
      startTime: at.started,
      completionTime: at.now,
      succeeded: numberOf(spec.completions, numberOf(spec.parallelism, 1)),
      conditions: ['SuccessCriteriaMet', 'Complete'].map((type) => ({
        ...condition(type, 'CompletionsReached', at),
        lastProbeTime: at.now,
      })),
    }),
  },
]

interface WorkloadFields {
  readonly spec?: UnknownRecord
  readonly status?: UnknownRecord
}

/**
 * Simulates the workloads of a plane: Deployments, ReplicaSets, StatefulSets, DaemonSets and Pods become ready, Jobs complete,
 * some time after their creation or a change of their spec. No Pods are created. Suspended Jobs wait. Terminating Pods on any node
 * are removed, as by its agent.
 *
 * @param client - A client of the plane; of a test plane, so that `settled()` and `advance()` cover the simulation too.
 * @param options - Durations.
 * @returns A function that ends the simulation. It also ends with its client.
 * @throws TypeError with one line for each invalid argument.
 */
export async function simulateWorkloads(client: Client, options: SimulateWorkloadsOptions = {}): Promise<() => Promise<void>> {
  check.refuse('simulateWorkloads', [...clientOfPlane(client, 'client'), ...simulation(options, 'options')])
  const types = await client.types()
  const controllers = WORKLOADS.flatMap((workload) => {
    const type = types.find(({ group, resource }) => group === workload.group && resource === workload.resource)
    return type ? [simulate(client, type, workload, options)] : []
  })
  return async () => {
    await Promise.all(controllers.map((each) => each.stop()))
  }
}

/** Maximum number of stored states; entries of objects that were deleted before they became ready remain. */
const MAX_WANTED = 10_000

type ServedType = Awaited<ReturnType<Client['types']>>[number]

function simulate(client: Client, type: ServedType, workload: Workload, options: SimulateWorkloadsOptions): Controller {
  const { readyAfterMs = 1000, doneAfterMs = 1000 } = options
  const afterMs = workload.ends ? doneAfterMs : readyAfterMs
  const { verbs: _, ...known } = type
  const objects = client.resource<WorkloadFields>(known)
  /** Time since which a state is desired, by uid. */
  const wanted = new Map<string, { readonly generation: number; readonly sinceMs: number }>()
  return controller({
    for: objects,
    async reconcile(object) {
      const { uid = '', namespace = '', deletionTimestamp } = object.metadata
      const spec = isRecord(object.spec) ? object.spec : {}
      const generation = object.metadata.generation ?? 0
      if (deletionTimestamp || isThere(workload, object, generation)) {
        wanted.delete(uid)
        if (object.metadata.deletionGracePeriodSeconds) await removeTerminated(objects.namespace(namespace), object)
        return undefined
      }
      const nowMs = client.clock.now()
      const known = wanted.get(uid)
      const state = known?.generation === generation && spec.suspend !== true ? known : { generation, sinceMs: nowMs }
      if (wanted.size >= MAX_WANTED) wanted.clear()
      wanted.set(uid, state)
      if (spec.suspend === true) return undefined
      const leftMs = state.sinceMs + afterMs - nowMs
      if (leftMs > 0) return { requeueAfterMs: leftMs }
      const times = { started: formatTime(state.sinceMs), now: formatTime(nowMs) }
      const observed = workload.group === 'apps' ? { observedGeneration: generation } : {}
      const status = { ...object.status, ...observed, ...workload.status(spec, times) }
      await objects.namespace(namespace).status.update({ ...object, status })
      wanted.delete(uid)
      return undefined
    },
  })
}

/** Ends a pod in its grace period, as the agent of its node does: only pods have one. */
async function removeTerminated(
  pods: ResourceClient<WorkloadFields>,
  { metadata: { name = '', uid = '' } }: ApiObject,
): Promise<void> {
  await pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid } }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
}

/** Whether the status already matches the spec. */
function isThere({ group, ends }: Workload, { status }: ApiObject & WorkloadFields, generation: number): boolean {
  if (group === 'apps') return status?.observedGeneration === generation
  return ends ? status?.completionTime !== undefined : status?.phase !== undefined && status.phase !== 'Pending'
}
