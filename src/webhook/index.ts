/**
 * The one way out to webhooks: what a call is, and calls with a time-out, attempts and a count.
 *
 * Knows nothing of the content of requests; a transport of the host opens the connections.
 *
 * @module
 */

export * from './transport.js'
export * from './webhook-client.js'
export * from './webhook-error.js'
