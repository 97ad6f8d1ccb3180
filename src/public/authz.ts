/**
 * Authorization: what an authorizer of your own is made of, and the ones that need no rules.
 *
 * @module
 */

export {
  type Authorizer,
  type AuthorizationDecision,
  alwaysAllow,
  alwaysDeny,
  type UserRules,
  type ResourceRule,
  type NonResourceRule,
} from '../authz/index.js'
export type {
  Attributes,
  Verb,
} from '../meta/index.js'
