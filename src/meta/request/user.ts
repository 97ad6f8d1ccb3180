/**
 * Users and request attributes, shared by authentication, authorization and admission.
 *
 * @module
 */

import type { SelectorRequirement } from '../selectors/selector-requirements.js'

/**
 * The identity behind a request. All members are opaque to authentication and meaningful to authorizers.
 *
 * @see Specification, "Principals and attributes"
 */
export interface UserInfo {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Group of every authenticated user. */
export const AUTHENTICATED_GROUP = 'system:authenticated'

/** Group of all unauthenticated users. */
export const UNAUTHENTICATED_GROUP = 'system:unauthenticated'

/** Group of users who may do everything, whatever roles say. */
export const ADMIN_GROUP = 'system:masters'

/** Group of all service accounts; with `:` and a namespace, of those in it. */
export const SERVICE_ACCOUNTS_GROUP = 'system:serviceaccounts'

/** What user names of service accounts begin with; namespace and name follow, with `:` between them. */
export const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:'

/** What user names of node agents begin with; the name of the node follows. */
export const NODE_USER_PREFIX = 'system:node:'

/** Group of all node agents. */
export const NODES_GROUP = 'system:nodes'

/**
 * The user of requests that show no credential.
 *
 * @see Specification, "Anonymous requests"
 */
export const ANONYMOUS_USER: UserInfo = Object.freeze({
  username: 'system:anonymous',
  groups: Object.freeze([UNAUTHENTICATED_GROUP]),
})

/** As whom the plane itself asks, in process. Only code that holds the plane can be this very object. */
export const PLANE_USER: UserInfo = Object.freeze({
  username: 'system:apiserver',
  groups: Object.freeze([ADMIN_GROUP, AUTHENTICATED_GROUP]),
})

/** A verb of the resource API, or a lower-cased HTTP method for paths that name no resource. */
export type Verb = string

/** What a request asks to do, as authorizers see it. */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: Verb
  /** False for paths such as `/healthz`, which are judged by `path` alone. */
  readonly isResourceRequest: boolean
  readonly path: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** What a field selector asks of a list, watch or deletecollection; absent when that narrows nothing. */
  readonly fieldSelector?: readonly SelectorRequirement[]
  /** What a label selector asks of it. */
  readonly labelSelector?: readonly SelectorRequirement[]
}
