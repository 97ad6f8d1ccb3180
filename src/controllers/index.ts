/**
 * Control loops: they bring the stored state closer to the desired state. This index has what a plane starts them with; loops
 * that can run alone are in `library/`.
 *
 * @module
 */

export { controllerNames, type PlaneLoopParts, type RunningLoops, startLoops } from './loops.js'
export { OWN_SIGNING_KEY, ownSigningKey } from './service-accounts/own-signing-key.js'
