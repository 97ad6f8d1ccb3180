/**
 * The identity of the plane for its own writes.
 *
 * @module
 */

import { PLANE_USER } from '../meta/index.js'
import type { Caller } from '../registry/index.js'

/** The user of loops that belong to the plane itself. */
export const PLANE: Caller = Object.freeze({ user: PLANE_USER, warn: () => {} })
