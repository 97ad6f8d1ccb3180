/**
 * Ingresses and network policies.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `networking.platform.io/v1`. */
export const networking: GroupMessages = {
  apiVersion: (domain) => `networking.${domain}/v1`,
  kinds: ['Ingress', 'IngressClass', 'NetworkPolicy'],
  messages: {
    Ingress: `
      1 metadata ObjectMeta
      2 spec IngressSpec
      3 status IngressStatus`,
    IngressSpec: `
      1 defaultBackend IngressBackend
      2 tls list IngressTLS
      3 rules list IngressRule
      4 ingressClassName string?`,
    IngressBackend: `
      3 resource TypedLocalObjectReference
      4 service IngressServiceBackend`,
    IngressServiceBackend: `
      1 name string!
      2 port ServiceBackendPort`,
    ServiceBackendPort: `
      1 name string
      2 number int32`,
    IngressTLS: `
      1 hosts list string
      2 secretName string`,
    IngressRule: `
      1 host string
      2 ingressRuleValue inline IngressRuleValue`,
    IngressRuleValue: `
      1 http HTTPIngressRuleValue`,
    HTTPIngressRuleValue: `
      1 paths list HTTPIngressPath`,
    HTTPIngressPath: `
      1 path string
      2 backend IngressBackend
      3 pathType string?`,
    IngressStatus: `
      1 loadBalancer IngressLoadBalancerStatus`,
    IngressLoadBalancerStatus: `
      1 ingress list IngressLoadBalancerIngress`,
    IngressLoadBalancerIngress: `
      1 ip string
      2 hostname string
      4 ports list IngressPortStatus`,
    IngressPortStatus: `
      1 port int32!
      2 protocol string!
      3 error string?`,
    IngressClass: `
      1 metadata ObjectMeta
      2 spec IngressClassSpec`,
    IngressClassSpec: `
      1 controller string
      2 parameters IngressClassParametersReference`,
    IngressClassParametersReference: `
      1 apiGroup string?
      2 kind string!
      3 name string!
      4 scope string?
      5 namespace string?`,
    NetworkPolicy: `
      1 metadata ObjectMeta
      2 spec NetworkPolicySpec`,
    NetworkPolicySpec: `
      1 podSelector LabelSelector
      2 ingress list NetworkPolicyIngressRule
      3 egress list NetworkPolicyEgressRule
      4 policyTypes list string`,
    NetworkPolicyIngressRule: `
      1 ports list NetworkPolicyPort
      2 from list NetworkPolicyPeer`,
    NetworkPolicyPort: `
      1 protocol string?
      2 port IntOrString
      3 endPort int32?`,
    NetworkPolicyPeer: `
      1 podSelector LabelSelector
      2 namespaceSelector LabelSelector
      3 ipBlock IPBlock`,
    IPBlock: `
      1 cidr string!
      2 except list string`,
    NetworkPolicyEgressRule: `
      1 ports list NetworkPolicyPort
      2 to list NetworkPolicyPeer`,
  },
}
