/**
 * The client of a plane in the same process: it enters at the registry's door, which clients over HTTP know nothing of.
 *
 * @module
 */

export { createInProcessClient, type InProcessClientOptions, type InProcessParts } from './client.js'
