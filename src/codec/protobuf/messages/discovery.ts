/**
 * Endpoint slices.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `discovery.platform.io/v1`. */
export const discovery: GroupMessages = {
  apiVersion: (domain) => `discovery.${domain}/v1`,
  kinds: ['EndpointSlice'],
  messages: {
    EndpointSlice: `
      1 metadata ObjectMeta
      2 endpoints list Endpoint
      3 ports list discovery.EndpointPort
      4 addressType string!`,
    Endpoint: `
      1 addresses list string
      2 conditions EndpointConditions
      3 hostname string?
      4 targetRef ObjectReference
      5 deprecatedTopology map string
      6 nodeName string?
      7 zone string?
      8 hints EndpointHints`,
    EndpointConditions: `
      1 ready bool?
      2 serving bool?
      3 terminating bool?`,
    EndpointHints: `
      1 forZones list ForZone
      2 forNodes list ForNode`,
    ForZone: `
      1 name string!`,
    ForNode: `
      1 name string!`,
    'discovery.EndpointPort': `
      1 name string?
      2 protocol string?
      3 port int32?
      4 appProtocol string?`,
  },
}
