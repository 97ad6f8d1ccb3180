/**
 * Validation of NetworkPolicies.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  isInRange,
  parseRange,
  requiredField,
} from '../../meta/index.js'
import { judgeFields, labelSelector, notEmpty } from '../fields/field-rules.js'
import { listOf, numberOf, recordOf, textOf, textsOf, valueAt } from '../fields/fields.js'
import { validatePort, validatePortName } from '../fields/ports.js'

const MAX_TYPES = 2

const judge = judgeFields({
  'spec.podSelector': labelSelector,
  ...Object.fromEntries(
    ['ingress[].from[]', 'egress[].to[]'].flatMap((peer) => [
      [`spec.${peer}.podSelector`, labelSelector],
      [`spec.${peer}.namespaceSelector`, labelSelector],
    ]),
  ),
  'spec.ingress[].ports[].protocol': notEmpty('SCTP', 'TCP', 'UDP'),
  'spec.egress[].ports[].protocol': notEmpty('SCTP', 'TCP', 'UDP'),
  'spec.policyTypes': (field, value) =>
    listOf(value).length > MAX_TYPES ? [invalidField(field, value, 'may not specify more than two policyTypes')] : [],
  'spec.policyTypes[]': notEmpty('Egress', 'Ingress'),
})

/** Validates a NetworkPolicy: its ports and its peers. */
export const validateNetworkPolicy = (policy: ApiObject): readonly FieldError[] => [
  ...judge(policy),
  ...validateRules(policy, 'ingress', 'from'),
  ...validateRules(policy, 'egress', 'to'),
]

const validateRules = (policy: ApiObject, direction: string, peers: string): readonly FieldError[] =>
  errorsOf(listOf(valueAt(policy, 'spec', direction)), (rule, i) => [
    ...errorsOf(listOf(recordOf(rule).ports), (port, j) => validatePolicyPort(port, `spec.${direction}[${i}].ports[${j}]`)),
    ...errorsOf(listOf(recordOf(rule)[peers]), (peer, j) => validatePeer(peer, `spec.${direction}[${i}].${peers}[${j}]`)),
  ])

function validatePolicyPort(value: unknown, field: string): readonly FieldError[] {
  const { port, endPort } = recordOf(value)
  const end = numberOf(endPort)
  if (typeof port === 'number') {
    return [
      ...validatePort(`${field}.port`, port),
      ...(end !== undefined && end < port
        ? [invalidField(`${field}.endPort`, end, 'must be greater than or equal to `port`')]
        : []),
      ...(end === undefined ? [] : validatePort(`${field}.endPort`, end)),
    ]
  }
  const detail =
    port === undefined ? 'may not be specified when `port` is not specified' : 'may not be specified when `port` is non-numeric'
  return [
    ...(end === undefined ? [] : [invalidField(`${field}.endPort`, end, detail)]),
    ...(typeof port === 'string' ? validatePortName(`${field}.port`, port) : []),
  ]
}

function validatePeer(value: unknown, field: string): readonly FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = recordOf(value)
  if (podSelector === undefined && namespaceSelector === undefined && ipBlock === undefined)
    return [requiredField(field, 'must specify a peer')]
  if (ipBlock === undefined) return []
  if (podSelector !== undefined || namespaceSelector !== undefined)
    return [forbiddenField(field, 'may not specify both ipBlock and another peer')]
  const { cidr, except } = recordOf(ipBlock)
  const block = parseRange(textOf(cidr))
  if (textOf(cidr) === '') return [requiredField(`${field}.ipBlock.cidr`)]
  if (!block)
    return [invalidField(`${field}.ipBlock.cidr`, cidr, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')]
  return errorsOf(textsOf(except), (part, i) => {
    const inner = parseRange(part)
    const fits = inner && inner.prefix > block.prefix && isInRange({ bits: inner.bits, value: inner.first }, block)
    return fits ? [] : [invalidField(`${field}.ipBlock.except[${i}]`, part, 'must be a strict subset of `cidr`')]
  })
}
