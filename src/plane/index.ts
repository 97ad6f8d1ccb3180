/**
 * A whole control plane.
 *
 * @module
 */

export type { AuthorizerChoice } from './access-control.js'
export { optionsWith } from './check-options.js'
export { type ControlPlane, createControlPlane } from './control-plane.js'
export type { ControlPlaneOptions } from './options.js'
export type { OwnTokenOptions } from './own-tokens.js'
