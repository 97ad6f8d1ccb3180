/**
 * What is measured of requests on their way.
 *
 * @module
 */

import type { Target } from '../registry/index.js'
import type { RequestInfo } from './request-info.js'

/** What is being answered right now. */
export type RequestKind = 'mutating' | 'readOnly'

/** The numbers of one watch. */
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
   */
  observe(request: RequestInfo, status: number, seconds: number): void
  /** Notes a request for a deprecated version. */
  usedDeprecated(target: Target): void
  /**
   * Counts a request as being answered.
   *
   * @param kind - Whether it may change something.
   */
  begin(kind: RequestKind): void
  /** Counts one off that has been answered. */
  end(kind: RequestKind): void
  /**
   * Counts an attempt to find out who asks.
   *
   * @param result - `success`; `failure` for a bad credential; `none` when there was nothing to go by.
   * @param method - Name of the authenticator that accepted or refused; empty when it has none.
   * @param seconds - How long it took.
   */
  authenticated(result: 'success' | 'failure' | 'none', method: string, seconds: number): void
  /**
   * Counts a decision about what was asked for.
   *
   * @param result - `error` when an authorizer could not tell.
   * @param seconds - How long it took.
   */
  authorized(result: 'allowed' | 'denied' | 'no-opinion' | 'error', seconds: number): void
  /** Counts a watch, or a connection to a subresource, as open. */
  openWatch(request: RequestInfo): WatchMeter
}
