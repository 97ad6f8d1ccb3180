/**
 * Terminating namespaces: their content is deleted, then they are finalized.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, type ReconcileResult } from '../../client/index.js'
import { type ApiObject, check, dialectOf, parseTime, steadyClock } from '../../meta/index.js'
import { type ControlLoopOptions, checkLoop, runOptions } from '../client-loop.js'
import { NAMESPACES } from '../types.js'
import { type Condition, conditionsAfter } from './conditions.js'
import { deleteContent } from './content.js'

/** Options of {@link createNamespaceController}. */
export interface NamespaceControllerOptions extends ControlLoopOptions {
  /**
   * Delay between the deletion of a namespace and of its content, in milliseconds: until other replicas know of the deletion,
   * they may still create objects in it. Default 1,000; up to a second is added, as deletion timestamps are in whole seconds.
   */
  readonly delayMs?: number
}

interface NamespaceFields {
  readonly spec?: { readonly finalizers?: readonly string[] }
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] }
}

type Namespace = ApiObject & NamespaceFields

/** Interval of checks for content that is held by finalizers, or could not be deleted, in milliseconds. */
const LOOK_AGAIN_MS = 5_000
/** Number of namespaces that are processed concurrently. */
const CONCURRENCY = 5

/**
 * Deletes the content of terminating namespaces: all objects of all types, pods last. Conditions report what is left, and why;
 * when nothing is left, the namespace finalizer is removed.
 *
 * @param client - A client of the plane; may list and delete everything.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createNamespaceController(client: Client, options: NamespaceControllerOptions = {}): Controller {
  checkLoop('createNamespaceController', client, options, { checks: { delayMs: check.amount } })
  const { delayMs = 1_000 } = options
  const { namespaceFinalizer } = dialectOf(options.dialect)
  const namespaces = client.resource<NamespaceFields>(NAMESPACES)
  const { clock } = client

  const isOurs = ({ metadata, spec }: Namespace) =>
    metadata.deletionTimestamp !== undefined && spec?.finalizers?.includes(namespaceFinalizer) === true

  /** When namespaces that are deleted in the future were first seen, by uid. */
  const seenAt = new Map<string, number>()
  const steady = steadyClock(clock)
  const leftMs = ({ metadata: { uid = '', deletionTimestamp } }: Namespace): number => {
    const wholeMs = 1_000 + delayMs
    const byTimestampMs = (parseTime(deletionTimestamp ?? '') ?? 0) + wholeMs - clock.now()
    if (byTimestampMs <= wholeMs) return byTimestampMs
    // The replica that deleted it has another time, or this one's was set back: that must not delay it by the difference.
    const since = seenAt.get(uid) ?? steady.now()
    const ownMs = since + wholeMs - steady.now()
    if (ownMs > 0) seenAt.set(uid, since)
    else seenAt.delete(uid)
    return ownMs
  }

  /** The current namespace; undefined when it is deleted, even if another one has its name. */
  const read = async ({ metadata: { name = '', uid } }: Namespace): Promise<Namespace | undefined> => {
    const live = await namespaces.get(name)
    return live.metadata.uid === uid && isOurs(live) ? live : undefined
  }

  const reconcile = async (seen: Namespace, signal: AbortSignal): Promise<ReconcileResult | undefined> => {
    if (!isOurs(seen)) return undefined
    const waitMs = leftMs(seen)
    if (waitMs > 0) return { requeueAfterMs: waitMs }
    // Read again: the cached state may be old, and content is identified only by the namespace's name.
    if (!(await read(seen))) return undefined
    const findings = await deleteContent(client, seen.metadata.name ?? '', signal)
    const live = await read(seen)
    if (!live) return undefined
    const conditions = conditionsAfter(live.status?.conditions ?? [], findings, clock.now())
    const told =
      conditions === live.status?.conditions
        ? live
        : await namespaces.status.update({ ...live, status: { ...live.status, conditions } })
    const isEmpty = findings.discoveryFailure === undefined && findings.failed === 0 && findings.remaining.isEmpty
    if (!isEmpty) return { requeueAfterMs: LOOK_AGAIN_MS }
    const finalizers = told.spec?.finalizers?.filter((name) => name !== namespaceFinalizer) ?? []
    await namespaces.subresource('finalize').update({ ...told, spec: { ...told.spec, finalizers } })
    return undefined
  }

  return controller({
    ...runOptions(options),
    for: namespaces,
    concurrency: CONCURRENCY,
    async reconcile(seen, { signal }) {
      try {
        return await reconcile(seen, signal)
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    },
  })
}
