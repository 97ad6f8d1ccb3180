/**
 * The name of the group `certificates`.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'

/**
 * API group of certificate requests.
 *
 * @param dialect - The plane's dialect.
 */
export const certificatesGroup = ({ groupDomain }: Dialect): string => `certificates.${groupDomain}`
