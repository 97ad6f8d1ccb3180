/**
 * MutatingAdmissionWebhook: webhooks that change writes.
 *
 * @module
 */

import { type ApiObject, check, jsonEqual, messageOf, requireFewNumberNames, TurnShare } from '../../../meta/index.js'
import { jsonPatched } from '../../../patch/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { configuredPlugin } from '../../configured.js'
import type { MutatingPhase } from '../../mutating-phase.js'
import { type AdmissionPlugin, admissionFailed } from '../../plugin.js'
import { requestObject } from '../../policy/policy-inputs.js'
import { requireSameKind } from '../../same-kind.js'
import type { AdmissionSources } from '../../sources.js'
import { ask, type Call, callFor, objectOf } from '../../webhooks/ask.js'
import { ReviewForms } from '../../webhooks/review-objects.js'
import { type Hook, type WebhookPluginOptions, WebhookSet, webhookOptions } from '../../webhooks/webhook-set.js'

const NAME = 'MutatingAdmissionWebhook'

/**
 * Calls the webhooks of the plane's MutatingWebhookConfigurations, one after the other.
 *
 * @param options - Credentials for webhooks.
 * @returns A plugin for the end of the list, before validating plugins.
 */
export function mutatingAdmissionWebhook(options: WebhookPluginOptions = {}): AdmissionPlugin {
  check.refuse('mutatingAdmissionWebhook', webhookOptions(options, ''))
  const webhooks = new WebhookSet('mutating', options)
  return configuredPlugin({ name: NAME }, webhooks, {
    transform: (sources, attributes, phase) => new Pass(sources, attributes, phase).run(webhooks.hooks),
    beforeDelete: (sources, attributes) => askBeforeDelete(webhooks.hooks, attributes, sources),
  })
}

async function askBeforeDelete(
  hooks: readonly Hook[],
  attributes: AdmissionAttributes,
  sources: AdmissionSources,
): Promise<void> {
  const context = { sources, forms: new ReviewForms(sources), turn: new TurnShare() }
  for (const hook of hooks) {
    const call = await callFor(hook, attributes, context)
    if (!call) continue
    await ask(call, attributes, sources, ({ patch }) => {
      if (patch === undefined) return
      const { name } = hook.webhook
      throw admissionFailed(
        `admission webhook ${JSON.stringify(name)} attempted to modify the object, which is not supported for this operation`,
      )
    })
  }
}

/** One pass through the webhooks. */
class Pass {
  readonly #sources: AdmissionSources
  readonly #phase: MutatingPhase
  #attributes: AdmissionAttributes

  constructor(sources: AdmissionSources, attributes: AdmissionAttributes, phase: MutatingPhase) {
    this.#sources = sources
    this.#phase = phase
    this.#attributes = attributes
  }

  async run(hooks: readonly Hook[]): Promise<ApiObject> {
    const { round } = this.#phase
    const reinvocation = this.#phase.reinvocation(NAME)
    const context = { sources: this.#sources, forms: new ReviewForms(this.#sources), turn: new TurnShare() }
    reinvocation.begin(this.#attributes.object, round)
    for (const [i, hook] of hooks.entries()) {
      if (!reinvocation.includes(hook.id, round)) continue
      const call = await callFor(hook, this.#attributes, context)
      if (!call) continue
      const changed = await this.#call(call, i)
      if (changed) reinvocation.changed()
      if (hook.webhook.reinvocationPolicy === 'IfNeeded') reinvocation.called(hook.id)
    }
    reinvocation.end(this.#attributes.object)
    return this.#attributes.object as ApiObject
  }

  /** @returns Whether the webhook has changed the object. */
  async #call(call: Call, index: number): Promise<boolean> {
    const { configuration, webhook } = call.hook
    const place = `webhook.admission.${this.#sources.dialect.groupDomain}/round_${this.#phase.round}_index_${index}`
    const { object: before } = this.#attributes
    const isChanged = () => this.#attributes.object !== before
    try {
      const isAnswered = await ask(call, this.#attributes, this.#sources, async ({ patch }) => {
        if (patch === undefined) return
        const changed = await this.#patched(call, patch)
        const applied = { configuration, webhook: webhook.name, patch, patchType: 'JSONPatch' }
        this.#attributes.annotate(`patch.${place}`, JSON.stringify(applied), 'Request')
        if (changed) this.#attributes = { ...this.#attributes, object: changed }
      })
      if (!isAnswered) this.#attributes.annotate(`failed-open.mutation.${place}`, webhook.name)
      return isChanged()
    } finally {
      // Also when the webhook denies or fails.
      const note = { configuration, webhook: webhook.name, mutated: isChanged() }
      this.#attributes.annotate(`mutation.${place}`, JSON.stringify(note))
    }
  }

  /** The object after a patch, in the version of the request; undefined when the patch changes nothing. */
  async #patched(call: Call, patch: unknown): Promise<ApiObject | undefined> {
    const before = objectOf(call)
    const turn = new TurnShare()
    try {
      const patched = jsonPatched(before, patch, { lenient: true })
      if (turn.isSpent) await turn.next()
      if (jsonEqual(patched, before)) return undefined
      // Several webhooks could add what one answer cannot have, and copies of it.
      requireFewNumberNames(patched)
      requireSameKind(patched, before, 'what the patch leaves')
      const completed = await this.#phase.complete(await requestObject(this.#sources, this.#attributes, patched))
      if (turn.isSpent) await turn.next()
      return completed
    } catch (error) {
      // A patch that does not apply fails the request under any failurePolicy, which covers failed calls only.
      throw admissionFailed(messageOf(error), error)
    }
  }
}
