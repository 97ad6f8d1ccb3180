/**
 * The service account `default`, which every namespace has.
 *
 * @module
 */

import type { Client, Controller } from '../../client/index.js'
import { type ControlLoopOptions, checkLoop } from '../client-loop.js'
import { keepInEachNamespace } from '../each-namespace.js'
import { SERVICE_ACCOUNTS } from '../types.js'

/**
 * Makes the service account `default` in each namespace, and makes it anew when it was deleted. What people change of it stays.
 *
 * @param client - Reaches the plane.
 * @param options - Leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
 */
export function createServiceAccountController(client: Client, options: ControlLoopOptions = {}): Controller {
  checkLoop('createServiceAccountController', client, options)
  return keepInEachNamespace(
    client,
    { resource: client.resource(SERVICE_ACCOUNTS), object: { metadata: { name: 'default' } } },
    options,
  )
}
