/**
 * Kinds of the group `rbac.authorization`: roles and bindings.
 *
 * @module
 */

export { clusterRoleBindingDefinition, roleBindingDefinition } from './binding.js'
export { bindingFromObject, roleFromObject } from './policy-objects.js'
export { rbacGroup } from './rbac-group.js'
export { clusterRoleDefinition, roleDefinition } from './role.js'
