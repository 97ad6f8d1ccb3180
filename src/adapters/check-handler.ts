/**
 * What programs without types hand to hosts.
 *
 * @module
 */

import { check } from '../meta/index.js'

const aHandler = check.fits('a control plane, as createControlPlane resolves to', (value) => check.has(value, 'handle'))

/**
 * Checks what answers requests.
 *
 * @param callee - The function that was called.
 * @param handler - What was handed in.
 * @throws TypeError for what is no handler of requests.
 */
export const checkHandler = (callee: string, handler: unknown): void => check.refuse(callee, aHandler(handler, 'handler'))
