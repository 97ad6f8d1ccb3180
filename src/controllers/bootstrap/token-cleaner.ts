/**
 * Bootstrap tokens that are over: their Secrets are deleted at that moment.
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
 * @param client - Reaches the plane.
 * @param options - Words, leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
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
      // One whose end was put off meanwhile is another version.
      await deleteAsSeen(secrets, secret)
      return undefined
    },
  })
}
