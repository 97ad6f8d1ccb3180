/**
 * Events of the newer group.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `events.platform.io/v1`. */
export const events: GroupMessages = {
  apiVersion: (domain) => `events.${domain}/v1`,
  kinds: ['events.Event'],
  messages: {
    'events.Event': `
      1 metadata ObjectMeta
      2 eventTime MicroTime
      3 series events.EventSeries
      4 reportingController string
      5 reportingInstance string
      6 action string
      7 reason string
      8 regarding ObjectReference
      9 related ObjectReference
      10 note string
      11 type string
      12 deprecatedSource EventSource
      13 deprecatedFirstTimestamp Time
      14 deprecatedLastTimestamp Time
      15 deprecatedCount int32`,
    'events.EventSeries': `
      1 count int32!
      2 lastObservedTime MicroTime`,
  },
}
