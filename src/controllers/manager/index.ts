/**
 * All control loops at once, for whoever has a client.
 *
 * @module
 */

export { createControllerManager } from './controller-manager.js'
