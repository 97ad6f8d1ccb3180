/**
 * Flags of the token authentication webhook.
 *
 * @module
 */

import { type Authenticator, createTokenWebhookAuthenticator } from '../../../authn/index.js'
import type { Dialect } from '../../../meta/index.js'
import type { WebhookTransport } from '../../../webhook/index.js'
import { reasonOf } from '../../command-error.js'
import { readWebhookTarget } from '../../files/webhook-config.js'
import { badFlag, type FlagTable, type FlagValues } from '../../flags.js'
import { duration, file, reviewVersion } from '../../value-schemas.js'

const table = {
  'authentication-token-webhook-config-file': {
    help: 'kubeconfig of a service that verifies tokens which no other authenticator accepts',
    value: 'FILE',
    schema: file,
  },
  'authentication-token-webhook-version': {
    help: 'version of its TokenReviews: v1 or v1beta1',
    value: 'VERSION',
    schema: reviewVersion,
    default: 'v1beta1',
  },
  'authentication-token-webhook-cache-ttl': {
    help: 'how long its answers are cached',
    value: 'DURATION',
    schema: duration,
    default: '2m',
  },
} as const satisfies FlagTable

/** The flags, by name. */
export const tokenWebhookFlags = table

/** Their values. */
export type TokenWebhookValues = FlagValues<typeof table>

/**
 * Makes the authenticator of the flags.
 *
 * @returns None without a file.
 * @throws {@link CommandError} when the file, or one that it names, cannot be read or used.
 */
export async function openTokenWebhook(
  values: TokenWebhookValues,
  plane: {
    readonly dialect: Dialect
    readonly transport: WebhookTransport
    readonly apiAudiences?: readonly string[]
  },
): Promise<readonly Authenticator[]> {
  const flag = 'authentication-token-webhook-config-file'
  const path = values[flag]
  if (path === undefined) return []
  const target = await readWebhookTarget(path).catch((error: unknown) => {
    throw badFlag(flag, path, reasonOf(error), error)
  })
  const { dialect, transport, apiAudiences } = plane
  return [
    createTokenWebhookAuthenticator({
      transport,
      target,
      dialect,
      ...(apiAudiences && { apiAudiences }),
      version: values['authentication-token-webhook-version'],
      cacheTtlMs: values['authentication-token-webhook-cache-ttl'],
    }),
  ]
}
