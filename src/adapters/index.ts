/**
 * Adapters for host servers: they convert requests and responses.
 *
 * @module
 */

export { fetchHandler } from './fetch.js'
export { createHttpsFetch } from './https-fetch.js'
export { nodeHandler } from './node.js'
export { createWebhookTransport } from './webhook-transport.js'
