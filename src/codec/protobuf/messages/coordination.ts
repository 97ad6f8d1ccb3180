/**
 * Leases.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `coordination.platform.io/v1`. */
export const coordination: GroupMessages = {
  apiVersion: (domain) => `coordination.${domain}/v1`,
  kinds: ['Lease'],
  messages: {
    Lease: `
      1 metadata ObjectMeta
      2 spec LeaseSpec`,
    LeaseSpec: `
      1 holderIdentity string?
      2 leaseDurationSeconds int32?
      3 acquireTime MicroTime
      4 renewTime MicroTime
      5 leaseTransitions int32?
      6 strategy string?
      7 preferredHolder string?`,
  },
}
