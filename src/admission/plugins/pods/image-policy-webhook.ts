/**
 * ImagePolicyWebhook: a webhook decides which images pods may use.
 *
 * @module
 */

import { parseAnswer } from '../../../codec/index.js'
import { check, ExpiringCache, isRecord, messageOf, type UnknownRecord } from '../../../meta/index.js'
import { createWebhookClient, type WebhookTargetSource, type WebhookTransport, webhookTarget } from '../../../webhook/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import type { AdmissionSources } from '../../sources.js'
import { podSpecOf } from './pods.js'

/** Options of {@link imagePolicyWebhook}. */
export interface ImagePolicyOptions {
  /** The service; a function is called before each request, so that credentials can be renewed. */
  readonly target: WebhookTargetSource
  /** Sends requests to the service. */
  readonly transport: WebhookTransport
  /** How long an answer that allows is cached, in seconds. */
  readonly allowTtlSeconds: number
  /** How long an answer that denies is cached, in seconds. */
  readonly denyTtlSeconds: number
  /** Delay of the first retry of a failed call, in milliseconds. */
  readonly retryBackoffMs: number
  /** Whether pods are admitted when the call fails. */
  readonly defaultAllow: boolean
}

const policyOptions = /* @__PURE__ */ check.members<keyof ImagePolicyOptions>(
  {
    target: webhookTarget,
    transport: check.callable,
    allowTtlSeconds: check.amount,
    denyTtlSeconds: check.amount,
    retryBackoffMs: check.amount,
    defaultAllow: check.truth,
  },
  ['target', 'transport', 'allowTtlSeconds', 'denyTtlSeconds', 'retryBackoffMs', 'defaultAllow'],
)

/** The answer of the service. */
interface Answer {
  readonly allowed: boolean
  readonly reason: string
  readonly auditAnnotations: Readonly<Record<string, string>>
}

const VERSION = 'v1alpha1'
const CACHE_ENTRIES = 1024
const ATTEMPTS = 5
/** Total timeout of all attempts: a pod waits no longer. */
const TIMEOUT_MS = 30_000
const MAX_ANNOTATIONS = 100
/** An answer holds only a decision, a reason and annotations. */
const MAX_REPLY_BYTES = 64 * 1024
/** Maximum length of a reason that is kept from the service. */
const MAX_REASON = 1024

/**
 * Sends the images of pods to a webhook, and refuses pods that it does not allow.
 *
 * @param options - The service, and how long its answers are cached.
 */
export function imagePolicyWebhook(options: ImagePolicyOptions): AdmissionPlugin {
  check.refuse('imagePolicyWebhook', policyOptions(options, ''))
  let asker: Asker | undefined
  return {
    name: 'ImagePolicyWebhook',
    start(sources) {
      asker = new Asker(options, sources)
    },
    handles: ({ operation, group, resource, subresource }) =>
      operation !== 'DELETE' &&
      group === '' &&
      resource === 'pods' &&
      (subresource === '' || subresource === 'ephemeralcontainers'),
    validate: (attributes) => asker?.judge(attributes),
  }
}

/** Calls the service, and caches the answer. */
class Asker {
  readonly #options: ImagePolicyOptions
  readonly #sources: AdmissionSources
  readonly #group: string
  readonly #known: ExpiringCache<Answer>

  constructor(options: ImagePolicyOptions, sources: AdmissionSources) {
    this.#options = options
    this.#sources = sources
    this.#group = `imagepolicy.${sources.dialect.groupDomain}`
    this.#known = new ExpiringCache({ maxEntries: CACHE_ENTRIES, clock: sources.clock })
  }

  async judge(attributes: AdmissionAttributes): Promise<void> {
    const { groupDomain } = this.#sources.dialect
    const note = (key: string, value: string) =>
      attributes.annotate(`imagepolicywebhook.image-policy.${groupDomain}/${key}`, value)
    let answer: Answer
    try {
      answer = await this.#answer(this.#question(attributes))
    } catch (error) {
      this.#sources.reportError(error)
      if (!this.#options.defaultAllow) throw admissionDenied(attributes, messageOf(error))
      return note('failed-open', 'true')
    }
    for (const [key, value] of Object.entries(answer.auditAnnotations)) note(key, value)
    if (answer.allowed) return
    throw admissionDenied(
      attributes,
      answer.reason === ''
        ? 'one or more images rejected by webhook backend'
        : `image policy webhook backend denied one or more images: ${answer.reason}`,
    )
  }

  /** The review of a pod, with the annotations intended for the service. */
  #question({ object, namespace, subresource }: AdmissionAttributes): UnknownRecord {
    const mark = `.image-policy.${this.#sources.dialect.groupDomain}/`
    const annotations = Object.entries(object?.metadata.annotations ?? {}).filter(([key]) => key.includes(mark))
    const { containers = [], initContainers = [], ephemeralContainers = [] } = podSpecOf(object)
    const asked = subresource === '' ? [...containers, ...initContainers] : ephemeralContainers
    return {
      containers: asked.map(({ image = '' }) => ({ image })),
      ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
      namespace,
    }
  }

  async #answer(spec: UnknownRecord): Promise<Answer> {
    const key = JSON.stringify(spec)
    const known = this.#known.get(key)
    if (known) return known
    const answer = await this.#ask(spec)
    const { allowTtlSeconds, denyTtlSeconds } = this.#options
    this.#known.set(key, answer, 1000 * (answer.allowed ? allowTtlSeconds : denyTtlSeconds))
    return answer
  }

  async #ask(spec: UnknownRecord): Promise<Answer> {
    const { target, transport, retryBackoffMs: initialBackOffMs } = this.#options
    const { clock, random } = this.#sources
    const retries = { timeoutMs: TIMEOUT_MS, attempts: ATTEMPTS, initialBackOffMs }
    const bounds = { maxReplyBytes: MAX_REPLY_BYTES, parse: parseAnswer }
    const client = createWebhookClient({ transport, target, ...retries, ...bounds, clock, random })
    const apiVersion = `${this.#group}/${VERSION}`
    return readAnswer(await client.post({ kind: 'ImageReview', apiVersion, spec }), apiVersion)
  }
}

function readAnswer(reply: unknown, apiVersion: string): Answer {
  const review = isRecord(reply) ? reply : {}
  if (review.kind !== 'ImageReview' || review.apiVersion !== apiVersion || !isRecord(review.status)) {
    throw new Error('the image policy service has not answered with an ImageReview')
  }
  const { allowed, reason, auditAnnotations } = review.status
  const notes = Object.entries(isRecord(auditAnnotations) ? auditAnnotations : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    allowed: allowed === true,
    reason: typeof reason === 'string' ? reason.slice(0, MAX_REASON) : '',
    auditAnnotations: Object.fromEntries(notes.slice(0, MAX_ANNOTATIONS)),
  }
}
