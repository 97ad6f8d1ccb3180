/**
 * Admission plugins as webhooks: separate from the other adapters, which load nothing of the plane.
 *
 * @module
 */

export { admissionWebhook } from './admission-webhook.js'
