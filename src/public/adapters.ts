/**
 * Adapters for HTTP servers of Node and `fetch`, and transports for webhooks.
 *
 * @module
 */

export {
  nodeHandler,
  fetchHandler,
  createHttpsFetch,
  createWebhookTransport,
} from '../adapters/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type {
  WebhookTransport,
  WebhookReply,
} from '../webhook/index.js'
