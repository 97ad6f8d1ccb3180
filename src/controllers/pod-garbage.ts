/**
 * Removes pods that no node removes: of missing and failed nodes, terminating ones without a node, and old finished ones.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, nextTurn, type ResourceClient } from '../client/index.js'
import { type ApiObject, check, compareText, type Dialect, dialectOf, formatTime } from '../meta/index.js'
import { type ControlLoopOptions, checkLoop, ignoring, runOptions } from './client-loop.js'
import { NODES, PODS } from './types.js'

interface Condition {
  readonly type?: string
  readonly status?: string
}

interface PodFields {
  readonly spec?: { readonly nodeName?: string }
  readonly status?: { readonly phase?: string; readonly reason?: string; readonly conditions?: readonly Condition[] }
}

interface NodeFields {
  readonly spec?: { readonly taints?: readonly { readonly key?: string }[] }
  readonly status?: { readonly conditions?: readonly Condition[] }
}

type Pod = ApiObject & PodFields

/** Options of {@link createPodGarbageCollector}. */
export interface PodGarbageCollectorOptions extends ControlLoopOptions {
  /** Number of finished pods that are kept; the oldest are removed above it, evicted ones first. Default 12,500. */
  readonly terminatedPodThreshold?: number
}

/** Time for which a node has to be missing before its pods are removed: a node may be created after its pods, or again. */
const QUARANTINE_MS = 40_000
/** Number of remembered missing nodes from which on those without pods are forgotten. */
const MANY_MISSING = 1000
const CONCURRENCY = 20
const THRESHOLD = 12_500

const PHASES_OF_FINISHED: ReadonlySet<string> = new Set(['Succeeded', 'Failed'])
const isFinished = ({ status }: Pod): boolean => PHASES_OF_FINISHED.has(status?.phase ?? '')
const isTerminating = ({ metadata }: Pod): boolean => Boolean(metadata.deletionTimestamp)

/**
 * Removes pods without a grace period, which no agent of a node is going to do; unfinished ones are marked as failed before:
 *
 * - pods of a node that has been missing for 40 seconds,
 * - terminating pods of a node that is not ready and has the taint `out-of-service`,
 * - terminating pods without a node,
 * - the oldest finished pods, above a threshold.
 *
 * @param client - A client of the plane, which has to serve pods and nodes.
 * @param options - Dialect, leader election, threshold.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createPodGarbageCollector(client: Client, options: PodGarbageCollectorOptions = {}): Controller {
  checkLoop('createPodGarbageCollector', client, options, { checks: { terminatedPodThreshold: check.amount } })
  const { terminatedPodThreshold: threshold = THRESHOLD } = options
  const dialect = dialectOf(options.dialect)
  const pods = client.resource<PodFields>(PODS)
  const nodes = client.resource<NodeFields>(NODES)
  const missing = new MissingNodes(client, nodes)
  let trimming: Promise<void> | undefined
  return controller<PodFields>({
    ...runOptions(options),
    for: pods,
    indexes: {
      node: ({ spec }: Pod) => (spec?.nodeName ? [spec.nodeName] : []),
      finished: (pod) => (isFinished(pod) && !isTerminating(pod) ? ['true'] : []),
    },
    watches: [
      {
        resource: nodes,
        map({ metadata: { name = '' } }, held) {
          missing.forget(name)
          return held.by('node', name).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
        },
      },
    ],
    concurrency: CONCURRENCY,
    async reconcile(pod, { cached, signal }) {
      const { nodeName = '' } = pod.spec ?? {}
      const node = nodeName === '' ? undefined : cached(nodes).get(nodeName)
      if (nodeName !== '' && !node) {
        const leftMs = await missing.leftMs(nodeName, (name) => cached(pods).by('node', name).length > 0)
        if (leftMs > 0) return { requeueAfterMs: leftMs }
        if (leftMs === 0) await remove(client, pods, pod, 'node no longer exists')
      } else if (isTerminating(pod)) {
        if (!node) await remove(client, pods, pod)
        else if (isOutOfService(node, dialect)) await remove(client, pods, pod, 'node is out of service')
      } else if (isFinished(pod)) {
        const finished = () => cached(pods).by('finished', 'true')
        trimming ??= trim(client, pods, { finished, threshold, signal }).finally(() => {
          trimming = undefined
        })
        await trimming
      }
      return undefined
    },
  })
}

/** Since when nodes have been missing. */
class MissingNodes {
  readonly #client: Client
  readonly #nodes: ResourceClient<NodeFields>
  readonly #sinceMs = new Map<string, number>()
  #room = MANY_MISSING

