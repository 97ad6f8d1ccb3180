/**
 * Authorization by a remote service.
 *
 * @module
 */

export { createWebhookAuthorizer, type WebhookAuthorizerOptions } from './webhook-authorizer.js'
