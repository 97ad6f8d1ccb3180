/**
 * Host servers: their requests as ours, our responses as theirs.
 *
 * @module
 */

export { type AdmissionWebhookOptions, admissionWebhook } from './admission-webhook.js'
export { fetchHandler } from './fetch.js'
export { createHttpsFetch } from './https-fetch.js'
export { type NodeHandler, nodeHandler } from './node.js'
export { createWebhookTransport } from './webhook-transport.js'
