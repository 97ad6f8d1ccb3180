/**
 * The verbs of one object, or of one of its subresources.
 *
 * @module
 */

import type { Draft } from 'immer'
import { type ApiObject, badRequest, check } from '../meta/index.js'
import { bindMethods } from './bind-methods.js'
import { describePatchFailure, requirePatch } from './check-patch.js'
import { checkRequestOptions } from './check-request-options.js'
import {
  type ClientContext,
  nameIn,
  namespaceOf,
  type RequestParts,
  type RequestScope,
  requestOf,
  requireEncodable,
  requireName,
  requireObject,
  withType,
} from './context.js'
import {
  type ApplyOptions,
  type ConnectRequestOptions,
  type GetOptions,
  queryOf,
  type RequestOptions,
  searchText,
  type WriteOptions,
  writeQuery,
} from './options.js'
import type { ObjectClient, SubresourceClient, UpdateWithRetryOptions } from './resource-client.js'
import type { AppliedObject, ObjectInput, Patch } from './types.js'
import { updateWithRetry } from './update-with-retry.js'

/** Sends the requests of one scope. */
export class ObjectVerbs<T extends object, New extends object = T> implements ObjectClient<T, New> {
  static {
    bindMethods(ObjectVerbs.prototype)
  }

  protected readonly scope: RequestScope

  /** @param scope - Type, namespace and subresource. */
  constructor(scope: RequestScope) {
    this.scope = scope
  }

  protected get context(): ClientContext {
    return this.scope.context
  }

  async get(name: string, options: GetOptions = {}): Promise<ApiObject & T> {
    checkRequestOptions('get', 'get', options)
    const query = queryOf({ resourceVersion: options.resourceVersion })
    return this.send({ verb: 'get', name: requireName('get', name), query }, options)
  }

  async update(object: ObjectInput<T | New>, options: WriteOptions = {}): Promise<ApiObject & T> {
    checkRequestOptions('update', 'write', options)
    return this.write({ verb: 'update', name: nameIn('update', object) }, object, options)
  }

  async patch(name: string, patch: Patch, options: WriteOptions = {}): Promise<ApiObject & T> {
    checkRequestOptions('patch', 'write', options)
    const { type, body } = requirePatch(patch)
    requireEncodable('patch', body, `patch.${type}`)
    const query = writeQuery(options, this.context.fieldManager)
    const sent = this.send({ verb: 'patch', name: requireName('patch', name), query, body, patchType: type }, options)
    return type === 'json' ? sent.catch(describePatchFailure) : sent
  }

  async apply(object: AppliedObject<New>, options: ApplyOptions = {}): Promise<ApiObject & T> {
    checkRequestOptions('apply', 'apply', options)
    return this.write({ verb: 'patch', name: nameIn('apply', object), patchType: 'apply' }, object, options)
  }

  updateWithRetry(
    name: string,
    change: (draft: Draft<ApiObject & T>) => void | Promise<void>,
    options: UpdateWithRetryOptions = {},
  ): Promise<ApiObject & T> {
    checkRequestOptions('updateWithRetry', 'updateWithRetry', options)
    if (typeof change !== 'function') check.refuse('updateWithRetry', check.wrong('a function', change, 'change'))
    const { clock, random, activity } = this.context
    return updateWithRetry({
      read: () => this.send({ verb: 'get', name: requireName('updateWithRetry', name) }, options),
      write: (object) => this.write({ verb: 'update', name: nameIn('updateWithRetry', object) }, object, options),
      change,
      clock,
      random,
      activity,
      ...(options.attempts !== undefined && { attempts: options.attempts }),
      ...(options.signal && { signal: options.signal }),
    })
  }

  /** Sends an object. */
  protected async write<R = ApiObject & T>(parts: RequestParts, object: unknown, options: ApplyOptions): Promise<R> {
    const type = await this.scope.find()
    const query = writeQuery(options, this.context.fieldManager)
    const body = withType(this.scope, type, object)
    const request = requestOf(this.scope, type, namespaceOf(this.scope, type, object), { ...parts, query, body }, options)
    return (await this.context.transport.send(request)) as R
  }

  /** Sends a request that names its object. */
  protected async send<R = ApiObject & T>(parts: RequestParts, options: RequestOptions): Promise<R> {
    const type = await this.scope.find()
    const request = requestOf(this.scope, type, namespaceOf(this.scope, type), parts, options)
    return (await this.context.transport.send(request)) as R
  }
}

/** Sends the requests of a subresource. */
export class SubresourceVerbs<T extends object> extends ObjectVerbs<T> implements SubresourceClient<T> {
  static {
    bindMethods(SubresourceVerbs.prototype)
  }

  async create(name: string, body: object, options: WriteOptions = {}): Promise<ApiObject> {
    checkRequestOptions('create', 'write', options)
    return this.write({ verb: 'create', name: requireName('create', name) }, requireObject('create', body, 'body'), options)
  }

  async connect(name: string, options: ConnectRequestOptions = {}): Promise<Response> {
    checkRequestOptions('connect', 'connect', options)
    const { method = 'GET', path = '', query = {}, headers = {}, body } = options
    requirePath(path)
    const type = await this.scope.find()
    const parts = { verb: CONNECT_VERBS[method], name: requireName('connect', name) }
    return this.context.transport.connect({
      ...requestOf(this.scope, type, namespaceOf(this.scope, type), parts, options),
      method,
      path: path === '' || path.startsWith('/') ? path : `/${path}`,
      search: searchText(query),
      headers: Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value] as const),
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    })
  }
}

function requirePath(path: string): void {
  if (/[?#]/.test(path)) throw badRequest('path: a query has an option of its own, query')
  try {
    decodeURIComponent(path)
  } catch (error) {
    throw badRequest(`path: ${JSON.stringify(path)} has percent-encoding that cannot be read`, error)
  }
}

/** The verb of each method, as in RBAC rules. */
const CONNECT_VERBS = { GET: 'get', HEAD: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const
