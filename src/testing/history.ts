/**
 * The requests that a plane was asked, in order.
 *
 * @module
 */

import type { RequestTrace } from '../endpoints/index.js'
import type { Clock } from '../meta/index.js'
import { FILTER_KEYS, isMeant, type ObservedRequest, type RequestFilter, requireKnownKeys } from './request-filter.js'

/** A request, and its outcome. */
export interface RequestRecord extends ObservedRequest {
  /** When it came, in milliseconds since 1970. */
  readonly at: number
  /**
   * HTTP status of the answer; of a broken connection 0; undefined as long as there is no answer. In process every success
   * but that of create is 200. A watch is answered when it is opened.
   */
  readonly code: number | undefined
  /** Why it failed, such as `Conflict`; undefined where it did not. */
  readonly reason: string | undefined
  /** Names it in logs and traces. */
  readonly auditId: string
  /** What the plane did with it; of the last 1,000 requests that it was asked. */
  readonly trace?: RequestTrace
}

/** Records the outcome of a request. */
export type Conclude = (outcome: { readonly code: number; readonly reason?: string | undefined; readonly name?: string }) => void

/** Requests that are remembered; the oldest are forgotten first. */
const MAX_RECORDS = 100_000
/** Traces are large; those of this many requests are kept. */
const MAX_TRACES = 1000

/** Remembers requests. */
export class RequestHistory {
  readonly #clock: Clock
  #records: RequestRecord[] = []
  readonly #traces = new Map<string, RequestTrace>()

  /** @param clock - Says when requests come. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * A request came.
   *
   * @param request - The request.
   * @param auditId - Names it in its trace.
   * @returns Call it once with the outcome.
   */
  begin(request: ObservedRequest, auditId: string): Conclude {
    let record: RequestRecord = Object.freeze({ ...request, at: this.#clock.now(), code: undefined, reason: undefined, auditId })
    this.#records.push(record)
    if (this.#records.length > 2 * MAX_RECORDS) this.#records = this.#records.slice(-MAX_RECORDS)
    return ({ code, reason, name = record.name }) => {
      const place = this.#records.lastIndexOf(record)
      record = Object.freeze({ ...record, code, reason, name })
      if (place >= 0) this.#records[place] = record
    }
  }

  /** The plane has answered a request. */
  traced(trace: RequestTrace): void {
    this.#traces.set(trace.auditId, trace)
    for (const oldest of this.#traces.keys()) {
      if (this.#traces.size <= MAX_TRACES) return
      this.#traces.delete(oldest)
    }
  }

  /**
   * The requests so far, oldest first.
   *
   * @param filter - Which; all by default.
   */
  records(filter: RequestFilter = {}): readonly RequestRecord[] {
    requireKnownKeys('history', filter, FILTER_KEYS)
    return this.#records
      .filter((record) => isMeant(filter, record))
      .map((record) => {
        const trace = this.#traces.get(record.auditId)
        return trace ? Object.freeze({ ...record, trace }) : record
      })
  }
}
