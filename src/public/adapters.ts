/**
 * Host servers: their requests as ours, our responses as theirs; and the way out to webhooks.
 *
 * @module
 */

export {
  nodeHandler,
  fetchHandler,
  createHttpsFetch,
  createWebhookTransport,
} from '../adapters/index.js'
