/**
 * The verb watch.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import { parseFieldSelector } from '../../meta/index.js'
import type { Target } from '../../registry/index.js'
import type { StoreEvent, WatchPace, WatchQuery } from '../../store/index.js'
import type { RequestSlot } from '../flow/flow-control.js'
import { readWatchOptions } from '../options/index.js'
import type { AdmittedWatch } from '../outcome.js'
import type { WatchMeter } from '../request-metrics.js'
import type { OpenStream } from '../watch-register.js'
import { type Call, requireStreamSlot, streamSeconds, streamWeight, type Verb, watcherOf } from './verb.js'

/**
 * Opens a watch.
 *
 * Invalid requests are refused as usual; later failures, and a version that is no longer held, are
 * events of the stream.
 *
 * @see Specification, "Watch events"
 */
export const watchObjects: Verb = async (call) => {
  const { context, exchange, target } = call
  const { door, request } = exchange
  await door.negotiate('watch', target)
  const query = selectName(target, readWatchOptions(request.query))
  const timeoutSeconds = query.timeoutSeconds ?? streamSeconds(context)
  // Checked in the same turn in which it is opened, or concurrent requests would all pass.
  requireStreamSlot(call)
  const watch = new WatchSession(call, { ...query, timeoutSeconds })
  return exchange.answer({ kind: 'watch', target, watch })
}

/** A watch from its admission to its end: it is counted, and holds a seat for its initial state. */
class WatchSession implements AdmittedWatch {
  readonly #call: Call<unknown>
  readonly #query: WatchQuery
  #meter: WatchMeter | undefined
  #stream: OpenStream | undefined
  /** Held until the initial state is delivered. */
  readonly #slot: RequestSlot | undefined
  #isStarted = false

  constructor(call: Call<unknown>, query: WatchQuery) {
    this.#call = call
    this.#query = query
    this.#slot = call.exchange.slot
  }

  open(onStarted: () => void, pace?: WatchPace): Observable<StoreEvent> {
    const { context, target } = this.#call
    return context.registry.watch(target, {
      ...this.#query,
      ...(pace && { pace }),
      onStarted: () => {
        onStarted()
        this.#isStarted = true
        this.#slot?.release()
      },
    })
  }

  began(stream: OpenStream): void {
    const { context, exchange } = this.#call
    if (!this.#isStarted) {
      // The initial state takes as much work as a list, so the watch keeps the seat beyond the answer. A client that does not read
      // should not hold one for long.
      exchange.slot = undefined
      this.#slot?.releaseLater()
    }
    this.#stream = stream
    this.#meter = context.metrics.openWatch(exchange.request)
    context.watches.add(stream, watcherOf(this.#call), streamWeight(this.#call))
  }

  sent(): void {
    this.#meter?.sent(1)
  }

  isFull(): void {
    // From here on the stream runs at the client's pace, as the body of a list does: a slow client must not hold a seat.
    this.#slot?.release()
  }

  ended(): void {
    // The end of a watch does not wait for the audit backend, which reports its own failures.
    this.#call.exchange.audit?.over()?.catch(() => {})
    this.#slot?.release()
    this.#meter?.end()
    if (this.#stream) this.#call.context.watches.remove(this.#stream)
  }

  failed(error: unknown): void {
    const { context, exchange } = this.#call
    context.logger.error('a watch failed', { path: exchange.request.path, auditId: exchange.auditId, error })
  }
}

/** A watch at the path of an object sees that object alone. */
function selectName({ name }: Target, query: WatchQuery): WatchQuery {
  if (name === '') return query
  const own = `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`
  const asked = query.fieldSelector
  return { ...query, fieldSelector: parseFieldSelector(asked && !asked.isEmpty ? `${own},${asked.toString()}` : own) }
}
