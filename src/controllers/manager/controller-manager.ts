/**
 * The control loops of a plane, run beside it: in another process, or as another user.
 *
 * @module
 */

import { type Client, type Controller, leadOrWork } from '../../client/index.js'
import { check, dialectOf } from '../../meta/index.js'
import { ResourceCatalog, type ResourceDefinition } from '../../resources/index.js'
import { chooseLoops } from '../choose.js'
import { type ControlLoopOptions, checkLoop } from '../client-loop.js'
import { CLIENT_LOOPS, type LoopSupplies, runClientLoops } from '../client-loops.js'

/** Options of {@link createControllerManager}. */
export interface ControllerManagerOptions extends Omit<ControlLoopOptions, 'onError'>, Omit<LoopSupplies, 'types'> {
  /** Which: `*` for all, names, and `-name` to exclude one, as in the option of a plane. Default all. */
  readonly controllers?: readonly string[]
  /** Types that `validatingadmissionpolicy-status` checks policies against, as `fromOpenAPI` reads them. It needs them. */
  readonly resources?: readonly ResourceDefinition[]
  /** Called with failures, and the name of the controller; empty for those of the leader election. They are retried. */
  readonly onError?: (error: unknown, name: string) => void
}

const managerOptions = {
  controllers: check.listOf(check.text),
  resources: check.listOf(check.object),
  rootCertificates: check.text,
  issueSecretToken: check.callable,
  signers: check.listOf(check.object),
  signingSeconds: check.amount,
}

/**
 * Runs the built-in controllers of a plane by their names, over one client. Those whose types the plane does not serve, or that
 * need an
 * option which is not given, are not started.
 *
 * @param client - Reaches the plane; its user may do what the controllers do.
 * @param options - Which, what they need; words, leader election.
 * @returns All of them as one: it has synced when each has, and stops each.
 * @throws RangeError, with one line, for a name that is of no controller.
 */
export function createControllerManager(client: Client, options: ControllerManagerOptions = {}): Controller {
  checkLoop('createControllerManager', client, options, managerOptions)
  const { controllers = ['*'], dialect, leaderElection, resources, onError, ...supplies } = options
  const loops = chooseLoops(controllers, CLIENT_LOOPS)
  const parts = {
    ...supplies,
    ...(resources && { types: new ResourceCatalog(resources) }),
    dialect: dialectOf(dialect),
    client: () => client,
    onError: (name: string, error: unknown) => onError?.(error, name),
  }
  const stopped = new AbortController()
  const signal = AbortSignal.any([client.closed, stopped.signal])
  let onStarted: (started: readonly Controller[]) => void = () => {}
  const started = new Promise<readonly Controller[]>((resolve) => {
    onStarted = resolve
  })
  const work = (term: AbortSignal) => runClientLoops(loops, parts, term, onStarted)
  const ended = leadOrWork({ leaderElection, onError }, work, signal)
  const endedBefore = ended.then(() => {
    throw new Error('the controllers were stopped before they had seen all objects')
  })
  const allSynced = started.then((loops) => Promise.all(loops.map((loop) => loop.synced)))
  const synced = Promise.race([allSynced, endedBefore]).then(() => {})
  synced.catch(() => {}) // no unhandled rejection where the caller does not await it
  return {
    synced,
    ended,
    async stop() {
      stopped.abort()
      await ended.catch(() => {})
    },
  }
}
