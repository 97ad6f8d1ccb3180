/**
 * One request on its way through the filters, and what they learn about it.
 *
 * @module
 */

import type { UserInfo } from '../meta/index.js'
import type { Place } from './filters/flow-control.js'
import type { ServerResponse } from './http.js'
import type { RequestInfo } from './parse-request.js'
import { WarningCollector } from './warnings.js'

/** A request and what is known of it so far. Filters fill in what they find out. */
export interface Exchange {
  readonly request: RequestInfo
  /** Takes warnings for the client; they are sent whatever the answer is. */
  readonly warnings: WarningCollector
  /** Who asks; known after authentication. */
  user: UserInfo | undefined
  /** Whether what it is about is never told in protobuf; known after routing. */
  textOnly: boolean
  /** What it holds of the server's capacity; undefined where that is not counted. */
  place: Place | undefined
}

/** Starts an exchange. */
export const createExchange = (request: RequestInfo): Exchange => ({
  request,
  warnings: new WarningCollector(),
  user: undefined,
  textOnly: false,
  place: undefined,
})

/** Answers an exchange. Failures are thrown, at once or later, and become `Status` answers at the top. */
export type ExchangeHandler = (exchange: Exchange) => Promise<ServerResponse>

/** One step before the answer: refuses by throwing, or goes on with `next`. */
export type Filter = (exchange: Exchange, next: ExchangeHandler) => Promise<ServerResponse>

/**
 * Puts filters before a handler, once for all requests.
 *
 * @param filters - The first one sees a request first.
 * @param handler - What answers in the end.
 */
export const withFilters = (filters: readonly Filter[], handler: ExchangeHandler): ExchangeHandler =>
  filters.reduceRight<ExchangeHandler>((next, filter) => (exchange) => filter(exchange, next), handler)

/** Whether a request lasts as long as its client likes: it has no time limit and takes no slot. */
export const isLongRunning = ({ verb, isResourceRequest }: RequestInfo): boolean => isResourceRequest && verb === 'watch'
