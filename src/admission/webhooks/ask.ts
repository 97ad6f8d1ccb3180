/**
 * Calls one webhook for one request.
 *
 * @module
 */

import { parseAnswer } from '../../codec/index.js'
import { type ApiObject, badRequest, laterTurn, TurnShare, timedOut, validateQualifiedName } from '../../meta/index.js'
import { createWebhookClient, type WebhookTarget, type WebhookTransport } from '../../webhook/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { PolicyInputs } from '../expressions/policy-run.js'
import type { MatchedResource } from '../matching/index.js'
import type { ConditionsOf } from '../metrics.js'
import { admissionDenied, admissionFailed } from '../plugin.js'
import { type ConditionsOptions, evaluateConditions } from '../policy/conditions.js'
import { policyInputs, reviewRequest } from '../policy/policy-inputs.js'
import type { AdmissionSources } from '../sources.js'
import { callFailure, failureCode, REVIEW_KIND, UnusableAnswer, webhookDenied } from './failures.js'
import { readAnswer, reviewVersion, type WebhookAnswer } from './review.js'
import type { ReviewForms, ReviewObjects } from './review-objects.js'
import type { ReviewPlace } from './review-room.js'
import { type AdmissionWebhook, hostOf, targetOf } from './webhook-objects.js'
import type { Hook } from './webhook-set.js'

const TIMEOUT_SECONDS = 10
/** A call with longer objects gets a turn of its own, as they are copied and encrypted for it. */
const LONG_OBJECTS = 64 * 1024

/** A call of a webhook. */
export interface Call {
  readonly hook: Hook
  readonly matched: MatchedResource
  /** The objects of the request in the version that the webhook wants. */
  readonly objects: ReviewObjects
}

/** What the calls of one request share. */
export interface CallContext {
  readonly sources: AdmissionSources
  readonly forms: ReviewForms
  /** The request's share of the event loop. */
  readonly turn: TurnShare
}

/**
 * Tells whether a webhook matches a request.
 *
 * @param hook - The webhook.
 * @param attributes - The request.
 * @param context - See {@link CallContext}.
 * @returns The call; undefined when the webhook does not match.
 * @throws {@link ApiError} 403 when its conditions cannot be evaluated, and it fails closed; 400 for a dry run past one with side effects.
 */
export async function callFor(
  hook: Hook,
  attributes: AdmissionAttributes,
  { sources, forms, turn }: CallContext,
): Promise<Call | undefined> {
  const { metrics } = sources
  if (turn.isSpent) await turn.next()
  const matched = hook.match.match(attributes)
  if (!matched) return undefined
  const objects = await forms.in(attributes, matched)
  if (!(await conditionsHold(hook, attributes, () => policyInputs(sources, attributes, matched, objects), { metrics, turn }))) {
    return undefined
  }
  const { name, sideEffects } = hook.webhook
  if (attributes.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    throw badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`)
  }
  return { hook, matched, objects }
}

async function conditionsHold(
  { conditions, webhook, mutates }: Hook,
  attributes: AdmissionAttributes,
  inputs: () => PolicyInputs,
  options: Omit<ConditionsOptions, 'of'>,
): Promise<boolean> {
  if (!conditions) return true
  const compiled = await conditions()
  const { name, failurePolicy } = webhook
  const of: ConditionsOf = { name, kind: 'webhook', mutates, operation: attributes.operation }
  const met = await evaluateConditions(compiled, inputs(), { of, ...options })
  if (met === 'hold' || met === 'do not hold') return met === 'hold'
  if (failurePolicy === 'Ignore') return false
  throw admissionDenied(attributes, met.error)
}

/**
 * Calls a webhook, when there is room for the call. Its warnings and annotations are passed on.
 *
 * @param call - The webhook, and the objects for it.
 * @param attributes - The request.
 * @param take - Called with the answer of a webhook that allows the request.
 * @returns Whether it answered; false for an ignored failure.
 * @throws {@link ApiError} the denial of the webhook; 500 when the call fails with failurePolicy Fail; 504 when the
 *   deadline of the request passes before the call, or with a failure that is ignored; any error of `take`.
 */
export async function ask(
  call: Call,
  attributes: AdmissionAttributes,
  sources: AdmissionSources,
  take?: (answer: WebhookAnswer) => void | Promise<void>,
): Promise<boolean> {
  const { hook, objects } = call
  const place = hook.room.enter(attributes.user.username, objects.length)
  try {
    if (!place.isTaken) await roomFor(place, objects, attributes, sources)
    if (objects.length > LONG_OBJECTS) await laterTurn(attributes.user.username)
    return await askNow(call, attributes, sources, take)
  } finally {
    place.leave()
  }
}

/** Waits for room, and holds no text meanwhile. */
async function roomFor(
  place: ReviewPlace,
  objects: ReviewObjects,
  attributes: AdmissionAttributes,
  { clock }: AdmissionSources,
): Promise<void> {
  objects.forget()
  const { deadlineMs = Number.POSITIVE_INFINITY } = attributes
  if (!(await place.wait(clock, Math.max(0, deadlineMs - clock.now())))) throw requestTimedOut()
}

async function askNow(
  call: Call,
  attributes: AdmissionAttributes,
  sources: AdmissionSources,
  take: ((answer: WebhookAnswer) => void | Promise<void>) | undefined,
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
    // The request has timed out: it must not be stored late, without the webhook's decision.
    if (isOver(attributes, sources)) throw requestTimedOut()
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

/** Annotates the audit event, unless the key is invalid. */
function annotate(key: string, value: string, attributes: AdmissionAttributes): void {
  if (validateQualifiedName(key).length === 0) attributes.annotate(key, value)
}

const requestTimedOut = () => timedOut('Timeout: request did not complete within requested timeout')

const isOver = ({ deadlineMs = Number.POSITIVE_INFINITY }: AdmissionAttributes, { clock }: AdmissionSources): boolean =>
  clock.now() >= deadlineMs

/** The timeout of a call: that of the webhook, or the remaining time of the request. */
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
  const turn = new TurnShare()
  const client = createWebhookClient({
    transport: requireTransport(sources),
    target: credentials ? async () => ({ ...target, ...(await credentials(hostOf(target))) }) : target,
    timeoutMs,
    parse(text) {
      turn.begin()
      return parseAnswer(text)
    },
    clock: sources.clock,
    random: sources.random,
  })
  const head = JSON.stringify({ kind: REVIEW_KIND, apiVersion, request: { uid, ...request } }).slice(0, -2)
  const tail = JSON.stringify({ dryRun, options }).slice(1)
  const reply = await client.postText(`${head},${objects.text},${tail}}`)
  if (turn.isSpent) await turn.next()
  const answer = readAnswer(reply, { apiVersion, uid, mutates })
  if (turn.isSpent) await turn.next()
  return answer
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

/** The object of a call, for webhooks that may change it. */
export const objectOf = ({ objects }: Call): ApiObject => objects.object as ApiObject
