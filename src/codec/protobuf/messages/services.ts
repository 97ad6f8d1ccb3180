/**
 * Services, endpoints, quotas and limit ranges.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `v1`. */
export const services: GroupMessages = {
  apiVersion: () => 'v1',
  kinds: ['Service', 'Endpoints', 'ResourceQuota', 'LimitRange'],
  messages: {
    Service: `
      1 metadata ObjectMeta
      2 spec ServiceSpec
      3 status ServiceStatus`,
    ServiceSpec: `
      1 ports list ServicePort
      2 selector map string
      3 clusterIP string
      4 type string
      5 externalIPs list string
      7 sessionAffinity string
      8 loadBalancerIP string
      9 loadBalancerSourceRanges list string
      10 externalName string
      11 externalTrafficPolicy string
      12 healthCheckNodePort int32
      13 publishNotReadyAddresses bool
      14 sessionAffinityConfig SessionAffinityConfig
      17 ipFamilyPolicy string?
      18 clusterIPs list string
      19 ipFamilies list string
      20 allocateLoadBalancerNodePorts bool?
      21 loadBalancerClass string?
      22 internalTrafficPolicy string?
      23 trafficDistribution string?`,
    ServicePort: `
      1 name string
      2 protocol string
      3 port int32!
      4 targetPort IntOrString
      5 nodePort int32
      6 appProtocol string?`,
    SessionAffinityConfig: `
      1 clientIP ClientIPConfig`,
    ClientIPConfig: `
      1 timeoutSeconds int32?`,
    ServiceStatus: `
      1 loadBalancer LoadBalancerStatus
      2 conditions list Condition`,
    LoadBalancerStatus: `
      1 ingress list LoadBalancerIngress`,
    LoadBalancerIngress: `
      1 ip string
      2 hostname string
      3 ipMode string?
      4 ports list PortStatus`,
    PortStatus: `
      1 port int32!
      2 protocol string!
      3 error string?`,
    Endpoints: `
      1 metadata ObjectMeta
      2 subsets list EndpointSubset`,
    EndpointSubset: `
      1 addresses list EndpointAddress
      2 notReadyAddresses list EndpointAddress
      3 ports list core.EndpointPort`,
    EndpointAddress: `
      1 ip string!
      2 targetRef ObjectReference
      3 hostname string
      4 nodeName string?`,
    'core.EndpointPort': `
      1 name string
      2 port int32!
      3 protocol string
      4 appProtocol string?`,
    ResourceQuota: `
      1 metadata ObjectMeta
      2 spec ResourceQuotaSpec
      3 status ResourceQuotaStatus`,
    ResourceQuotaSpec: `
      1 hard map Quantity
      2 scopes list string
      3 scopeSelector ScopeSelector`,
    ScopeSelector: `
      1 matchExpressions list ScopedResourceSelectorRequirement`,
    ScopedResourceSelectorRequirement: `
      1 scopeName string!
      2 operator string!
      3 values list string`,
    ResourceQuotaStatus: `
      1 hard map Quantity
      2 used map Quantity`,
    LimitRange: `
      1 metadata ObjectMeta
      2 spec LimitRangeSpec`,
    LimitRangeSpec: `
      1 limits list LimitRangeItem`,
    LimitRangeItem: `
      1 type string!
      2 max map Quantity
      3 min map Quantity
      4 default map Quantity
      5 defaultRequest map Quantity
      6 maxLimitRequestRatio map Quantity`,
  },
}
