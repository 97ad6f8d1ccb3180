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

/** Group of users who are allowed everything, whatever roles they have. */
export const ADMIN_GROUP = 'system:masters'

/** Group of all service accounts; with `:` and a namespace, of those in that namespace. */
export const SERVICE_ACCOUNTS_GROUP = 'system:serviceaccounts'

/** Prefix of user names of service accounts; namespace and name follow, separated by `:`. */
export const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:'

/** Prefix of user names of kubelets; the name of the node follows. */
export const NODE_USER_PREFIX = 'system:node:'

/** Group of all kubelets. */
export const NODES_GROUP = 'system:nodes'

/**
 * The user of requests without a credential.
 *
 * @see Specification, "Anonymous requests"
 */
export const ANONYMOUS_USER: UserInfo = /* @__PURE__ */ Object.freeze({
  username: 'system:anonymous',
  groups: /* @__PURE__ */ Object.freeze([UNAUTHENTICATED_GROUP]),
})

/**
 * The identity of the plane itself, in process. It is compared by reference, so only code with access to the plane can use it.
 */
export const PLANE_USER: UserInfo = /* @__PURE__ */ Object.freeze({
  username: 'system:apiserver',
  groups: /* @__PURE__ */ Object.freeze([ADMIN_GROUP, AUTHENTICATED_GROUP]),
})

/** A verb of the resource API, or a lower-cased HTTP method for paths that name no resource. */
export type Verb = string

/** The attributes of a request for authorizers. */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: Verb
  /** False for paths such as `/healthz`, which are authorized by `path` alone. */
  readonly isResourceRequest: boolean
  readonly path: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** Field selector of a list, watch or deletecollection; absent when it selects everything. */
  readonly fieldSelector?: readonly SelectorRequirement[]
  /** Its label selector. */
  readonly labelSelector?: readonly SelectorRequirement[]
}
