/**
 * The way to a plane in the same process: no HTTP, no JSON, and otherwise all that HTTP does.
 *
 * @module
 */

import { map, Observable, type Subscription } from 'rxjs'
import { type Authorizer, alwaysAllow, requireAccess } from '../../authz/index.js'
import {
  type ApiError,
  type Attributes,
  type Dialect,
  type GroupVersionKind,
  type GroupVersionResource,
  NAMESPACES,
  pathNotFound,
  serviceUnavailable,
  toApiError,
  type UserInfo,
} from '../../meta/index.js'
import {
  type Caller,
  deprecationWarning,
  findRoute,
  nameForAuthorization,
  type QueryParameters,
  type Registry,
  type ResourceAddress,
  type Route,
  readWatchOptions,
} from '../../registry/index.js'
import { METHODS, resourcePath } from '../paths.js'
import type { ClientRequest, ResourceType, Transport, TransportEvent } from '../transport.js'
import { eventOf } from './answers.js'
import { type Call, carryOut } from './verbs.js'

/** What an in-process transport is made from. */
export interface InProcessOptions {
  readonly registry: Registry
  readonly dialect: Dialect
  readonly authorizer: Authorizer
  /** Who asks, in every request. */
  readonly user: UserInfo
  readonly userAgent: string
  /** Longest body, as over HTTP. */
  readonly maxBodyBytes: number
  /** Aborted when the plane is closed. */
  readonly closed: AbortSignal
  /** Takes failures that nobody expected. */
  readonly reportError: (error: unknown) => void
}

/**
 * Makes the way to a plane in the same process.
 *
 * @param options - The plane's parts, and who asks.
 */
export function inProcessTransport(options: InProcessOptions): Transport {
  const own = new AbortController()
  const closed = AbortSignal.any([options.closed, own.signal])
  return {
    closed,
    resolve: (name) => resolve(options, name),
    async send(request) {
      request.signal?.throwIfAborted()
      try {
        return await abortable(open(options, closed, request).then(carryOut), request.signal)
      } catch (error) {
        request.signal?.throwIfAborted()
        throw failure(options, error)
      }
    },
    watch: (request) => watch(options, closed, request),
    close: () => own.abort(),
  }
}

async function resolve({ registry }: InProcessOptions, name: GroupVersionKind | GroupVersionResource): Promise<ResourceType> {
  const { catalog } = registry
  const { group, version } = name
  const found = 'kind' in name ? catalog.findKind(group, version, name.kind) : catalog.find(group, version, name.resource)
  if (!found) throw pathNotFound()
  const { names, namespaced } = found.definition
  return { group, version, resource: names.plural, kind: names.kind, namespaced }
}

/** The way of a request: what it may do, where it goes. */
async function open(options: InProcessOptions, closed: AbortSignal, request: ClientRequest): Promise<Call> {
  if (closed.aborted) throw serviceUnavailable('the server is shut down', 1)
  const { registry, dialect, authorizer, user, userAgent, maxBodyBytes } = options
  const query = parametersOf(request.query)
  await requireAccess(authorizer, attributesOf(request, query, user))
  const route: Route | undefined = findRoute(addressOf(request), registry.catalog)
  if (!route) throw pathNotFound()
  const caller: Caller = { user, warn: warnOnce(request.onWarning), ...(authorizer !== alwaysAllow && { authorizer }) }
  const warning = deprecationWarning(route.target)
  if (warning !== undefined) caller.warn(warning)
  return { registry, dialect, route, caller, request, query, userAgent, maxBodyBytes }
}

function attributesOf(request: ClientRequest, query: QueryParameters, user: UserInfo): Attributes {
  const { verb, type, name, subresource } = request
  return {
    user,
    verb,
    isResourceRequest: true,
    path: decodeURIComponent(resourcePath(request)),
    group: type.group,
    version: type.version,
    resource: type.resource,
    subresource,
    namespace: namespaceOf(request),
    name: nameForAuthorization({ verb, name, query }),
  }
}

/** The namespace that an address says, for whoever authorizes it and whoever routes it: behind `namespaces` one comes, whatever the group. */
const namespaceOf = ({ type, namespace, name }: ClientRequest): string =>
  type.resource === NAMESPACES.resource && namespace === '' ? name : namespace

function addressOf(request: ClientRequest): ResourceAddress {
  const { verb, type, name, subresource } = request
  const { group, version, resource } = type
  const namespace = namespaceOf(request)
  return { method: METHODS[verb], verb, group, version, namespace, resource, name, subresource, segments: [], rest: [] }
}

const NONE: readonly string[] = Object.freeze([])

function parametersOf(query: ReadonlyMap<string, string>): QueryParameters {
  return {
    get: (name) => query.get(name),
    getAll: (name) => {
      const value = query.get(name)
      return value === undefined ? NONE : [value]
    },
    has: (name) => query.has(name),
  }
}

/** Warnings come once each, as their header would. */
function warnOnce(onWarning: ((text: string) => void) | undefined): (text: string) => void {
  if (!onWarning) return () => {}
  const told = new Set<string>()
  return (text) => {
    if (told.has(text)) return
    told.add(text)
    onWarning(text)
  }
}

/** A promise that a signal can end. What was begun goes on, as over HTTP. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

function failure({ reportError }: InProcessOptions, thrown: unknown): ApiError {
  const error = toApiError(thrown)
  if (error !== thrown) reportError(thrown)
  return error
}

function watch(options: InProcessOptions, closed: AbortSignal, request: ClientRequest): Observable<TransportEvent> {
  return new Observable<TransportEvent>((subscriber) => {
    let events: Subscription | undefined
    const leave = () => subscriber.complete()
    closed.addEventListener('abort', leave)
    subscriber.add(() => {
      closed.removeEventListener('abort', leave)
      events?.unsubscribe()
    })
    open(options, closed, request)
      .then(({ registry, route, query }) => {
        if (subscriber.closed) return
        const { target } = route
        events = registry
          .watch(target, readWatchOptions(query))
          .pipe(map((event) => eventOf(target, event)))
          .subscribe(subscriber)
      })
      .catch((error: unknown) => subscriber.error(failure(options, error)))
  })
}
