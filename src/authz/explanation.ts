/**
 * The explanation of a decision: the authorizers that were called, the grants, and a proposal.
 *
 * @module
 */

import type { ApiObject } from '../meta/index.js'
import type { PolicyRule } from './rbac/policy-rule.js'

/** The decision of one authorizer in a chain. */
export interface AccessOpinion {
  /** Name of the authorizer; `RBAC` for roles and bindings, the group name for a privileged group. */
  readonly authorizer: string
  readonly decision: 'allow' | 'deny' | 'noOpinion'
  readonly reason?: string
  /** Why the decision is incomplete. */
  readonly evaluationError?: string
}

/** An RBAC object, by kind and name. */
export interface AccessObjectName {
  readonly kind: 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'
  /** Empty for cluster-scoped ones. */
  readonly namespace: string
  readonly name: string
}

/** A rule that allows the access, and the binding that grants it to the user. */
export interface AccessGrant {
  readonly binding: AccessObjectName
  readonly role: AccessObjectName
  /** The subject of the binding. */
  readonly subject: { readonly kind: 'User' | 'Group' | 'ServiceAccount'; readonly namespace: string; readonly name: string }
  /** The rule as stored in the role. */
  readonly rule: PolicyRule
}

/** What to grant so that the access is allowed. */
export interface AccessProposal {
  /** Existing roles that a binding could grant: at most ten, the least powerful first. */
  readonly roles: readonly AccessObjectName[]
  /** A role with exactly this right, and a binding that grants it: both ready to be created. */
  readonly objects: readonly ApiObject[]
}

/** Why an access is allowed or not. */
export interface AccessExplanation {
  readonly allowed: boolean
  /** Name of the authorizer that allowed or denied the access; absent if none decided, which is a refusal too. */
  readonly decidedBy?: string
  /** The authorizers that were called, in order, up to the one that decided. */
  readonly opinions: readonly AccessOpinion[]
  /** Every RBAC rule that allows the access. */
  readonly grants: readonly AccessGrant[]
  /**
   * What to grant. Absent if the access is allowed, if RBAC is not in use, or if an authorizer denies it regardless of roles.
   */
  readonly proposal?: AccessProposal
}
