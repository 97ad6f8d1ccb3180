/**
 * Webhook token authentication.
 *
 * @module
 */

import { parseAnswer } from '../codec/index.js'
import {
  aDialect,
  andThen,
  type Clock,
  check,
  type DialectOption,
  deepFreeze,
  dialectOf,
  isRecord,
  type Random,
  SingleFlight,
  setKey,
  shortened,
  systemClock,
  systemRandom,
  type UserInfo,
} from '../meta/index.js'
import {
  createWebhookClient,
  type WebhookCallReport,
  type WebhookClient,
  WebhookError,
  type WebhookTargetSource,
  type WebhookTransport,
  webhookTarget,
} from '../webhook/index.js'
import { type AuthenticationResult, type Authenticator, NO_OPINION, UNKNOWN_TOKEN } from './authenticator.js'
import { bearerToken } from './bearer.js'
import { asAuthenticated } from './chain.js'
import { commonAudiences } from './common-audiences.js'
import { TokenCache } from './token-cache.js'

/** Options of {@link createTokenWebhookAuthenticator}. */
export interface TokenWebhookOptions {
  /** Sends requests to the service. */
  readonly transport: WebhookTransport
  /** Where the service is, and its credentials. */
  readonly target: WebhookTargetSource
  /** Called after each request to the webhook, for metrics. */
  readonly onCall?: (report: WebhookCallReport) => void
  /** Version of the reviews; the service has to answer in the same version. Default `v1`. */
  readonly version?: 'v1' | 'v1beta1'
  /** The dialect of the reviews; the platform's by default. */
  readonly dialect?: DialectOption
  /** The API's audiences, of which a token needs one; the dialect's `apiAudience` by default. */
  readonly apiAudiences?: readonly string[]
  /** How long an answer is cached, in milliseconds. Default 120,000. */
  readonly cacheTtlMs?: number
  /** Timeout of a call, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number
  /** The system clock by default. */
  readonly clock?: Clock
  readonly random?: Random
}

/** Enough for the groups of any user, and small enough to cache many replies. */
const MAX_REPLY_BYTES = 256 * 1024
const MAX_REMEMBERED = 1024
const ATTEMPTS = 5
/** Maximum length of the reason that is kept from the service. */
const MAX_REASON = 1024

const checked = check.members<keyof TokenWebhookOptions>(
  {
    transport: check.callable,
    target: webhookTarget,
    onCall: check.callable,
    version: check.fits('"v1" or "v1beta1"', (value) => value === 'v1' || value === 'v1beta1'),
    dialect: aDialect,
    apiAudiences: check.listOf(check.text),
    cacheTtlMs: check.amount,
    timeoutMs: check.amount,
    clock: check.clock,
    random: check.random,
  },
  ['transport'],
)

/**
 * Creates an authenticator that sends tokens to a webhook. It should come after local authenticators.
 *
 * Accepted and unknown tokens are cached; errors are not. Concurrent requests with the same token share one call.
 *
 * @param options - The service, and cache lifetimes.
 * @returns An authenticator that throws a `WebhookError` when the call fails: the request is then unauthenticated.
 * @see Specification, "Webhook token authentication"
 */
export function createTokenWebhookAuthenticator(options: TokenWebhookOptions): Authenticator {
  check.refuse('createTokenWebhookAuthenticator', checked(options, ''))
  const dialect = dialectOf(options.dialect)
  const { version = 'v1', cacheTtlMs = 120_000, clock = systemClock, random = systemRandom } = options
  const { apiAudiences = [dialect.apiAudience], transport, target, onCall, timeoutMs = 10_000 } = options
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
  const apiVersion = `authentication.${dialect.groupDomain}/${version}`
  const cache = new TokenCache<AuthenticationResult>({ maxTokens: MAX_REMEMBERED, random })
  const asking = new SingleFlight<AuthenticationResult>()

  const ask = async (key: string, question: Question): Promise<AuthenticationResult> => {
    const { result, isKept } = await review(client, apiVersion, question, apiAudiences)
    if (isKept) cache.set(key, result, clock.now() + cacheTtlMs)
    return result
  }
  return {
    name: 'webhook',
    isRemote: true,
    authenticate(request) {
      const token = bearerToken(request)
      if (token === undefined) return NO_OPINION
      const audiences = request.audiences ?? apiAudiences
      return andThen(
        cache.digestOf(JSON.stringify([token, audiences]), request.connection),
        (key) => cache.get(key, clock.now()) ?? asking.run(key, () => ask(key, { token, audiences })),
      )
    },
  }
}

interface Question {
  readonly token: string
  readonly audiences: readonly string[]
}

async function review(
  client: WebhookClient,
  apiVersion: string,
  spec: Question,
  apiAudiences: readonly string[],
): Promise<{ readonly result: AuthenticationResult; readonly isKept: boolean }> {
  const answer = await client.post({ apiVersion, kind: 'TokenReview', spec })
  if (!isRecord(answer) || answer.kind !== 'TokenReview' || answer.apiVersion !== apiVersion || !isRecord(answer.status)) {
    throw new WebhookError('reply', `the answer is no TokenReview of ${apiVersion} with a status`)
  }
  const { authenticated, error, user, audiences } = answer.status
  if (authenticated !== true) {
    const reason = typeof error === 'string' ? error.slice(0, MAX_REASON) : ''
    return reason === '' ? { result: UNKNOWN_TOKEN, isKept: true } : { result: { outcome: 'rejected', reason }, isKept: false }
  }
  const named = textsOf(audiences, 'audiences')
  const meant = commonAudiences(spec.audiences, named.length > 0 ? named : apiAudiences)
  if (meant.length === 0) return { result: UNKNOWN_TOKEN, isKept: true }
  const who = asAuthenticated(userOf(user))
  return { result: deepFreeze({ outcome: 'authenticated', user: who, audiences: meant }), isKept: true }
}

function userOf(user: unknown): UserInfo {
  const { username, uid, groups, extra } = isRecord(user) ? user : {}
  if (typeof username !== 'string' || username === '')
    throw new WebhookError('reply', 'the answer accepts a token without a user')
  const lists: Record<string, readonly string[]> = {}
  if (!(extra === undefined || extra === null || isRecord(extra))) throw malformed('extra', 'map of lists of strings')
  for (const [key, values] of Object.entries(extra ?? {})) setKey(lists, key, textsOf(values, `extra[${key}]`))
  if (!(uid === undefined || uid === null || typeof uid === 'string')) throw malformed('uid', 'string')
  return {
    username,
    ...(uid && { uid }),
    groups: textsOf(groups, 'groups'),
    ...(Object.keys(lists).length > 0 && { extra: lists }),
  }
}

/** A list that is no list of strings would be a user without some of its groups, which another rule may deny. */
function textsOf(values: unknown, field: string): readonly string[] {
  if (values === undefined || values === null) return []
  const isList = Array.isArray(values) && values.every((value) => typeof value === 'string')
  if (!isList) throw malformed(field, 'list of strings')
  return values
}

const malformed = (field: string, expected: string): WebhookError =>
  new WebhookError('reply', `the answer has a ${shortened(field)} that is no ${expected}`)
