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
 * Calls the webhooks of the plane's ValidatingWebhookConfigurations for writes, up to 128 of one write at a time.
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

/** Calls of one write in progress: each has a connection, and thousands of webhooks may match. */
const MAX_IN_PROGRESS = 128

async function askAll(hooks: readonly Hook[], attributes: AdmissionAttributes, sources: AdmissionSources): Promise<void> {
  const calls: Call[] = []
  const context = { sources, forms: new ReviewForms(sources), turn: new TurnShare() }
  for (const hook of hooks) {
    const call = await callFor(hook, attributes, context)
    if (call) calls.push(call)
  }
  const { groupDomain } = sources.dialect
  const refusals = new Map<number, unknown>()
  const waiting = calls.entries()
  const askOneByOne = async () => {
    for (const [i, call] of waiting) {
      if (context.turn.isSpent) await context.turn.next()
      try {
        if (await ask(call, attributes, sources)) continue
        const key = `failed-open.validating.webhook.admission.${groupDomain}/round_0_index_${i}`
        attributes.annotate(key, call.hook.webhook.name)
      } catch (error) {
        refusals.set(i, error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(calls.length, MAX_IN_PROGRESS) }, askOneByOne))
  // The first refusal in list order is reported, whichever webhook answered first.
  for (const i of calls.keys()) if (refusals.has(i)) throw refusals.get(i)
}
