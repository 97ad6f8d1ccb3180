/**
 * Host servers: their requests as ours, our responses as theirs; and the way out to webhooks.
 *
 * @module
 */

export {
  nodeHandler,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  fetchHandler,
  createHttpsFetch,
  createWebhookTransport,
  type WebhookTransportOptions,
} from '../adapters/index.js'
