/**
 * Failures of webhook calls.
 *
 * @module
 */

/**
 * The failure: `timeout`, no answer in time; `aborted`, the caller cancelled; `connection`, not reached, not trusted, or closed
 * during the answer; `status`, an HTTP status that is not a success; `reply`, a body that is not JSON.
 */
export type WebhookFailure = 'timeout' | 'aborted' | 'connection' | 'status' | 'reply'

/** Details of a failure. */
export interface WebhookErrorOptions {
  readonly cause?: unknown
  /** HTTP status code of the answer, if there was one. */
  readonly status?: number
  /** Whether the same call may succeed a little later. Default false. */
  readonly isTransient?: boolean
}

/** A webhook gave no usable answer. The message contains nothing of the request. */
export class WebhookError extends Error {
  readonly failure: WebhookFailure
  readonly status: number | undefined
  readonly isTransient: boolean

  /**
   * @param failure - The failure.
   * @param message - A description in one line.
   * @param options - Details.
   */
  constructor(failure: WebhookFailure, message: string, { cause, status, isTransient = false }: WebhookErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'WebhookError'
    this.failure = failure
    this.status = status
    this.isTransient = isTransient
  }
}
