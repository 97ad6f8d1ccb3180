/**
 * Names of CSI drivers.
 *
 * @module
 */

import { validateDnsSubdomain } from '../../../meta/index.js'
import { all, shorterThan, text } from '../../fields/field-rules.js'

const MAX_NAME = 63

/** A driver name: a short subdomain, in upper or lower case. */
export const driverName = all(
  shorterThan(MAX_NAME),
  text((name) => validateDnsSubdomain(name.toLowerCase())),
)
