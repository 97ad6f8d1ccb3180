/**
 * Whether any of many webhooks or policies may match a request.
 *
 * @module
 */

import type { AdmissionAttributes } from '../attributes.js'
import type { RequestMatch } from './request-match.js'

/** Rules that are looked at without a pause: less than a millisecond. */
const MAX_WORK = 5000
/** The work for one of them, besides that for its rules. */
const WORK_EACH = 5

/**
 * Tells whether a request may match any of them by its names. It takes no turn of the event loop: where there are many rules,
 * the answer is that it may, and the plugin compares them in turns.
 *
 * @param all - The webhooks or policies.
 * @param attributes - The request.
 */
export function mayMatch(all: readonly { readonly match: RequestMatch }[], attributes: AdmissionAttributes): boolean {
  let left = MAX_WORK
  for (const { match } of all) {
    left -= WORK_EACH + match.workFor(attributes)
    if (left < 0 || match.rulesMatch(attributes)) return true
  }
  return false
}
