/**
 * Authorization: what an authorizer of your own is made of, and the ones that need no rules.
 *
 * @module
 */

export {
  type AuthorizationDecision,
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  type NonResourceRule,
  type ResourceRule,
  type UserRules,
} from '../authz/index.js'
export type {
  Attributes,
  Verb,
} from '../meta/index.js'
