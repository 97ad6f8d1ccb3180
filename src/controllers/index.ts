/**
 * Control loops: they bring what is stored closer to what is wanted.
 *
 * @module
 */

export type { LoopParts, StopLoop } from './loop.js'
export { type PlaneLoopParts, startLoops } from './loops.js'
