/**
 * Priority classes.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `scheduling.platform.io/v1`. */
export const scheduling: GroupMessages = {
  apiVersion: (domain) => `scheduling.${domain}/v1`,
  kinds: ['PriorityClass'],
  messages: {
    PriorityClass: `
      1 metadata ObjectMeta
      2 value int32!
      3 globalDefault bool
      4 description string
      5 preemptionPolicy string?`,
  },
}
