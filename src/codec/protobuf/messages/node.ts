/**
 * Runtime classes.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `node.platform.io/v1`. */
export const node: GroupMessages = {
  apiVersion: (domain) => `node.${domain}/v1`,
  kinds: ['RuntimeClass'],
  messages: {
    RuntimeClass: `
      1 metadata ObjectMeta
      2 handler string!
      3 overhead Overhead
      4 scheduling Scheduling`,
    Overhead: `
      1 podFixed map Quantity`,
    Scheduling: `
      1 nodeSelector map string
      2 tolerations list Toleration`,
  },
}
