/**
 * What can be told of a decision: who was asked, what gave the right, what would give it.
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
  /** Empty for those that are in none. */
  readonly namespace: string
  readonly name: string
}

/** A rule that allows something, and the way that it has come to somebody. */
export interface AccessGrant {
  readonly binding: AccessObjectName
  readonly role: AccessObjectName
  /** Whom the binding gives the role. */
  readonly subject: { readonly kind: 'User' | 'Group' | 'ServiceAccount'; readonly namespace: string; readonly name: string }
  /** The rule of the role, as it stands there. */
  readonly rule: PolicyRule
}

/** What would allow what is not allowed. */
export interface AccessProposal {
  /** Roles that there are already and that a binding could give; ten at most, those that give the least first. */
  readonly roles: readonly AccessObjectName[]
  /** A role that gives exactly this right, and a binding that gives the role: ready to be created. */
  readonly objects: readonly ApiObject[]
}

/** Why somebody may do something, or may not. */
export interface AccessExplanation {
  readonly allowed: boolean
  /** Name of the authorizer that allowed or denied it; absent when none did, which is a refusal too. */
  readonly decidedBy?: string
  /** Who was asked, in this order, up to the one that decided. */
  readonly opinions: readonly AccessOpinion[]
  /** Every rule by which roles and bindings allow it. */
  readonly grants: readonly AccessGrant[]
  /** What would have to be granted; absent when it is allowed, when roles do not count, and when whoever denied it denies it all the same. */
  readonly proposal?: AccessProposal
}
