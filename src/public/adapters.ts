/**
 * Host servers: their requests as ours, our responses as theirs; and the way out to webhooks.
 *
 * @module
 */

export {
  nodeHandler,
  type NodeHandler,
  fetchHandler,
  createHttpsFetch,
  createWebhookTransport,
} from '../adapters/index.js'
