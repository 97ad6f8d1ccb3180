/**
 * The names of the group `rbac.authorization`.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'

/**
 * API group of roles and bindings.
 *
 * @param dialect - The plane's dialect.
 */
export const rbacGroup = ({ groupDomain }: Dialect): string => `rbac.authorization.${groupDomain}`
