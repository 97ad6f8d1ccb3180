/**
 * ValidatingAdmissionWebhook: webhooks that validate writes.
 *
 * @module
 */

import { check, TurnShare } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { configuredPlugin } from '../../configured.js'
import type { AdmissionPlugin } from '../../plugin.js'
import type { AdmissionSources } from '../../sources.js'
import { ask, type Call, callFor } from '../../webhooks/ask.js'
import { ReviewForms } from '../../webhooks/review-objects.js'
import { type Hook, type WebhookPluginOptions, WebhookSet, webhookOptions } from '../../webhooks/webhook-set.js'

/**
 * Calls the webhooks of the plane's ValidatingWebhookConfigurations for writes, concurrently.
 *
 * @param options - Credentials for webhooks.
 * @returns A plugin for the end of the list.
 */
export function validatingAdmissionWebhook(options: WebhookPluginOptions = {}): AdmissionPlugin {
  check.refuse('validatingAdmissionWebhook', webhookOptions(options, ''))
  const webhooks = new WebhookSet('validating', options)
  return configuredPlugin({ name: 'ValidatingAdmissionWebhook' }, webhooks, {
    validate: (sources, attributes) => askAll(webhooks.hooks, attributes, sources),
  })
}

async function askAll(hooks: readonly Hook[], attributes: AdmissionAttributes, sources: AdmissionSources): Promise<void> {
  const calls: Call[] = []
  const context = { sources, forms: new ReviewForms(sources), turn: new TurnShare() }
  for (const hook of hooks) {
    const call = await callFor(hook, attributes, context)
    if (call) calls.push(call)
  }
  const { groupDomain } = sources.dialect
  const askOne = async (call: Call, i: number): Promise<void> => {
    if (await ask(call, attributes, sources)) return
    const key = `failed-open.validating.webhook.admission.${groupDomain}/round_0_index_${i}`
    attributes.annotate(key, call.hook.webhook.name)
  }
  // Each call opens a connection, and thousands of webhooks may match.
  const asked: Promise<void>[] = []
  for (const [i, call] of calls.entries()) {
    if (context.turn.isSpent) await context.turn.next()
    const asking = askOne(call, i)
    // It may fail before the others are asked, and is handled only then.
    asking.catch(() => {})
    asked.push(asking)
  }
  const results = await Promise.allSettled(asked)
  // The first refusal in list order is reported, whichever webhook answered first.
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
