/**
 * Authorization by a webhook.
 *
 * @module
 */

import { parseAnswer } from '../../codec/index.js'
import {
  type Attributes,
  aDialect,
  type Clock,
  check,
  type DialectOption,
  dialectOf,
  ExpiringCache,
  inTurns,
  isRecord,
  messageOf,
  notify,
  type Random,
  SingleFlight,
  systemClock,
  systemRandom,
  TurnShare,
} from '../../meta/index.js'
import {
  createWebhookClient,
  type WebhookCallReport,
  WebhookError,
  type WebhookTargetSource,
  type WebhookTransport,
  webhookTarget,
} from '../../webhook/index.js'
import type { AuthorizationDecision, Authorizer } from '../authorizer.js'
import { compileMatchConditions } from './match-conditions.js'
import { reviewSpec } from './subject-access-review.js'

/** Options of {@link createWebhookAuthorizer}. */
export interface WebhookAuthorizerOptions {
  /** Name of the authorizer in explanations. Default `Webhook`. */
  readonly name?: string
  /** Sends requests to the service. */
  readonly transport: WebhookTransport
  /** Where the service is, and its credentials. */
  readonly target: WebhookTargetSource
  /** Called after each request to the service, for metrics. */
  readonly onCall?: (report: WebhookCallReport) => void
  /** Version of the reviews; the service has to answer in the same version. Default `v1`. */
  readonly version?: 'v1' | 'v1beta1'
  /** The dialect of the reviews; the platform's by default. */
  readonly dialect?: DialectOption
  /** The decision when the service or a condition fails. Default `NoOpinion`. */
  readonly failurePolicy?: 'NoOpinion' | 'Deny'
  /**
   * Expressions over `request`, the spec of a SubjectAccessReview (v1). The service is called only if all of them are true;
   * otherwise the authorizer has no opinion. None by default.
   */
  readonly matchConditions?: readonly string[]
  /** How long an answer that allows is cached, in milliseconds. Default 300,000. */
  readonly authorizedTtlMs?: number
  /** How long an answer that does not allow is cached, in milliseconds. Default 30,000. */
  readonly unauthorizedTtlMs?: number
  /** Timeout of a call, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number
  /** Called with failures of the service. */
  readonly onFailure?: (error: unknown) => void
  /** The system clock by default. */
  readonly clock?: Clock
  readonly random?: Random
}

/** An answer holds only a decision and a reason. */
const MAX_REPLY_BYTES = 64 * 1024
const MAX_REASON = 1024
const ATTEMPTS = 5
const MAX_REMEMBERED = 8192
/** Longer requests are not cached. */
const MAX_KEY = 10_000

const checked = check.members<keyof WebhookAuthorizerOptions>(
  {
    name: check.text,
    transport: check.callable,
    target: webhookTarget,
    onCall: check.callable,
    version: check.fits('"v1" or "v1beta1"', (value) => value === 'v1' || value === 'v1beta1'),
    dialect: aDialect,
    failurePolicy: check.fits('"NoOpinion" or "Deny"', (value) => value === 'NoOpinion' || value === 'Deny'),
    matchConditions: check.listOf(check.text),
    authorizedTtlMs: check.amount,
    unauthorizedTtlMs: check.amount,
    timeoutMs: check.amount,
    onFailure: check.callable,
    clock: check.clock,
    random: check.random,
  },
  ['transport'],
)

/**
 * Creates an authorizer that calls a webhook. Answers are cached, failures are not; concurrent equal requests share one call.
 *
 * @param options - The service, and how long its answers are cached.
 * @throws TypeError with one line for each invalid option, Error when a match condition cannot be compiled.
 */
export async function createWebhookAuthorizer(options: WebhookAuthorizerOptions): Promise<Authorizer> {
  check.refuse('createWebhookAuthorizer', checked(options, ''))
  const { version = 'v1', clock = systemClock, random = systemRandom, onFailure } = options
  const { name = 'Webhook', transport, target, onCall, timeoutMs = 30_000, failurePolicy = 'NoOpinion' } = options
  const { authorizedTtlMs = 300_000, unauthorizedTtlMs = 30_000 } = options
  const conditions = await compileMatchConditions(options.matchConditions ?? [])
  const client = createWebhookClient({
    transport,
    target,
    timeoutMs,
    attempts: ATTEMPTS,
    maxReplyBytes: MAX_REPLY_BYTES,
    parse: parseAnswer,
    ...(onCall && { onCall }),
    clock,
    random,
  })
  const apiVersion = `authorization.${dialectOf(options.dialect).groupDomain}/${version}`
  const cache = new ExpiringCache<AuthorizationDecision>({ maxEntries: MAX_REMEMBERED, clock })
  const asking = new SingleFlight<AuthorizationDecision>()
  const failed = (error: unknown): AuthorizationDecision => {
    notify('onFailure', onFailure, error)
    const evaluationError = messageOf(error)
    return { decision: failurePolicy === 'Deny' ? 'deny' : 'noOpinion', evaluationError }
  }
  const ask = async (key: string, spec: unknown): Promise<AuthorizationDecision> => {
    try {
      const answer = await client.post({ apiVersion, kind: 'SubjectAccessReview', spec })
      const decision = decisionOf(answer, apiVersion)
      const ttlMs = decision.decision === 'allow' ? authorizedTtlMs : unauthorizedTtlMs
      if (key.length <= MAX_KEY) cache.set(key, decision, ttlMs)
      return decision
    } catch (error) {
      return failed(error)
    }
  }
  const decide = (attributes: Attributes): AuthorizationDecision | Promise<AuthorizationDecision> => {
    const spec = reviewSpec(attributes, version)
    const key = JSON.stringify(spec)
    return cache.get(key) ?? asking.run(key, () => ask(key, spec))
  }
  return {
    name,
    authorize(attributes) {
      if (!conditions) return decide(attributes)
      const verdict = inTurns(conditions(attributes), new TurnShare({ user: attributes.user.username }))
      return verdict.then((found) => {
        if (found.outcome === 'excluded') return NO_OPINION
        return found.outcome === 'failed' ? failed(new Error(found.error)) : decide(attributes)
      })
    },
    rulesFor: () => ({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
    }),
  }
}

const NO_OPINION: AuthorizationDecision = Object.freeze({ decision: 'noOpinion' })

function decisionOf(answer: unknown, apiVersion: string): AuthorizationDecision {
  if (!isRecord(answer) || answer.kind !== 'SubjectAccessReview' || answer.apiVersion !== apiVersion) {
    throw new WebhookError('reply', `the answer is no SubjectAccessReview of ${apiVersion}`)
  }
  const { allowed, denied, reason } = isRecord(answer.status) ? answer.status : {}
  if (allowed === true && denied === true) throw new WebhookError('reply', 'the answer both allows and denies')
  const why = typeof reason === 'string' && reason !== '' ? { reason: reason.slice(0, MAX_REASON) } : {}
  return Object.freeze({ decision: allowed === true ? 'allow' : denied === true ? 'deny' : 'noOpinion', ...why })
}
