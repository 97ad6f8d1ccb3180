/**
 * Admission plugins as webhooks: apart from the other adapters, which load nothing of the plane.
 *
 * @module
 */

export { admissionWebhook } from './admission-webhook.js'
