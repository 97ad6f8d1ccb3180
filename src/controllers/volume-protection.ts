/**
 * Protection of volumes and claims: keeps their finalizer while they are in use, and removes it afterwards.
 *
 * @module
 */

import { type Client, type Controller, controller, nextTurn, type ResourceClient } from '../client/index.js'
import { type ApiObject, type Clock, dialectOf, ExpiringCache, volumeFinalizers } from '../meta/index.js'
import { type ControlLoopOptions, runOptions } from './client-loop.js'
import { CLAIMS, PODS, VOLUMES } from './types.js'

interface PodFields {
  readonly spec?: {
    readonly nodeName?: string
    readonly volumes?: readonly {
      readonly name?: string
      readonly persistentVolumeClaim?: { readonly claimName?: string }
      readonly ephemeral?: object
    }[]
  }
}

interface VolumeFields {
  readonly status?: { readonly phase?: string }
}

type Pod = ApiObject & PodFields

/** Names of the claims that a pod uses; an ephemeral one is named after the pod and the volume. */
const claimsOf = ({ metadata, spec }: Pod): readonly string[] =>
  (spec?.volumes ?? []).flatMap(({ name = '', persistentVolumeClaim, ephemeral }) => [
    ...(persistentVolumeClaim?.claimName ? [persistentVolumeClaim.claimName] : []),
    ...(ephemeral ? [`${metadata.name}-${name}`] : []),
  ])

/** Keys of the claims that a pod uses, once it is scheduled to a node. */
const usedBy = (pod: Pod): readonly string[] =>
  pod.spec?.nodeName ? claimsOf(pod).map((name) => `${pod.metadata.namespace}/${name}`) : []

/** Claims that are checked together: one request per namespace finds those in use. */
const AT_ONCE = 200
/** After a list of a namespace's pods, the next one waits this many times as long as it took. */
const REST = 9
const LONGEST_REST_MS = 10_000
/** Namespaces that rest at once; beyond that, the oldest may be listed again. */
const MAX_RESTING = 10_000

/**
 * Removes the finalizer of deleted claims when no scheduled pod uses them: a node starts no pod whose claim is terminating.
 *
 * @param client - A client of the plane, which has to serve claims and pods.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createClaimProtection(client: Client, options: ControlLoopOptions = {}): Controller {
  const finalizer = volumeFinalizers(dialectOf(options.dialect)).persistentvolumeclaims
  const claims = client.resource(CLAIMS)
  const pods = client.resource<PodFields>(PODS)
  const use = new ClaimUse(client.clock, pods)
  return controller<object>({
    ...runOptions(options),
    for: claims,
    watches: [{ resource: pods, map: usedBy, indexes: { claim: usedBy } }],
    concurrency: AT_ONCE,
    async reconcile(claim, { cached }) {
      if (!isHeld(claim, finalizer)) return undefined
      const { namespace = '', name = '' } = claim.metadata
      const key = `${namespace}/${name}`
      // The cache may lag, so a live LIST confirms that a claim is unused.
      if (cached(pods).by('claim', key).length > 0) return undefined
      const restMs = use.restMs(namespace)
      if (restMs > 0) return { requeueAfterMs: restMs }
      if (!(await use.read(namespace)).has(key)) await release(claims, claim, finalizer)
      return undefined
    },
  })
}

/** Reads which claims of a namespace are in use. Claims that are deleted one after the other must not list all pods each. */
class ClaimUse {
  readonly #clock: Clock
  readonly #pods: ResourceClient<PodFields>
  /** Reads that have not started yet, by namespace. */
  readonly #asked = new Map<string, Promise<ReadonlySet<string>>>()
  readonly #restUntilMs: ExpiringCache<number>

  constructor(clock: Clock, pods: ResourceClient<PodFields>) {
    this.#clock = clock
    this.#pods = pods
    this.#restUntilMs = new ExpiringCache({ maxEntries: MAX_RESTING, clock })
  }

  /** Time in milliseconds until the pods of a namespace may be listed again. */
  restMs(namespace: string): number {
    const untilMs = this.#restUntilMs.get(namespace)
    return untilMs === undefined ? 0 : untilMs - this.#clock.now()
  }

  /** Reads the keys of the claims in use. Callers that arrive before the read starts share it. */
  read(namespace: string): Promise<ReadonlySet<string>> {
    const reading = this.#asked.get(namespace) ?? this.#list(namespace)
    this.#asked.set(namespace, reading)
    return reading
  }

  async #list(namespace: string): Promise<ReadonlySet<string>> {
    await nextTurn()
    this.#asked.delete(namespace)
    const beganMs = this.#clock.now()
    const { items } = await this.#pods.namespace(namespace).list()
    const endMs = this.#clock.now()
    const restMs = Math.min(REST * (endMs - beganMs), LONGEST_REST_MS)
    this.#restUntilMs.set(namespace, endMs + restMs, restMs)
    return new Set(items.flatMap(usedBy))
  }
}

/**
 * Removes the finalizer of deleted volumes when no claim is bound to them.
 *
 * @param client - A client of the plane, which has to serve volumes.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createVolumeProtection(client: Client, options: ControlLoopOptions = {}): Controller {
  const finalizer = volumeFinalizers(dialectOf(options.dialect)).persistentvolumes
  const volumes = client.resource<VolumeFields>(VOLUMES)
  return controller<VolumeFields>({
    ...runOptions(options),
    for: volumes,
    async reconcile(volume) {
      if (isHeld(volume, finalizer) && volume.status?.phase !== 'Bound') await release(volumes, volume, finalizer)
    },
  })
}

const isHeld = ({ metadata }: ApiObject, finalizer: string): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer)

async function release<T extends object>(objects: ResourceClient<T>, object: ApiObject & T, finalizer: string): Promise<void> {
  const { metadata } = object
  const finalizers = (metadata.finalizers ?? []).filter((one) => one !== finalizer)
  await objects.update({ ...object, metadata: { ...metadata, finalizers } })
}
