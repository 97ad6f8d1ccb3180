/**
 * Role-based access control: rules, the index of roles and bindings, decisions, and missing rights.
 *
 * @module
 */

export type { CompiledRole } from './compiled-role.js'
export { grantsFor, proposalFor, RBAC } from './explain-rbac.js'
export { describeRule, missingRights } from './missing-rights.js'
export type { PolicyRule } from './policy-rule.js'
export { rbacAuthorizer } from './rbac-authorizer.js'
export { type Grant, type RbacBinding, RbacIndex, type RbacRole, type RbacSubject, type RoleKind } from './rbac-index.js'
