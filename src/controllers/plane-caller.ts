/**
 * The plane itself, when it writes what it needs.
 *
 * @module
 */

import { PLANE_USER } from '../meta/index.js'
import type { Caller } from '../registry/index.js'

/** As whom loops of the plane itself write. */
export const PLANE: Caller = Object.freeze({ user: PLANE_USER, warn: () => {} })
