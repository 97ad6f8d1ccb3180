/**
 * The control loops of a plane, run outside it: in another process, or as another user.
 *
 * @module
 */

import { signerList } from '../../certificates/index.js'
import { type Client, type Controller, leadOrWork } from '../../client/index.js'
import { certificatesInPem, check, dialectOf, notify, positiveNumber } from '../../meta/index.js'
import { aDefinition, ResourceCatalog, type ResourceDefinition } from '../../resources/index.js'
import { chooseLoops } from '../choose.js'
import { type ControlLoopOptions, checkLoop } from '../client-loop.js'
import { CLIENT_LOOPS, type LoopSupplies, runClientLoops } from '../client-loops.js'

/** Options of {@link createControllerManager}. */
export interface ControllerManagerOptions extends Omit<ControlLoopOptions, 'onError'>, Omit<LoopSupplies, 'types'> {
  /** The selection: `*` for all, names, and `-name` to exclude one, as in the option of a plane. Default all. */
  readonly controllers?: readonly string[]
  /**
   * Types for `validatingadmissionpolicy-status` to check policies against, as read by `fromOpenAPI`. Required by that
   * controller.
   */
  readonly resources?: readonly ResourceDefinition[]
  /** Called with failures, and the name of the controller; empty for leader election. Failures are retried. */
  readonly onError?: (error: unknown, name: string) => void
}

const managerOptions = {
  controllers: check.listOf(check.text),
  resources: check.listOf(aDefinition),
  rootCertificates: certificatesInPem,
  issueSecretToken: check.callable,
  signers: signerList,
  signingSeconds: positiveNumber,
}

/**
 * Runs the built-in controllers of a plane by name, over one client. A controller is not started if the plane does not serve its
 * types, or if it needs an option that is not given.
 *
 * @param client - A client of the plane; its user needs the rights of the controllers.
 * @param options - The selection, and what the controllers need; dialect, leader election.
 * @returns All controllers as one: it has synced when each has, and stops each.
 * @throws RangeError, with one line, for an unknown controller name.
 */
export function createControllerManager(client: Client, options: ControllerManagerOptions = {}): Controller {
  checkLoop('createControllerManager', client, options, { checks: managerOptions })
  const { controllers = ['*'], dialect, leaderElection, resources, onError, ...supplies } = options
  const loops = chooseLoops(controllers, CLIENT_LOOPS)
  const parts = {
    ...supplies,
    ...(resources && { types: new ResourceCatalog(resources) }),
    dialect: dialectOf(dialect),
    client: () => client,
    onError: (name: string, error: unknown) => notify('onError', onError, error, name),
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
  synced.catch(() => {}) // no unhandled rejection if the caller does not await it
  return {
    synced,
    ended,
    async stop() {
      stopped.abort()
      await ended.catch(() => {})
    },
  }
}
