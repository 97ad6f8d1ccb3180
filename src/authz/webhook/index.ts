/**
 * Authorization by a remote service.
 *
 * @module
 */

export type { ReviewVersion } from './subject-access-review.js'
export { createWebhookAuthorizer, type WebhookAuthorizerOptions } from './webhook-authorizer.js'
