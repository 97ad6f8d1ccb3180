/**
 * Why a webhook gave no answer that could be used.
 *
 * @module
 */

/**
 * What went wrong: `timeout`, no answer in time; `aborted`, the caller gave up; `connection`, not reached, not trusted, or
 * gone in the midst of its answer; `status`, an HTTP status that is not a success; `reply`, a body that is not JSON.
 */
export type WebhookFailure = 'timeout' | 'aborted' | 'connection' | 'status' | 'reply'

/** What is known of a failure. */
export interface WebhookErrorOptions {
  readonly cause?: unknown
  /** HTTP status code of the answer, if there was one. */
  readonly status?: number
  /** Whether the same call may succeed a little later. Default false. */
  readonly isTransient?: boolean
}

/** A webhook gave no answer that could be used. The message holds nothing of what was sent. */
export class WebhookError extends Error {
  readonly failure: WebhookFailure
  readonly status: number | undefined
  readonly isTransient: boolean

  /**
   * @param failure - What went wrong.
   * @param message - The same for people, in one line.
   * @param options - What else is known.
   */
  constructor(failure: WebhookFailure, message: string, { cause, status, isTransient = false }: WebhookErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'WebhookError'
    this.failure = failure
    this.status = status
    this.isTransient = isTransient
  }
}
