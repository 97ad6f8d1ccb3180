/**
 * Names of CSI drivers.
 *
 * @module
 */

import { validateDnsSubdomain } from '../../../meta/index.js'
import { text } from '../../fields/field-rules.js'

const MAX_NAME = 63

/** A driver name: a short subdomain, in upper or lower case. */
export const driverName = text((name) => [
  ...(name.length > MAX_NAME ? [`must be no more than ${MAX_NAME} characters`] : []),
  ...validateDnsSubdomain(name.toLowerCase()),
])
