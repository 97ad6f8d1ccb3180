/**
 * The transport of an in-process client, with faults, a history and shuffled deliveries.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import { type ClientRequest, ConnectionError, type Transport, type TransportEvent } from '../client/index.js'
import { getKey, pause, toApiError } from '../meta/index.js'
import { type Fault, refusalOf } from './faults.js'
import type { Conclude } from './history.js'
import { LateEvents } from './late-events.js'
import type { ObservedRequest } from './request-filter.js'
import type { Wire } from './wire.js'

/**
 * Wraps the transport of one client.
 *
 * @param wire - Faults, history and delivery.
 * @param inner - The transport.
 * @param user - Name of the user.
 */
export function testedTransport(wire: Wire, inner: Transport, user: string): Transport {
  return {
    closed: inner.closed,
    resolve: (name) => inner.resolve(name),
    types: () => inner.types(),
    send: (request) => send(wire, request, user, (observed) => inner.send(observed)),
    connect: (request) =>
      send(wire, request, user, ({ auditId }) => inner.connect({ ...request, ...(auditId !== undefined && { auditId }) })),
    watch: (request) => watch(wire, inner, request, user),
    close: () => inner.close(),
  }
}

function observed({ type, verb, namespace, name, subresource, body }: ClientRequest, user: string): ObservedRequest {
  const { group, version, resource } = type
  const called = name === '' ? nameOf(body) : name
  return { user, verb, group, version, resource, subresource, namespace, name: called, body, via: 'client' }
}

function nameOf(object: unknown): string {
  const name = getKey(getKey(object, 'metadata'), 'name')
  return typeof name === 'string' ? name : ''
}

async function send<A>(
  wire: Wire,
  request: ClientRequest,
  user: string,
  ask: (request: ClientRequest) => Promise<A>,
): Promise<A> {
  const { faults, history, activity, clock } = wire
  const auditId = request.auditId ?? wire.nextAuditId()
  const seen = observed(request, user)
  const conclude = history.begin(seen, auditId)
  const fault = faults.take(seen)
  if (fault.delayMs) await pause(clock, fault.delayMs, request.signal)
  const done = activity.beginRequest()
  try {
    const failure = failureOf(fault)
    if (failure) throw failure
    const answer = await ask({ ...request, auditId })
    if (fault.loseAnswer) throw new ConnectionError('a fault of the test: the connection broke before the answer came')
    conclude({ code: seen.verb === 'create' ? 201 : 200, name: seen.name === '' ? nameOf(answer) : seen.name })
    return answer
  } catch (error) {
    conclude(outcomeOf(error))
    throw error
  } finally {
    done()
  }
}

/** The error of a request that a fault stops before the plane. */
function failureOf(fault: Fault): Error | undefined {
  if (fault.refuseConnection) return new ConnectionError('a fault of the test: the connection was refused')
  return refusalOf(fault)
}

function outcomeOf(error: unknown): Parameters<Conclude>[0] {
  if (error instanceof ConnectionError) return { code: 0, reason: 'ConnectionError' }
  const { code, reason } = toApiError(error).status
  return { code, reason }
}

function watch(wire: Wire, inner: Transport, request: ClientRequest, user: string): Observable<TransportEvent> {
  return new Observable((subscriber) => {
    const { faults, history, clock, delivery } = wire
    const seen = observed(request, user)
    const auditId = request.auditId ?? wire.nextAuditId()
    const conclude = history.begin(seen, auditId)
    const fault = faults.take(seen)
    const late = new LateEvents(clock, fault.delayMs ?? 0)
    const line = delivery?.line()
    const tell = (what: () => void) => late.add(() => (line ? line.add(what) : what()))
    let [told, concluded] = [0, false]
    let events: Subscription | undefined
    const concludeOnce = (outcome: Parameters<Conclude>[0]) => {
      if (!concluded) conclude(outcome)
      concluded = true
    }
    const fail = (error: unknown) => {
      concludeOnce(outcomeOf(error))
      subscriber.error(error)
    }
    const cut = () => fail(new ConnectionError(`a fault of the test: the watch was cut after ${told} events`))
    const next = (event: TransportEvent) => {
      concludeOnce({ code: 200 })
      if (fault.dropBookmarks && event.type === 'BOOKMARK' && !event.initialEventsEnd) return
      if (told === fault.cutAfterEvents) return
      told += 1
      subscriber.next(event)
      if (told === fault.cutAfterEvents) cut()
    }
    subscriber.add(() => {
      concludeOnce({ code: 200 })
      late.clear()
      line?.clear()
      events?.unsubscribe()
    })
    const failure = failureOf(fault)
    if (failure || fault.cutAfterEvents === 0) return late.add(() => (failure ? fail(failure) : cut()))
    events = inner.watch({ ...request, auditId }).subscribe({
      next: (event) => tell(() => next(event)),
      error: (error: unknown) => tell(() => fail(error)),
      complete: () => tell(() => subscriber.complete()),
    })
    if (subscriber.closed) events.unsubscribe()
  })
}
