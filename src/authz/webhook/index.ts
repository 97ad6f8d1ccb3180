/**
 * Authorization by a remote service.
 *
 * @module
 */

export { createWebhookAuthorizer } from './webhook-authorizer.js'
