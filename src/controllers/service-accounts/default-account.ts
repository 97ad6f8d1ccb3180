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
 * Creates the service account `default` in each namespace, and creates it again when it is deleted. Changes by users are kept.
 *
 * @param client - A client of the plane.
 * @param options - Leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createServiceAccountController(client: Client, options: ControlLoopOptions = {}): Controller {
  checkLoop('createServiceAccountController', client, options)
  return keepInEachNamespace(
    client,
    { resource: client.resource(SERVICE_ACCOUNTS), object: { metadata: { name: 'default' } } },
    options,
  )
}
