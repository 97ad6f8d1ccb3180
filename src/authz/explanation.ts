/**
 * The explanation of a decision: authorizers, grants, and a proposal.
 *
 * @module
 */

import type { ApiObject } from '../meta/index.js'
import type { PolicyRule } from './rbac/policy-rule.js'

/** What one authorizer of a chain said. */
export interface AccessOpinion {
  /** Its name; of roles and bindings `RBAC`, of a group that may do everything that of the group. */
  readonly authorizer: string
  readonly decision: 'allow' | 'deny' | 'noOpinion'
  readonly reason?: string
  /** What kept the question from being answered in full. */
  readonly evaluationError?: string
}

/** An object about roles, by its kind and name. */
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
  /** The rule of the role, as it stands there. */
  readonly rule: PolicyRule
}

/** What would allow what is not allowed. */
export interface AccessProposal {
  /** Existing roles that a binding could grant; ten at most, the least powerful first. */
  readonly roles: readonly AccessObjectName[]
  /** A role that gives exactly this right, and a binding that gives the role: ready to be created. */
  readonly objects: readonly ApiObject[]
}

/** Why an access is allowed or not. */
export interface AccessExplanation {
  readonly allowed: boolean
  /** Name of the authorizer that allowed or denied it; absent when none did, which is a refusal too. */
  readonly decidedBy?: string
  /** The authorizers that were called, in order, up to the one that decided. */
  readonly opinions: readonly AccessOpinion[]
  /** Every rule by which roles and bindings allow it. */
  readonly grants: readonly AccessGrant[]
  /**
   * What would have to be granted; absent when it is allowed, when RBAC is not in use, and when an authorizer denies it regardless
   * of roles.
   */
  readonly proposal?: AccessProposal
}
