/**
 * The authorizer of a plane, from its option.
 *
 * @module
 */

import { type Authorizer, alwaysAllow, RbacIndex, rbacAuthorizer, unionAuthorizer, withPrivilegedGroup } from '../authz/index.js'
import { ADMIN_GROUP, type Dialect } from '../meta/index.js'
import { rbacGroup } from '../resources/index.js'

/** The authorizer: the embedder's, or RBAC. */
export type AuthorizerChoice = Authorizer | 'RBAC'

/** Access control of a plane. */
export interface AccessControl {
  readonly authorizer: Authorizer
  /** Receives the roles and bindings of the plane; undefined without RBAC. */
  readonly policies: RbacIndex | undefined
}

/**
 * Makes the access control of a plane.
 *
 * @param choice - The authorizers, called in this order. Without any, every request is allowed.
 * @param dialect - The plane's dialect.
 */
export function createAccessControl(
  choice: AuthorizerChoice | readonly AuthorizerChoice[] | undefined,
  dialect: Dialect,
): AccessControl {
  const choices = choice === undefined ? [alwaysAllow] : isList(choice) ? choice : [choice]
  if (!choices.includes('RBAC')) {
    return { authorizer: unionAuthorizer(choices.filter((one) => one !== 'RBAC')), policies: undefined }
  }
  const policies = new RbacIndex(rbacGroup(dialect))
  const rbac = rbacAuthorizer(policies)
  const authorizers = choices.map((one) => (one === 'RBAC' ? rbac : one))
  return { authorizer: withPrivilegedGroup(ADMIN_GROUP, unionAuthorizer(authorizers)), policies }
}

const isList = (choice: AuthorizerChoice | readonly AuthorizerChoice[]): choice is readonly AuthorizerChoice[] =>
  Array.isArray(choice)
