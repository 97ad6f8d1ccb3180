/**
 * Checks of the arguments of adapters, for programs without types.
 *
 * @module
 */

import { check } from '../meta/index.js'

const aHandler = check.fits('a control plane, as createControlPlane resolves to', (value) => check.has(value, 'handle'))

/**
 * Checks a request handler.
 *
 * @param callee - The function with the argument.
 * @param handler - The argument.
 * @throws TypeError for a value that is no request handler.
 */
export const checkHandler = (callee: string, handler: unknown): void => check.refuse(callee, aHandler(handler, 'handler'))
