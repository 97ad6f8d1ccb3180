/**
 * Asking one webhook about one request.
 *
 * @module
 */

import { type ApiObject, badRequest, validateQualifiedName } from '../../meta/index.js'
import { createWebhookClient, type WebhookTarget, type WebhookTransport } from '../../webhook/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { MatchedResource } from '../matching/index.js'
import type { ConditionsOf } from '../metrics.js'
import { admissionDenied, admissionFailed } from '../plugin.js'
import { evaluateConditions } from '../policy/conditions.js'
import { matchedObjects, policyInputs, type RequestObjects, reviewRequest } from '../policy/policy-inputs.js'
import type { AdmissionSources } from '../sources.js'
import { callFailure, failureCode, REVIEW_KIND, UnusableAnswer, webhookDenied } from './failures.js'
import { readAnswer, reviewVersion, type WebhookAnswer } from './review.js'
import { type AdmissionWebhook, hostOf, targetOf } from './webhook-objects.js'
import type { Hook } from './webhook-set.js'

const TIMEOUT_SECONDS = 10

/** A webhook that is to be asked, and as what. */
export interface Call {
  readonly hook: Hook
  readonly matched: MatchedResource
  /** The objects of the request in the version that the webhook wants. */
  readonly objects: RequestObjects
}

/**
 * Tells whether a webhook is to be asked about a request.
 *
 * @param hook - The webhook.
 * @param attributes - The request.
 * @param sources - The plane.
 * @returns What it is to be asked; undefined when it is not.
 * @throws {@link ApiError} 403 when its conditions cannot be evaluated, and it fails closed; 400 for a dry run past one with side effects.
 */
export async function callFor(hook: Hook, attributes: AdmissionAttributes, sources: AdmissionSources): Promise<Call | undefined> {
  const matched = hook.match.match(attributes)
  if (!matched) return undefined
  const objects = await matchedObjects(sources, attributes, matched)
  if (!(await conditionsHold(hook, attributes, sources, matched, objects))) return undefined
  const { name, sideEffects } = hook.webhook
  if (attributes.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    throw badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`)
  }
  return { hook, matched, objects }
}

async function conditionsHold(
  { conditions, webhook, mutates }: Hook,
  attributes: AdmissionAttributes,
  sources: AdmissionSources,
  matched: MatchedResource,
  objects: Call['objects'],
): Promise<boolean> {
  if (!conditions) return true
  const compiled = await conditions()
  const inputs = policyInputs(sources, attributes, matched, { ...objects, params: undefined })
  const { name, failurePolicy } = webhook
  const of: ConditionsOf = { name, kind: 'webhook', mutates, operation: attributes.operation }
  const met = await evaluateConditions(compiled, inputs, of, sources.metrics)
  if (met === 'hold' || met === 'do not hold') return met === 'hold'
  if (failurePolicy === 'Ignore') return false
  throw admissionDenied(attributes, met.error)
}

/**
 * Asks a webhook. Its warnings and annotations are passed on.
 *
 * @param call - Which, and as what.
 * @param attributes - The request.
 * @param sources - The plane.
 * @param take - What is done with the answer of a webhook that does not refuse.
 * @returns Whether it has answered; false for one that failed, and is passed over.
 * @throws {@link ApiError} what the webhook refuses with; 500 when it fails, and fails closed; what `take` throws.
 */
export async function ask(
  call: Call,
  attributes: AdmissionAttributes,
  sources: AdmissionSources,
  take?: (answer: WebhookAnswer) => void | Promise<void>,
): Promise<boolean> {
  const { webhook, mutates } = call.hook
  const { name } = webhook
  const timeoutMs = timeLeft(webhook, attributes, sources)
  const target = targetOf(webhook, timeoutMs)
  const end = sources.metrics?.beginWebhook(name, mutates, attributes.operation)
  let answer: WebhookAnswer
  try {
    answer = await post(call, { target, timeoutMs }, attributes, sources)
  } catch (error) {
    const isIgnored = webhook.failurePolicy === 'Ignore'
    end?.({ outcome: 'failed', code: failureCode(error), isIgnored })
    const message = `failed calling webhook ${JSON.stringify(name)}: ${callFailure(error, urlOf(target))}`
    if (!isIgnored) throw admissionFailed(message, error)
    sources.reportError(new Error(message, { cause: error }))
    return false
  }
  for (const text of answer.warnings) attributes.warn(text)
  for (const [key, value] of Object.entries(answer.auditAnnotations)) annotate(`${name}/${key}`, value, attributes)
  if (!answer.allowed) {
    const denied = webhookDenied(name, answer.status)
    end?.({ outcome: 'denied', code: denied.status.code })
    throw denied
  }
  try {
    await take?.(answer)
  } catch (error) {
    end?.({ outcome: 'unusable' })
    throw error
  }
  end?.({ outcome: 'allowed' })
  return true
}

/** Annotates the audit event, unless the key is none. */
function annotate(key: string, value: string, attributes: AdmissionAttributes): void {
  if (validateQualifiedName(key).length === 0) attributes.annotate(key, value)
}

/** The time that a webhook has: its own, or what is left of the request's. */
function timeLeft(
  { timeoutSeconds = TIMEOUT_SECONDS }: AdmissionWebhook,
  { deadlineMs = Number.POSITIVE_INFINITY }: AdmissionAttributes,
  { clock }: AdmissionSources,
): number {
  return Math.max(0, Math.min(timeoutSeconds * 1000, deadlineMs - clock.now()))
}

async function post(
  { hook: { webhook, mutates, credentials }, matched, objects }: Call,
  { target, timeoutMs }: { readonly target: WebhookTarget; readonly timeoutMs: number },
  attributes: AdmissionAttributes,
  sources: AdmissionSources,
): Promise<WebhookAnswer> {
  const uid = sources.random.uuid()
  const apiVersion = reviewVersion(webhook.admissionReviewVersions ?? [], sources.dialect)
  const { dryRun, options, ...request } = reviewRequest(attributes, matched)
  const { object = null, oldObject = null } = objects
  const client = createWebhookClient({
    transport: requireTransport(sources),
    target: credentials ? async () => ({ ...target, ...(await credentials(hostOf(target))) }) : target,
    timeoutMs,
    clock: sources.clock,
    random: sources.random,
  })
  const reply = await client.post({
    kind: REVIEW_KIND,
    apiVersion,
    request: { uid, ...request, object, oldObject, dryRun, options },
  })
  return readAnswer(reply, { apiVersion, uid, mutates })
}

function requireTransport({ webhooks }: AdmissionSources): WebhookTransport {
  if (webhooks) return webhooks
  throw new UnusableAnswer('failed to call webhook: this plane has no way out to webhooks')
}

function urlOf({ server }: WebhookTarget): string {
  if ('url' in server) return server.url
  const { namespace, name, path, port, query } = server.service
  return `https://${name}.${namespace}.svc:${port}${path}?${query}`
}

/** The object that a call is about, for webhooks that may change it. */
export const objectOf = ({ objects }: Call): ApiObject => objects.object as ApiObject
