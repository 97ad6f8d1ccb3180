/**
 * The priority level of a request: requests of one rule share its seats.
 *
 * @module
 */

import { ADMIN_GROUP, FLOW_RULES, type FlowRule, type UserInfo } from '../../meta/index.js'

const [exempt, probes, globalDefault] = FLOW_RULES

/** The rule of health checks. */
export const PROBES: FlowRule = probes

/** Whether a user has the seats of administrators. */
export const isAdministrator = ({ groups }: UserInfo): boolean => groups.includes(ADMIN_GROUP)

/** The rule of a user's requests. */
export const ruleOf = (user: UserInfo): FlowRule => (isAdministrator(user) ? exempt : globalDefault)
