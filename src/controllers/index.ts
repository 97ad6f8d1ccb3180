/**
 * Control loops: they bring what is stored closer to what is wanted. Here is what a plane starts them with; those that can be had alone
 * are in `library/`.
 *
 * @module
 */

export { controllerNames, type PlaneLoopParts, type RunningLoops, startLoops } from './loops.js'
export { ownSigningKey } from './service-accounts/own-signing-key.js'
