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
