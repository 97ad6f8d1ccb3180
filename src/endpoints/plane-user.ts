/**
 * The user that a plane is to itself.
 *
 * @module
 */

import { ADMIN_GROUP, AUTHENTICATED_GROUP, type UserInfo } from '../meta/index.js'

/** As whom the plane itself asks, in process. Only code that holds the plane can be this very object. */
export const PLANE_USER: UserInfo = Object.freeze({
  username: 'system:apiserver',
  groups: Object.freeze([ADMIN_GROUP, AUTHENTICATED_GROUP]),
})
