/**
 * Authorization: by policies, by a remote service, why somebody may do something, and what an authorizer of your own is made of.
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
  type UserRules,
  explainAccess,
  type AccessExplanation,
} from '../authz/index.js'
export type { Attributes } from '../meta/index.js'
