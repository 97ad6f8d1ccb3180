/**
 * Clients of a plane in the same process.
 *
 * @module
 */

import { AUTHENTICATED_GROUP, type Clock, check, PLANE_USER, type Random, type UserInfo } from '../../meta/index.js'
import type { Activity } from '../activity.js'
import { type Client, type ClientOptions, clientOptions, createClient } from '../client.js'
import { type Impersonation, impersonation } from '../http/credentials.js'
import type { InformerRegister } from '../informer/informer-register.js'
import type { Transport } from '../transport.js'
import { type InProcessOptions, inProcessTransport } from './transport.js'

/** Options of `plane.client()`. */
export interface InProcessClientOptions extends ClientOptions {
  /**
   * The user, or just a username. Default `system:apiserver` in the group `system:masters`, the identity of the plane itself.
   */
  readonly user?: UserInfo | string
  /** The user to impersonate; `user` needs permission for it. Default: none. */
  readonly impersonate?: Impersonation
  /** The User-Agent. Default `binnacle`. */
  readonly userAgent?: string
  /**
   * Activity of informers and controllers over this client; clients may share one. Default: a new one.
   *
   * @internal
   */
  readonly activity?: Activity
  /**
   * Wraps the transport, to observe or change requests. Default: no wrapper.
   *
   * @internal
   */
  readonly wrapTransport?: (transport: Transport, user: UserInfo) => Transport
  /**
   * Set for a control loop of the plane itself.
   *
   * @internal
   */
  readonly isControlLoop?: boolean
}

const optionsOfClient = check.members<keyof InProcessClientOptions>({
  ...clientOptions,
  user: check.userOrName,
  impersonate: impersonation,
  userAgent: check.text,
  activity: check.object,
  wrapTransport: check.callable,
  isControlLoop: check.truth,
})

/** The part of the options that a plane supplies. */
export interface InProcessParts extends Omit<InProcessOptions, 'user' | 'userAgent' | 'impersonate' | 'isControlLoop'> {
  readonly clock: Clock
  readonly random: Random
  /** The register of informers' sync states. */
  readonly informerRegister?: InformerRegister
}

/**
 * Makes a client of a plane in the same process: its requests pass the same stages as those over HTTP, without serialization.
 *
 * @param parts - The plane.
 * @param options - The user, and settings.
 * @throws TypeError with one line for each invalid option: if a misspelt user were ignored, requests would run as the plane
 *   itself.
 */
export function createInProcessClient(parts: InProcessParts, options: InProcessClientOptions = {}): Client {
  check.refuse('plane.client', optionsOfClient(options, ''))
  const { user: asked = PLANE_USER, userAgent = 'binnacle', fieldManager, onWarning, activity, wrapTransport } = options
  const { impersonate, isControlLoop = false } = options
  const { clock, random, informerRegister } = parts
  const who = typeof asked === 'string' ? { username: asked, groups: [AUTHENTICATED_GROUP] } : asked
  const transport = inProcessTransport({ ...parts, user: who, userAgent, isControlLoop, ...(impersonate && { impersonate }) })
  return createClient({
    transport: wrapTransport ? wrapTransport(transport, who) : transport,
    clock,
    random,
    ...(activity && { activity }),
    ...(informerRegister && { informerRegister }),
    ...(fieldManager !== undefined && { fieldManager }),
    ...(onWarning && { onWarning }),
  })
}
