/**
 * Host servers: their requests as ours, our responses as theirs.
 *
 * @module
 */

export { fetchHandler } from './fetch.js'
export { createHttpsFetch } from './https-fetch.js'
export { type NodeHandler, nodeHandler } from './node.js'
export type { NodeRequest, NodeResponse } from './node-messages.js'
export { createWebhookTransport, type WebhookTransportOptions } from './webhook-transport.js'
