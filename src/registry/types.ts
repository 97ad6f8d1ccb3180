/**
 * The types of the verbs: what is asked of a resource type, and what comes back. No HTTP.
 *
 * @module
 */

import type { Authorizer } from '../authz/index.js'
import type { ApiObject, PatchType, Status, Tracer, UserInfo } from '../meta/index.js'
import type { ConnectOptions, Destination, ResourceDefinition, ResourceVersion, Subresource } from '../resources/index.js'
import type { StorageTransaction } from '../storage/index.js'
import type { Row } from '../store/index.js'

/** The caller, and where its warnings go. */
export interface Caller {
  readonly user: UserInfo
  /**
   * Decides about what a call needs beyond the verb that was authorized before it, such as to create in the course of an
   * apply. Without one, everything is allowed.
   */
  readonly authorizer?: Authorizer
  /** What its commits are part of; of nothing else by default. */
  readonly transaction?: StorageTransaction
  /** When the call has to be answered, in milliseconds of the plane's clock; there is no such time when absent. */
  readonly deadlineMs?: number
  /** Takes the text of a warning for the client. */
  readonly warn: (text: string) => void
  /** Writes an annotation into the audit event of the request; dropped when absent. */
  readonly annotate?: (key: string, value: string, level?: 'Metadata' | 'Request') => void
  /**
   * Takes the object that the call brings, once it could be read, for the audit event of the request.
   *
   * @param object - As it was sent.
   * @param complete - Makes the same with the defaults of its type.
   */
  readonly noteObject?: (object: ApiObject, complete: () => ApiObject) => void
  /** Records what happens to the call; none by default. */
  readonly tracer?: Tracer
}

/** What a verb is about: a type in one version, and a place in it. */
export interface Target {
  readonly definition: ResourceDefinition
  readonly version: ResourceVersion
  /** Empty for cluster-scoped types and for collections of all namespaces. */
  readonly namespace: string
  /** Empty for collections. */
  readonly name: string
  /** Undefined for the object itself. */
  readonly subresource: Subresource | undefined
}

/** What happens to unknown and duplicate fields of a body. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** Options of every write. */
export interface WriteOptions {
  /** Every stage runs but the storing. */
  readonly dryRun?: boolean
  /** Default Warn. */
  readonly fieldValidation?: FieldValidation
  /** The manager in `managedFields`; `unknown` by default. */
  readonly fieldManager?: string
  /** The same as the request says it; absent when it says nothing and the manager goes by its program. */
  readonly requestedManager?: string
}

/** A decoded body. */
export interface DecodedBody {
  /** What the body says; not yet known to be an object of the right kind. */
  readonly value: unknown
  /** Paths of fields that the text has more than once, such as `data.k`. */
  readonly duplicateFields: readonly string[]
  /** The same as messages about the text's language say it, such as `line 7: key "k" already set in map`. */
  readonly duplicateMessages?: readonly string[]
  /** Bytes of the text, where it was one: what is short is worked on in one turn of the event loop. */
  readonly size?: number
}

/** A patch request. */
export interface PatchRequest {
  readonly type: PatchType
  readonly body: DecodedBody
  /** Apply only: take fields from other managers. */
  readonly force?: boolean
}

/** Options of a delete. */
export interface DeleteOptions extends WriteOptions {
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan'
  /** The older form of `propagationPolicy`. */
  readonly orphanDependents?: boolean
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/**
 * An object that a verb answers with, in the storage version. `row` is there when the object is a stored one, whose
 * bytes can be sent as they are.
 */
export interface Answer {
  readonly object: ApiObject
  readonly row: Row | undefined
}

/** What a create, update or patch did. */
export interface WriteAnswer extends Answer {
  /** True when the object is new: HTTP says 201. */
  readonly created: boolean
}

/** What a request that connects is let through with. */
export interface Connected {
  readonly options: ConnectOptions
  readonly object: ApiObject
  readonly destination: Destination
}

/** How a delete ended: the object is gone (`status`), or it is marked, or returned by the type's own wish (`answer`). */
export type DeleteAnswer =
  | { readonly outcome: 'removed'; readonly status: Status }
  | { readonly outcome: 'returned'; readonly answer: Answer; readonly marked: boolean }
