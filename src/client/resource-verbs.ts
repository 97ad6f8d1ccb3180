/**
 * The verbs of a resource type.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import { defer } from 'rxjs/internal/observable/defer'
import { switchMap } from 'rxjs/internal/operators/switchMap'
import { type ApiObject, givenMembers, type Status } from '../meta/index.js'
import { bindMethods } from './bind-methods.js'
import { checkRequestOptions } from './check-request-options.js'
import { type ClientContext, namespaceOf, requestOf, requireName, requireObject } from './context.js'
import type { SharingRuntime } from './informer/shared-informers.js'
import { ObjectVerbs, SubresourceVerbs } from './object-verbs.js'
import { type DeleteOptions, deleteBody, type ListOptions, listQuery, type PagesOptions, type WriteOptions } from './options.js'
import { listExactly, pagesOf } from './pages.js'
import { readList } from './read-list.js'
import type { ResourceClient, SubresourceClient } from './resource-client.js'
import type { ResourceType } from './transport.js'
import type { ObjectInput, ObjectList, ScaleFields } from './types.js'
import { watchForever } from './watch.js'
import type { WatchEvent, WatchOptions } from './watch-event.js'

/** Sends the requests of a type, in one namespace or in all. */
export class ResourceVerbs<T extends object, New extends object = T>
  extends ObjectVerbs<T, New>
  implements ResourceClient<T, New>
{
  static {
    bindMethods(ResourceVerbs.prototype)
  }

  /**
   * Makes a client of a type in all namespaces.
   *
   * @param context - State shared by all requests.
   * @param typeKey - Names the type.
   * @param find - Discovers the type in the plane.
   */
  static of<T extends object, New extends object>(
    context: ClientContext,
    typeKey: string,
    find: () => Promise<ResourceType>,
  ): ResourceVerbs<T, New> {
    return new ResourceVerbs<T, New>({ context, typeKey, find, namespace: '', subresource: '' })
  }

  namespace(name: string): ResourceClient<T, New> {
    return new ResourceVerbs<T, New>({ ...this.scope, namespace: requireName('namespace', name, 'a namespace') })
  }

  type(): Promise<ResourceType> {
    return this.scope.find()
  }

  async list(options: ListOptions = {}): Promise<ObjectList<ApiObject & T>> {
    checkRequestOptions('list', 'list', options)
    return listExactly(this.#readPage, options)
  }

  pages(options: PagesOptions = {}): AsyncGenerator<ObjectList<ApiObject & T>, void, undefined> {
    checkRequestOptions('pages', 'pages', options)
    return pagesOf(this.#readPage, options)
  }

  async *all(options: PagesOptions = {}): AsyncGenerator<ApiObject & T, void, undefined> {
    for await (const { items } of this.pages(options)) yield* items
  }

  readonly #readPage = async (options: ListOptions): Promise<ObjectList<ApiObject & T>> => {
    const type = await this.scope.find()
    const request = requestOf(this.scope, type, this.scope.namespace, { verb: 'list', query: listQuery(options) }, options)
    return readList(type, await this.context.transport.send(request))
  }

  async create(object: ObjectInput<New>, options: WriteOptions = {}): Promise<ApiObject & T> {
    checkRequestOptions('create', 'write', options)
    return this.write({ verb: 'create' }, requireObject('create', object), options)
  }

  async delete(name: string, options: DeleteOptions = {}): Promise<Status | (ApiObject & T)> {
    checkRequestOptions('delete', 'delete', options)
    return this.send({ verb: 'delete', name: requireName('delete', name), body: deleteBody(options) }, options)
  }

  async deleteCollection(options: DeleteOptions = {}, selection: ListOptions = {}): Promise<Status | ObjectList<ApiObject & T>> {
    checkRequestOptions('deleteCollection', 'delete', options)
    checkRequestOptions('deleteCollection', 'list', selection, 'selection')
    const type = await this.scope.find()
    const parts = { verb: 'deletecollection', query: listQuery(selection), body: deleteBody(options) } as const
    const request = requestOf(this.scope, type, namespaceOf(this.scope, type), parts, { ...selection, ...givenMembers(options) })
    const answer = (await this.context.transport.send(request)) as Status | object
    return 'kind' in answer && answer.kind === 'Status' ? (answer as Status) : readList(type, answer)
  }

  watch(options: WatchOptions = {}): Observable<WatchEvent<ApiObject & T>> & AsyncIterable<WatchEvent<ApiObject & T>> {
    checkRequestOptions('watch', 'watch', options)
    const { context, scope } = this
    const { transport, clock, random } = context
    const { metadataOnly = false } = options
    return watchForever<ApiObject & T>(
      {
        clock,
        random,
        closed: transport.closed,
        page: async (query, signal, isRepeated = false) => {
          const type = await scope.find()
          const parts = { verb: 'list', query, metadataOnly, isRepeated } as const
          const request = requestOf(scope, type, scope.namespace, parts, { ...options, signal })
          const { items, metadata } = readList<ApiObject>(type, await transport.send(request))
          return { items, resourceVersion: metadata.resourceVersion, continue: metadata.continue }
        },
        events: (query) =>
          defer(() => scope.find()).pipe(
            switchMap((type) => {
              const parts = { verb: 'watch', query, metadataOnly, isRepeated: true } as const
              return transport.watch(requestOf(scope, type, scope.namespace, parts, options))
            }),
          ),
      },
      options,
    )
  }

  get watchKey(): string {
    return `${this.scope.typeKey}/${this.scope.namespace}`
  }

  get runtime(): SharingRuntime {
    return this.context
  }

  subresource<S extends object = T>(name: string): SubresourceClient<S> {
    return new SubresourceVerbs<S>({ ...this.scope, subresource: requireName('subresource', name, 'a subresource') })
  }

  get status(): SubresourceClient<T> {
    return this.subresource('status')
  }

  get scale(): SubresourceClient<ScaleFields> {
    return this.subresource<ScaleFields>('scale')
  }
}
