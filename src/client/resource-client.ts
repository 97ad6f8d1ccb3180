/**
 * The verbs of a resource type, as a program calls them.
 *
 * @module
 */

import type { Draft } from 'immer'
import type { Observable } from 'rxjs'
import type { ApiObject, ObjectMeta, Status } from '../meta/index.js'
import type { SharingRuntime } from './informer/shared-informers.js'
import type {
  ApplyOptions,
  ConnectRequestOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PagesOptions,
  WriteOptions,
} from './options.js'
import type { ResourceType } from './transport.js'
import type { AppliedObject, ObjectInput, ObjectList, Patch, ScaleFields } from './types.js'
import type { WatchEvent, WatchOptions } from './watch-event.js'

/**
 * An object as the plane returns it. Not exported, so that declarations of what programs export write it out.
 *
 * @typeParam T - Fields beside its metadata.
 * @typeParam Meta - Its metadata.
 */
type ObjectOf<T extends object, Meta extends ObjectMeta> = ApiObject & { readonly metadata: Meta } & T

/** Options of {@link ObjectClient.updateWithRetry}. */
export interface UpdateWithRetryOptions extends WriteOptions {
  /** Number of attempts; default 10. */
  readonly attempts?: number
}

/**
 * The verbs of an object by its name, or of one of its subresources.
 *
 * Returned objects are deeply frozen, and arguments are not changed. All methods reject with the {@link ApiError} that the plane
 * answers with, and over HTTP with a {@link ConnectionError} when the plane cannot be reached.
 *
 * @typeParam T - Fields of the objects beside their metadata.
 * @typeParam New - The same as input: fields with a default may be left out.
 * @typeParam Meta - Their metadata: with a known definition, with the fields that stored objects always have.
 */
export interface ObjectClient<T extends object, New extends object = T, Meta extends ObjectMeta = ObjectMeta> {
  /**
   * Reads an object.
   *
   * @param name - Its name.
   * @param options - How current the answer has to be.
   */
  get(name: string, options?: GetOptions): Promise<ObjectOf<T, Meta>>
  /**
   * Replaces an object. With a `metadata.resourceVersion` it does so only if that is still the
   * object's version, and is refused with 409 `Conflict` otherwise.
   *
   * @param object - The whole object; fields with a default may be left out, as in a new one.
   * @param options - Options of the write.
   */
  update(object: ObjectInput<T | New>, options?: WriteOptions): Promise<ObjectOf<T, Meta>>
  /**
   * Changes an object by a patch: `{ merge: {...} }` (RFC 7396), in which `null` removes a member, `{ json: [...] }` (RFC 6902) or
   * `{ strategic: {...} }`, which knows how lists of built-in types merge.
   *
   * @param name - Name of the object.
   * @param patch - The patch.
   * @param options - Options of the write.
   */
  patch(name: string, patch: Patch<New>, options?: WriteOptions): Promise<ObjectOf<T, Meta>>
  /**
   * Applies a manager's desired fields; the plane merges them, and creates the object when there is none (server-side apply). The
   * manager gives up fields that it applied before and leaves out now.
   *
   * @param object - Its name, and the desired fields of the manager.
   * @param options - Whether to take fields from others; the field manager, unless the client has one for all requests.
   */
  apply(object: AppliedObject<New>, options?: ApplyOptions): Promise<ObjectOf<T, Meta>>
  /**
   * Reads an object, changes it by a function, and writes it back; repeated while another client writes in between.
   * Nothing is written when the function changes nothing.
   *
   * @param name - Name of the object.
   * @param change - Changes its argument (an immer draft: write to it as to a plain object). It may be called more than once,
   *   each time with the newest state.
   * @param options - Options of the write.
   * @returns The object after the write.
   */
  updateWithRetry(
    name: string,
    change: (draft: Draft<ObjectOf<T, Meta>>) => void | Promise<void>,
    options?: UpdateWithRetryOptions,
  ): Promise<ObjectOf<T, Meta>>
}

/** A subresource, such as `/status`. */
export interface SubresourceClient<T extends object, Meta extends ObjectMeta = ObjectMeta> extends ObjectClient<T, T, Meta> {
  /**
   * Sends an object to a subresource that takes one, such as `/token` or `/eviction`.
   *
   * @param name - Name of the object that the subresource belongs to.
   * @param body - The object, with `apiVersion` and `kind`.
   * @param options - Options of the write.
   */
  create(name: string, body: object, options?: WriteOptions): Promise<ApiObject>
  /**
   * Connects to a subresource that streams, such as `/log`, or forwards requests, such as `/proxy`.
   *
   * @param name - Name of the object that the subresource belongs to.
   * @param options - Method, path below the subresource, query, headers, body; `signal` ends the connection. `timeoutMs` is the
   *   time until the answer begins.
   * @returns The answer, as `fetch` returns it. Its body is streamed; read it to its end, or cancel it.
   * @throws {@link ApiError} for an unsuccessful answer of the plane or of the backend.
   */
  connect(name: string, options?: ConnectRequestOptions): Promise<Response>
}

