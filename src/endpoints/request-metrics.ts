/**
 * Metrics of requests.
 *
 * @module
 */

import type { Target } from '../registry/index.js'
import type { RequestInfo } from './request-info.js'

/** Requests that are being answered. */
export type RequestKind = 'mutating' | 'readOnly'

/** Metrics of one watch. */
export interface WatchMeter {
  /** Counts events that were sent. */
  sent(events: number): void
  /** The watch is over. */
  end(): void
}

/** Takes measurements. */
export interface RequestMetrics {
  /**
   * Counts an answered request.
   *
   * @param request - The request.
   * @param status - HTTP status of the answer.
   * @param seconds - How long the answer took; the life of a watch, or of a connection to a subresource, is not a
   *   duration in this sense and is left out.
   * @param answerBytes - Size of the answer; undefined where there are no bytes, or where they are not made yet.
   */
  observe(request: RequestInfo, status: number, seconds: number, answerBytes?: number): void
  /** Counts the bytes of an answer that was made while it was sent. */
  streamed(request: RequestInfo, bytes: number): void
  /** Notes a request for a deprecated version. */
  usedDeprecated(target: Target): void
  /**
   * Counts a request as being answered.
   *
   * @param kind - Whether it may change something.
   */
  begin(kind: RequestKind): void
  /** Counts a request as answered. */
  end(kind: RequestKind): void
  /**
   * Counts an authentication attempt.
   *
   * @param result - `success`; `failure` for a bad credential; `none` without a credential.
   * @param method - Name of the authenticator that accepted or refused; empty when it has none.
   * @param seconds - How long it took.
   */
  authenticated(result: 'success' | 'failure' | 'none', method: string, seconds: number): void
  /**
   * Counts an authorization decision.
   *
   * @param result - `error` when an authorizer failed.
   * @param seconds - How long it took.
   */
  authorized(result: 'allowed' | 'denied' | 'no-opinion' | 'error', seconds: number): void
  /** Counts a watch, or a connection to a subresource, as open. */
  openWatch(request: RequestInfo): WatchMeter
}
