/**
 * All control loops at once, for programs that have a client.
 *
 * @module
 */

export { createControllerManager } from './controller-manager.js'
