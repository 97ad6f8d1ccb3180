/**
 * Kinds of the group `rbac.authorization`: what may be done, and who may do it.
 *
 * @module
 */

export { clusterRoleBindingDefinition, roleBindingDefinition } from './binding.js'
export { bindingFromObject, roleFromObject } from './policy-objects.js'
export { rbacGroup } from './rbac-group.js'
export { clusterRoleDefinition, roleDefinition } from './role.js'
