/**
 * The requests to a plane, in order.
 *
 * @module
 */

import type { RequestTrace } from '../endpoints/index.js'
import { type Clock, check } from '../meta/index.js'
import { isMeant, type ObservedRequest, type RequestFilter, requestFilter } from './request-filter.js'

/** A request, and its outcome. */
export interface RequestRecord extends ObservedRequest {
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number
  /**
   * HTTP status of the answer; 0 for a broken connection; undefined as long as there is no answer. In process every success
   * except that of create is 200. A watch is answered when it is opened.
   */
  readonly code: number | undefined
  /** Reason of the failure, such as `Conflict`; undefined for a success. */
  readonly reason: string | undefined
  /** Its id in logs and traces. */
  readonly auditId: string
  /** Its trace in the plane; kept for the last 1,000 requests. */
  readonly trace?: RequestTrace
}

const aFilter = requestFilter()

/** Records the outcome of a request. */
export type Conclude = (outcome: { readonly code: number; readonly reason?: string | undefined; readonly name?: string }) => void

/** Maximum number of stored requests; the oldest are dropped first. */
const MAX_RECORDS = 100_000
/** Maximum number of stored traces, which are large. */
const MAX_TRACES = 1000

/** Stores requests. */
export class RequestHistory {
  readonly #clock: Clock
  #records: RequestRecord[] = []
  readonly #traces = new Map<string, RequestTrace>()

  /** @param clock - For the times of requests. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Records a request.
   *
   * @param request - The request.
   * @param auditId - Its id in its trace.
   * @returns Records the outcome; call it once.
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

  /** Records the trace of a request. */
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
   * @param filter - Selects requests; all by default.
   */
  records(filter: RequestFilter = {}): readonly RequestRecord[] {
    check.refuse('history', aFilter(filter, ''))
    return this.#records
      .filter((record) => isMeant(filter, record))
      .map((record) => {
        const trace = this.#traces.get(record.auditId)
        return trace ? Object.freeze({ ...record, trace }) : record
      })
  }
}
