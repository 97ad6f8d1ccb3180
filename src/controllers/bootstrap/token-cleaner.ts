/**
 * Deletes the Secrets of expired bootstrap tokens.
 *
 * @module
 */

import { type Client, type Controller, controller } from '../../client/index.js'
import { dialectOf } from '../../meta/index.js'
import { type ControlLoopOptions, checkLoop, deleteAsSeen, runOptions, selected } from '../client-loop.js'
import { SECRETS, type SecretFields } from '../types.js'
import { bootstrapTokenType, expiryOf } from './token-secret.js'

/**
 * Deletes the Secrets of bootstrap tokens when these expire.
 *
 * @param client - A client of the plane.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 * @see Specification, "Bootstrap tokens"
 */
export function createTokenCleaner(client: Client, options: ControlLoopOptions = {}): Controller {
  checkLoop('createTokenCleaner', client, options)
  const dialect = dialectOf(options.dialect)
  const secrets = client.resource<SecretFields>(SECRETS).namespace(dialect.namespaces.system)
  return controller({
    ...runOptions(options),
    for: selected(secrets, `type=${bootstrapTokenType(dialect)}`),
    async reconcile(secret) {
      const expiry = expiryOf(secret)
      if (expiry === undefined) return undefined
      const leftMs = expiry - client.clock.now()
      if (leftMs > 0) return { requeueAfterMs: leftMs }
      // If the expiry was extended meanwhile, the version differs and the delete fails with a conflict.
      await deleteAsSeen(secrets, secret)
      return undefined
    },
  })
}
