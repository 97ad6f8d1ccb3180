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
  type UnknownRecord,
  validateRange,
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
  const isSelected = podSelector !== undefined || namespaceSelector !== undefined
  if (!isSelected && ipBlock === undefined) return [requiredField(field, 'must specify a peer')]
  if (ipBlock === undefined) return []
  return [
    ...validateBlock(recordOf(ipBlock), `${field}.ipBlock`),
    ...(isSelected ? [forbiddenField(field, 'may not specify both ipBlock and another peer')] : []),
  ]
}

function validateBlock({ cidr, except }: Readonly<UnknownRecord>, field: string): readonly FieldError[] {
  const text = textOf(cidr)
  if (text === '') return [requiredField(`${field}.cidr`)]
  const block = parseRange(text)
  if (!block?.isExact) return validateRange(text).map((message) => invalidField(`${field}.cidr`, cidr, message))
  return errorsOf(textsOf(except), (part, i) => {
    // A block can have 60,000 of them: each is parsed once.
    const inner = parseRange(part)
    if (!inner?.isExact) return validateRange(part).map((message) => invalidField(`${field}.except[${i}]`, part, message))
    const fits = inner.prefix > block.prefix && isInRange({ bits: inner.bits, value: inner.first }, block)
    return fits ? [] : [invalidField(`${field}.except[${i}]`, part, 'must be a strict subset of `cidr`')]
  })
}
