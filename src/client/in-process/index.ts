/**
 * The client of a plane in the same process: it calls the endpoints directly. Clients over HTTP do not load this folder.
 *
 * @module
 */

export { BusyTurn } from './busy-turn.js'
export { createInProcessClient, type InProcessClientOptions, type InProcessParts } from './client.js'
