/**
 * The client of a plane in the same process: it calls the endpoints directly, which clients over HTTP do not load.
 *
 * @module
 */

export { BusyTurn } from './busy-turn.js'
export { createInProcessClient, type InProcessClientOptions, type InProcessParts } from './client.js'
