/**
 * Authorization: policies, remote authorizers, explanations of decisions, and the interfaces of a custom authorizer.
 *
 * @module
 */

export {
  type Authorizer,
  type AuthorizationDecision,
  abacAuthorizer,
  type AbacPolicy,
  parsePolicyFile,
  createWebhookAuthorizer,
  type UserRules,
  explainAccess,
  type AccessExplanation,
} from '../authz/index.js'
export type { Attributes } from '../meta/index.js'
