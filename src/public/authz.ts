/**
 * Authorization: by policies, by a remote service, and what an authorizer of your own is made of.
 *
 * @module
 */

export {
  type Authorizer,
  type AuthorizationDecision,
  alwaysAllow,
  alwaysDeny,
  abacAuthorizer,
  type AbacPolicy,
  parsePolicyFile,
  createWebhookAuthorizer,
  type WebhookAuthorizerOptions,
  type UserRules,
  type ResourceRule,
  type NonResourceRule,
} from '../authz/index.js'
export type {
  Attributes,
  SelectorRequirement,
  Verb,
} from '../meta/index.js'
