/**
 * The priority level of a request: requests of one level share its seats.
 *
 * @module
 */

import { ADMIN_GROUP, FLOW_LEVELS, type FlowLevel, type UserInfo } from '../../meta/index.js'

const [exempt, administrators, globalDefault] = FLOW_LEVELS

/** The level of health checks. */
export const EXEMPT: FlowLevel = exempt

/** The level of a user's requests. */
export const levelOf = ({ groups }: UserInfo): FlowLevel => (groups.includes(ADMIN_GROUP) ? administrators : globalDefault)
