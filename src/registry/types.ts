/**
 * The types of the verbs: their input and results. No HTTP.
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
   * Authorizes what a call needs beyond its verb, such as to create in the course of an
   * apply. Without one, everything is allowed.
   */
  readonly authorizer?: Authorizer
  /** The transaction of its commits; none by default. */
  readonly transaction?: StorageTransaction
  /** The deadline of the call, in milliseconds of the plane's clock; none when absent. */
  readonly deadlineMs?: number
  /** Takes the text of a warning for the client. */
  readonly warn: (text: string) => void
  /** Writes an annotation into the audit event of the request; dropped when absent. */
  readonly annotate?: (key: string, value: string, level?: 'Metadata' | 'Request') => void
  /**
   * Receives the object of the call once it is decoded, for the audit event of the request.
   *
   * @param object - As it was sent.
   * @param complete - Makes the same with the defaults of its type.
   */
  readonly noteObject?: (object: ApiObject, complete: () => ApiObject) => void
  /** Records spans and decisions; none by default. */
  readonly tracer?: Tracer
}

/** The target of a verb: a type in one version, and a namespace and name in it. */
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

/** How unknown and duplicate fields of a body are handled. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** Options of every write. */
export interface WriteOptions {
  /** Runs every step but storing. */
  readonly dryRun?: boolean
  /** Default Warn. */
  readonly fieldValidation?: FieldValidation
  /** The manager in `managedFields`; `unknown` by default. */
  readonly fieldManager?: string
  /** The manager as the request gives it; absent when the manager is derived from the user agent. */
  readonly requestedManager?: string
}

/** A decoded body. */
export interface DecodedBody {
  /** The value, not validated yet. */
  readonly value: unknown
  /** Paths of duplicate fields, such as `data.k`. */
  readonly duplicateFields: readonly string[]
  /** The same as messages of the decoder, such as `line 7: key "k" already set in map`. */
  readonly duplicateMessages?: readonly string[]
  /** Finds numbers of a JSON text that are not written as whole ones: keys and indexes that lead to each, and its text. */
  readonly fractions?: () => readonly { readonly path: readonly (string | number)[]; readonly literal: string }[]
  /** Bytes of the text, if any: short bodies are processed in one turn of the event loop. */
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
 * The answer of a verb, in the storage version. `row` is set when the object is stored, so that its
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

/** The result of admitting a connect request. */
export interface Connected {
  readonly options: ConnectOptions
  readonly object: ApiObject
  readonly destination: Destination
}

/** The result of a delete: the object is removed (`status`), or marked, or returned by a type with such deletes (`answer`). */
export type DeleteAnswer =
  | { readonly outcome: 'removed'; readonly status: Status }
  | { readonly outcome: 'returned'; readonly answer: Answer; readonly marked: boolean }
