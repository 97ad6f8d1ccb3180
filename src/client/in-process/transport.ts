/**
 * The transport to a plane in the same process: without HTTP or JSON, and otherwise equivalent.
 *
 * @module
 */

import type { Subscriber } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import type { Endpoints } from '../../endpoints/index.js'
import {
  dialectHint,
  type GroupVersionKind,
  type GroupVersionResource,
  groupNames,
  notify,
  onAbort,
  serviceUnavailable,
} from '../../meta/index.js'
import type { ResourceCatalog } from '../../resources/index.js'
import { typeNotServed } from '../errors.js'
import { requireSuccess } from '../http/exchange.js'
import type { ClientRequest, ResourceType, ServedType, Transport, TransportEvent } from '../transport.js'
import type { BusyTurn } from './busy-turn.js'
import { InProcessDoor, type InProcessDoorParts } from './door.js'
import { ClientRequestInfo } from './request-info.js'

/** Options of an in-process transport. */
export interface InProcessOptions extends InProcessDoorParts {
  readonly endpoints: Endpoints
  readonly catalog: ResourceCatalog
  /** Aborted when the plane is closed. */
  readonly closed: AbortSignal
  /** Time share per turn of all clients of the plane. */
  readonly turn: BusyTurn
}

/**
 * Makes the transport to a plane in the same process.
 *
 * @param options - The plane's parts, and the user.
 */
export function inProcessTransport(options: InProcessOptions): Transport {
  const own = new AbortController()
  const { turn } = options
  let closed: AbortSignal | undefined
  // Most clients of a plane never ask: a combined signal is registered with both, which costs more than the rest of a client.
  const closedSignal = () => {
    closed ??= AbortSignal.any([options.closed, own.signal])
    return closed
  }
  const send = async (request: ClientRequest): Promise<unknown> => {
    request.signal?.throwIfAborted()
    if (own.signal.aborted) throw serviceUnavailable('the client is closed', 1)
    try {
      return await turn.take(() => abortable(carryOut(options, request), request.signal))
    } catch (error) {
      request.signal?.throwIfAborted()
      throw error
    }
  }
  return {
    get closed() {
      return closedSignal()
    },
    resolve: (name) => turn.take(() => resolve(options.catalog, name)),
    types: async () => typesOf(options.catalog),
    send,
    async connect(request) {
      const signal = request.signal ? AbortSignal.any([own.signal, request.signal]) : own.signal
      return requireSuccess((await send({ ...request, signal })) as Response)
    },
    watch: (request) => watch(options, closedSignal(), request),
    close: () => own.abort(),
  }
}

function resolve(catalog: ResourceCatalog, name: GroupVersionKind | GroupVersionResource): ResourceType {
  const { version } = name
  for (const group of groupNames(name.group)) {
    const found = 'kind' in name ? catalog.findKind(group, version, name.kind) : catalog.find(group, version, name.resource)
    if (!found) continue
    const { names, namespaced } = found.definition
    return { group, version, resource: names.plural, kind: names.kind, namespaced }
  }
  throw typeNotServed(name, dialectHint(catalog.all(), name.group))
}

function typesOf(catalog: ResourceCatalog): readonly ServedType[] {
  return catalog.all().flatMap(({ group, names, namespaced, verbs, versions }) => {
    const version = versions.find(({ served }) => served)
    if (!version) return []
    const { plural: resource, kind, shortNames } = names
    const type = { group, version: version.name, resource, kind, namespaced, verbs }
    return [{ ...type, ...(shortNames.length > 0 && { shortNames }) }]
  })
}

/** Runs a request, and reports its warnings whatever the answer is. */
async function carryOut(
  options: InProcessOptions,
  request: ClientRequest,
  watcher?: Subscriber<TransportEvent>,
): Promise<unknown> {
  const door = new InProcessDoor(request, options, watcher)
  const exchange = options.endpoints.begin(new ClientRequestInfo(request, door.headers), door)
  try {
    return await options.endpoints.handle(exchange)
  } finally {
    if (request.onWarning) for (const text of exchange.warnings.texts) notify('onWarning', request.onWarning, text)
  }
}

/** A promise that a signal can reject. The work itself continues, as over HTTP. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    const stopWaiting = signal.aborted ? () => {} : onAbort(signal, leave)
    work.then(resolve, reject).finally(stopWaiting)
  })
}

function watch(options: InProcessOptions, closed: AbortSignal, request: ClientRequest): Observable<TransportEvent> {
  return new Observable<TransportEvent>((subscriber) => {
    const leave = () => subscriber.complete()
    if (closed.aborted) return leave()
    subscriber.add(onAbort(closed, leave))
    carryOut(options, request, subscriber).catch((error: unknown) => subscriber.error(error))
  })
}
