/**
 * Authorization by a webhook.
 *
 * @module
 */

export { createWebhookAuthorizer } from './webhook-authorizer.js'
