/**
 * Calls of webhooks, with a time limit, retries and metrics.
 *
 * It does not interpret the content of requests; a transport of the host opens the connections.
 *
 * @module
 */

export * from './transport.js'
export * from './webhook-client.js'
export * from './webhook-error.js'
