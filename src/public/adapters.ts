/**
 * Host servers: their requests as ours, our responses as theirs; and the way out to webhooks.
 *
 * @module
 */

export {
  createWebhookTransport,
  fetchHandler,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
  type WebhookTransportOptions,
} from '../adapters/index.js'
