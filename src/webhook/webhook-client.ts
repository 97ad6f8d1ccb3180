/**
 * Calls of one webhook: with a time limit, retries after temporary failures, and a report.
 *
 * @module
 */

import { BackOff, type Clock, messageOf, notify, pause, type Random } from '../meta/index.js'
import type { WebhookReply, WebhookTargetSource, WebhookTransport } from './transport.js'
import { WebhookError, type WebhookFailure } from './webhook-error.js'

/** Report of a finished call. */
export interface WebhookCallReport {
  readonly outcome: 'success' | WebhookFailure
  /** HTTP status code of the last answer; undefined without one. */
  readonly status: number | undefined
  /** Number of attempts. */
  readonly attempts: number
  /** From the first attempt to the end, in seconds. */
  readonly seconds: number
}

/** Options of {@link createWebhookClient}. */
export interface WebhookClientOptions {
  readonly transport: WebhookTransport
  /** The webhook. */
  readonly target: WebhookTargetSource
  /** Time limit of a call with all its attempts, in milliseconds. */
  readonly timeoutMs: number
  /** Maximum attempts, after temporary failures: broken connections, 429 and 5xx. Default 1. */
  readonly attempts?: number
  /** Delay before the second attempt, in milliseconds; it doubles each time after that. Default 500. */
  readonly initialBackOffMs?: number
  /** Maximum bytes of an answer. Default 3 MiB. */
  readonly maxReplyBytes?: number
  /** Parses the text of an answer, within limits; throws its fault, a `RangeError` for one that may be quoted. */
  readonly parse: (text: string) => unknown
  /** Called after each request, for metrics. */
  readonly onCall?: (report: WebhookCallReport) => void
  readonly clock: Clock
  readonly random: Random
}

/** Calls one webhook. */
export interface WebhookClient {
  /**
   * Posts a document.
   *
   * @param document - A JSON value.
   * @param signal - Cancels the call.
   * @returns The document of an answer with status 2xx. Its shape is not checked.
   * @throws `WebhookError` without such an answer.
   */
  post(document: unknown, signal?: AbortSignal): Promise<unknown>
  /** The same for a document that is JSON text already. */
  postText(body: string, signal?: AbortSignal): Promise<unknown>
}

/** Larger than any review without lists of objects. */
const MAX_REPLY_BYTES = 3 * 1024 * 1024

/**
 * Makes a client of one webhook.
 *
 * @param options - The webhook, time limit and attempts.
 */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { clock, onCall, timeoutMs } = options
  const postText: WebhookClient['postText'] = async (body, signal) => {
    const startedMs = clock.now()
    const progress = { attempts: 0, status: undefined as number | undefined }
    let outcome: WebhookCallReport['outcome'] = 'success'
    const ended = new AbortController()
    const late = () => ended.abort(new WebhookError('timeout', `there was no answer within ${timeoutMs / 1000} seconds`))
    const cancelTimer = clock.setTimeout(late, timeoutMs)
    const give = () => ended.abort(new WebhookError('aborted', 'the call was given up'))
    signal?.addEventListener('abort', give)
    if (signal?.aborted) give()
    try {
      return await attempt(options, body, ended.signal, progress)
    } catch (error) {
      const failure = asWebhookError(error)
      outcome = failure.failure
      throw failure
    } finally {
      cancelTimer()
      signal?.removeEventListener('abort', give)
      notify('onCall', onCall, { ...progress, outcome, seconds: (clock.now() - startedMs) / 1000 })
    }
  }
  return { post: async (document, signal) => postText(JSON.stringify(document), signal), postText }
}

/** Tries until there is an answer, a permanent failure, or no attempt left. */
async function attempt(
  options: WebhookClientOptions,
  body: string,
  signal: AbortSignal,
  progress: { attempts: number; status: number | undefined },
): Promise<unknown> {
  const { transport, target, clock, random, attempts = 1, initialBackOffMs, maxReplyBytes = MAX_REPLY_BYTES, parse } = options
  const backOff = new BackOff({ random, ...(initialBackOffMs !== undefined && { initialMs: initialBackOffMs }) })
  for (;;) {
    progress.attempts += 1
    try {
      signal.throwIfAborted()
      const call = async () =>
        transport({ ...(typeof target === 'function' ? await target() : target), body, signal, maxReplyBytes })
      // A transport that ignores the signal is not awaited.
      const reply = await Promise.race([call(), whenAborted(signal)])
      progress.status = reply.status
      return readReply(reply, parse)
    } catch (error) {
      const isTransient = error instanceof WebhookError && error.isTransient
      if (signal.aborted || !isTransient || progress.attempts >= attempts) throw signal.aborted ? signal.reason : error
    }
    await pause(clock, backOff.nextMs(), signal)
  }
}

function readReply({ status, body }: WebhookReply, parse: (text: string) => unknown): unknown {
  if (status < 200 || status > 299) {
    throw new WebhookError('status', `the server answered with status ${status}`, {
      status,
      isTransient: status === 429 || status >= 500,
    })
  }
  try {
    return parse(body)
  } catch (error) {
    // The parser's error quotes the answer, which may hold anything.
    throw new WebhookError('reply', error instanceof RangeError ? error.message : 'the answer is not JSON', { status })
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

const asWebhookError = (error: unknown): WebhookError =>
  error instanceof WebhookError ? error : new WebhookError('connection', messageOf(error), { cause: error })
