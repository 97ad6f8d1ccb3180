/**
 * The documents of API discovery, in their older form.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages without a group, like those shared by all kinds. Their lists have no metadata. */
export const apiDiscovery: GroupMessages = {
  apiVersion: () => 'v1',
  kinds: ['APIGroup', 'APIResource', 'APIVersions'],
  messages: {
    APIVersions: `
      1 versions list string
      2 serverAddressByClientCIDRs list ServerAddressByClientCIDR`,
    ServerAddressByClientCIDR: `
      1 clientCIDR string!
      2 serverAddress string!`,
    APIGroupList: `
      1 groups list APIGroup`,
    APIGroup: `
      1 name string!
      2 versions list GroupVersionForDiscovery
      3 preferredVersion GroupVersionForDiscovery
      4 serverAddressByClientCIDRs list ServerAddressByClientCIDR`,
    GroupVersionForDiscovery: `
      1 groupVersion string!
      2 version string!`,
    APIResourceList: `
      1 groupVersion string!
      2 resources list APIResource`,
    APIResource: `
      1 name string!
      2 namespaced bool!
      3 kind string!
      4 verbs Verbs
      5 shortNames list string
      6 singularName string!
      7 categories list string
      8 group string
      9 version string
      10 storageVersionHash string`,
    Verbs: `
      1 items list string`,
  },
}
