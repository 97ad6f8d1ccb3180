/**
 * Webhooks configured by a file, in the format of client configurations.
 *
 * @module
 */

import { loadKubeconfig, webhookCredentials, webhookTarget } from '../../client/node/index.js'
import { sparingly, systemClock } from '../../meta/index.js'
import type { WebhookCredentialsSource, WebhookTargetSource } from '../../webhook/index.js'
import { reasonOf } from '../command-error.js'

/**
 * Reads the configuration file of a webhook, and the files that it names.
 *
 * @param path - The file.
 * @returns Called before each request, so that certificates and tokens may be renewed.
 * @throws Error with one line when a file cannot be read or used.
 */
export async function readWebhookTarget(path: string): Promise<WebhookTargetSource> {
  const target = webhookTarget(await loadKubeconfig({ paths: [path] }))
  await target()
  return target
}

/**
 * Reads the file with the credentials for webhooks, by host.
 *
 * @param path - The file.
 * @throws Error with one line when a file cannot be read or used.
 */
export const readWebhookCredentials = async (path: string): Promise<WebhookCredentialsSource> =>
  webhookCredentials(await loadKubeconfig({ paths: [path] }))

/**
 * Makes a reporter of a webhook's failures: the same failure is reported at most once a minute.
 *
 * @param what - Name of the caller, such as `the authorizer "mine"`.
 */
export const webhookFailures = (what: string): ((error: unknown) => void) =>
  sparingly(systemClock, (error, repeated) => {
    console.error(`binnacle: ${what}: ${reasonOf(error)}${repeated > 0 ? ` (${repeated} times since)` : ''}`)
  })