/** The verbs of a subresource that the definition declares: connect to it, or send it an object of its kind. */
type OwnSubresourceClient<Form> = [Form] extends ['connect']
  ? Pick<SubresourceClient<object>, 'connect'>
  : Form extends { readonly stored: infer Answer; readonly new: infer Sent }
    ? {
        readonly create: (
          name: string,
          body: { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta } & Sent,
          options?: WriteOptions,
        ) => Promise<ApiObject & Answer>
      }
    : never

/**
 * A resource type: in one namespace, or in all.
 *
 * @typeParam T - Fields of its objects beside their metadata.
 * @typeParam New - The same as input: fields with defaults are optional.
 * @typeParam Meta - Their metadata: with a known definition, with the fields that stored objects always have.
 * @typeParam Subresources - The definition's own subresources, by name.
 */
export interface ResourceClient<
  T extends object,
  New extends object = T,
  Meta extends ObjectMeta = ObjectMeta,
  Subresources extends object = object,
> extends ObjectClient<T, New, Meta> {
  /**
   * The same type within a namespace.
   *
   * A cluster-scoped type, by its definition, has no such method.
   *
   * Without it, lists and watches cover all namespaces; other requests use the namespace of their object, and are refused without
   * one.
   *
   * @param name - The namespace.
   */
  readonly namespace: [Meta] extends [{ readonly namespace?: never }]
    ? never
    : (name: string) => ResourceClient<T, New, Meta, Subresources>
  /** The type, from discovery. @throws {@link ApiError} 404 when the plane does not serve it. */
  type(): Promise<ResourceType>
  /**
   * Reads a list: all of it, or one page with `limit`.
   *
   * @param options - Selectors and page.
   * @throws {@link ApiError} 410 when the plane no longer has a requested exact version, or answers with another one.
   */
  list(options?: ListOptions): Promise<ObjectList<ObjectOf<T, Meta>>>
  /**
   * Reads a list page by page, all at one version.
   *
   * @param options - Selectors; `limit` objects per page, 500 by default.
   * @throws {@link ApiError} 410 midway, when reading takes longer than the plane keeps its history, unless `onExpired` is
   *   `continue`.
   */
  pages(options?: PagesOptions): AsyncIterable<ObjectList<ObjectOf<T, Meta>>>
  /** The objects of all {@link ResourceClient.pages}, one by one. */
  all(options?: PagesOptions): AsyncIterable<ObjectOf<T, Meta>>
  /**
   * Creates an object.
   *
   * @param object - The object; with `metadata.generateName` the plane generates a name.
   * @param options - Options of the write.
   */
  create(object: ObjectInput<New>, options?: WriteOptions): Promise<ObjectOf<T, Meta>>
  /**
   * Deletes an object.
   *
   * @param name - Its name.
   * @param options - Preconditions, and the propagation policy.
   * @returns A `Status` when the object is removed; the object itself while its deletion is pending, such as for a finalizer.
   */
  delete(name: string, options?: DeleteOptions): Promise<Status | ObjectOf<T, Meta>>
  /**
   * Deletes the selected objects.
   *
   * @param options - Apply to each object. Selectors are refused here: all objects would be deleted.
   * @param selection - Selectors; all of the namespace by default. Signal, time limit and `onWarning` may stand in either argument.
   * @returns A `Status`, or from some planes the list of deleted objects.
   */
  deleteCollection(options?: DeleteOptions, selection?: ListOptions): Promise<Status | ObjectList<ObjectOf<T, Meta>>>
  /**
   * Watches. The stream resumes when a connection breaks, and restarts with a list when its resourceVersion has
   * expired; see {@link WatchEvent} for its events. Each subscription is a watch of its own; unsubscribe to end it.
   *
   * `for await (const event of widgets.watch())` reads it too, until the loop is left. While 500 events wait for the body of the
   * loop, nothing more is read; afterwards the watch resumes where it was, or restarts when that was too long ago.
   *
   * @param options - Selectors and start.
   * @returns Events without end. The stream completes when the client or its plane is closed, and fails with permanent errors,
   *   such as 403.
   */
  watch(options?: WatchOptions): Observable<WatchEvent<ObjectOf<T, Meta>>> & AsyncIterable<WatchEvent<ObjectOf<T, Meta>>>
  /** Shared by informers and controllers over this type. */
  readonly runtime: SharingRuntime
  /** Names the type and the namespace, for informers that share a watch. @internal */
  readonly watchKey: string
  /**
   * A subresource that the definition declares, typed by the definition.
   *
   * @param name - Its name.
   */
  subresource<Name extends keyof Subresources & string>(name: Name): OwnSubresourceClient<Subresources[Name]>
  /**
   * A subresource by its name.
   *
   * @typeParam S - Fields of its objects beside their metadata.
   */
  subresource<S extends object = T>(name: string): SubresourceClient<S>
  /** The status subresource, where the type has one. */
  readonly status: SubresourceClient<T, Meta>
  /** The scale subresource, where the type has one. */
  readonly scale: SubresourceClient<ScaleFields>
}