  constructor(client: Client, nodes: ResourceClient<NodeFields>) {
    this.#client = client
    this.#nodes = nodes
  }

  /** @param name - A node that has changed: its quarantine starts again. */
  forget(name: string): void {
    this.#sinceMs.delete(name)
  }

  /**
   * @param name - A node that is not in the cache.
   * @param hasPods - Whether pods are bound to a node.
   * @returns Milliseconds until its quarantine ends; 0 if it has ended; a negative number if the node exists.
   */
  async leftMs(name: string, hasPods: (name: string) => boolean): Promise<number> {
    const nowMs = this.#client.clock.now()
    if (this.#sinceMs.size >= this.#room) {
      for (const known of this.#sinceMs.keys()) if (!hasPods(known)) this.#sinceMs.delete(known)
      this.#room = Math.max(MANY_MISSING, 2 * this.#sinceMs.size)
    }
    const sinceMs = this.#sinceMs.get(name) ?? nowMs
    this.#sinceMs.set(name, sinceMs)
    if (sinceMs + QUARANTINE_MS > nowMs) return sinceMs + QUARANTINE_MS - nowMs
    // The cache may lag.
    const exists = await this.#nodes.get(name).then(() => true, ignoring(isNotFound))
    return exists ? -1 : 0
  }
}

function isOutOfService({ spec, status }: NodeFields, { labelDomain }: Dialect): boolean {
  const isReady = (status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')
  return !isReady && (spec?.taints ?? []).some(({ key }) => key === `node.${labelDomain}/out-of-service`)
}

/** Removes the oldest finished pods above the threshold. */
async function trim(
  client: Client,
  pods: ResourceClient<PodFields>,
  { finished, threshold, signal }: { finished: () => readonly Pod[]; threshold: number; signal: AbortSignal },
): Promise<void> {
  // Pods that finish together are counted once.
  await nextTurn()
  const removed = new Set<string | undefined>()
  while (!signal.aborted) {
    const present = finished().filter(({ metadata }) => !removed.has(metadata.uid))
    const excess = present.length - threshold
    if (excess <= 0) return
    for (const pod of present.toSorted(byEvictionAndAge).slice(0, excess)) {
      if (signal.aborted) return
      removed.add(pod.metadata.uid)
      await remove(client, pods, pod)
    }
  }
}

/** Evicted pods first, then the older ones. */
function byEvictionAndAge(a: Pod, b: Pod): number {
  const eviction = Number(b.status?.reason === 'Evicted') - Number(a.status?.reason === 'Evicted')
  const age = compareText(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '')
  return eviction || age || compareText(a.metadata.name ?? '', b.metadata.name ?? '')
}

/**
 * Removes a pod without a grace period. An unfinished one fails first, as no agent is going to report its end.
 *
 * @param disruption - The message of its condition `DisruptionTarget`; none by default.
 */
async function remove(client: Client, pods: ResourceClient<PodFields>, pod: Pod, disruption?: string): Promise<void> {
  const { namespace = '', name = '', uid = '', deletionGracePeriodSeconds, finalizers = [] } = pod.metadata
  const own = pods.namespace(namespace)
  if (!isFinished(pod)) {
    const condition = disruption === undefined ? [] : [disruptionOf(disruption, formatTime(client.clock.now()))]
    await own.status
      .updateWithRetry(name, (draft) => {
        if (draft.metadata.uid !== uid || isFinished(draft)) return
        const others = (draft.status?.conditions ?? []).filter(({ type }) => condition.every((own) => own.type !== type))
        draft.status = { ...draft.status, phase: 'Failed', conditions: [...others, ...condition] }
      })
      .catch(ignoring(isNotFound))
  }
  if (isTerminating(pod) && deletionGracePeriodSeconds === 0 && finalizers.length > 0) return
  await own.delete(name, { gracePeriodSeconds: 0, preconditions: { uid } }).catch(ignoring(isNotFound))
}

const disruptionOf = (message: string, now: string) => ({
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: `PodGC: ${message}`,
  lastTransitionTime: now,
})
