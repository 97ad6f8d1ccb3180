/**
 * Admission attributes.
 *
 * @module
 */

import type { ApiObject, UnknownRecord, UserInfo } from '../meta/index.js'

/** The operation of a write. An apply or PUT of a missing object is a CREATE; a patch is an UPDATE. CONNECT writes nothing. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** A write, as admission plugins receive it. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation
  /** API group, version and plural in the request, such as `apps`, `v1`, `deployments`. */
  readonly group: string
  readonly version: string
  readonly resource: string
  /** Kind of {@link AdmissionAttributes.object}: `Scale` for the subresource of that name. */
  readonly kind: string
  /** Such as `status`; empty for the object itself. */
  readonly subresource: string
  /** Empty for cluster-scoped types. */
  readonly namespace: string
  /** Empty when the server generates the name from `generateName`, and for each object of a `deletecollection`. */
  readonly name: string
  readonly user: UserInfo
  /** True for a dry run, which may have no side effects. */
  readonly dryRun: boolean
  /**
   * The options of the request: `CreateOptions`, `UpdateOptions` or `DeleteOptions`, with `kind` and `apiVersion`; none for
   * CONNECT.
   */
  readonly options: Readonly<UnknownRecord>
  /**
   * The new state, frozen, in the version of the request, with defaults; undefined for DELETE. For CONNECT it is the options
   * object, such as a `PodExecOptions`.
   */
  readonly object: ApiObject | undefined
  /** The stored state, frozen, in the version of the request; undefined for CREATE and CONNECT. */
  readonly oldObject: ApiObject | undefined
  /** Deadline of the request, in milliseconds of the plane's clock; absent without one. */
  readonly deadlineMs?: number | undefined
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
  /**
   * Adds an annotation to the audit event of the request. The first value of a key is kept.
   *
   * @param level - `Request` for values that contain part of a body: they are kept only where bodies are.
   */
  readonly annotate: (key: string, value: string, level?: 'Metadata' | 'Request') => void
  /**
   * Registers a function that is called when the write is over: stored, refused or failed. A write that is retried because of a
   * concurrent one is over each time. The argument says whether the outcome is unknown: the write may be stored, and the response
   * is a 504.
   */
  readonly onEnd: (listener: (isUncertain: boolean) => void) => void
}
