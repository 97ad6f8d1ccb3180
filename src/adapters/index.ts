/**
 * Host servers: their requests as ours, our responses as theirs.
 *
 * @module
 */

export { fetchHandler } from './fetch.js'
export { createHttpsFetch } from './https-fetch.js'
export { nodeHandler } from './node.js'
export { createWebhookTransport } from './webhook-transport.js'
