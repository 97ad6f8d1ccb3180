/**
 * Validation of Services.
 *
 * @module
 */

import {
  type ApiObject,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  requiredField,
  type UnknownRecord,
  validateAddress,
  validateDnsSubdomain,
  validateRange,
  validateReachableAddress,
} from '../../../meta/index.js'
import {
  dnsLabel,
  type FieldRule,
  givenQualifiedName,
  judgeFields,
  labels,
  needed,
  notEmpty,
  number,
  oneOf,
  text,
} from '../../fields/field-rules.js'
import { listOf, numberOf, recordOf, repeatsIn, textAt, textOf, textsOf, valueAt } from '../../fields/fields.js'
import { validatePort, validatePortOrName } from '../../fields/ports.js'

const HEADLESS = 'None'
const DAY = 86_400
/** The kubelet's port, which must not be reachable from outside. */
const AGENT_PORT = 10_250

const judge = judgeFields({
  'spec.selector': labels,
  'spec.sessionAffinityConfig.clientIP.timeoutSeconds': number(
    (seconds) => seconds > 0 && seconds <= DAY,
    `must be greater than 0 and less than ${DAY}`,
  ),
  'spec.ports[].port': (field, value) => validatePort(field, numberOf(value) ?? 0),
  'spec.ports[].name': dnsLabel,
  'spec.ports[].targetPort': validatePortOrName,
  'spec.ports[].appProtocol': givenQualifiedName,
  'spec.externalIPs[]': text(validateReachableAddress),
  'spec.loadBalancerSourceRanges[]': text((range) => validateRange(range.trim())),
  'spec.loadBalancerClass': givenQualifiedName,
  'spec.internalTrafficPolicy': notEmpty('Cluster', 'Local'),
  'spec.ipFamilyPolicy': notEmpty('PreferDualStack', 'RequireDualStack', 'SingleStack'),
  'spec.trafficDistribution': oneOf('PreferClose', 'PreferSameNode', 'PreferSameZone'),
})

/** Validates a Service: its ports, its addresses, and its external name. */
export function validateService(service: ApiObject): readonly FieldError[] {
  const spec = recordOf(service.spec)
  const ports = listOf(spec.ports).map(recordOf)
  const mayBePortless = spec.clusterIP === HEADLESS || spec.type === 'ExternalName'
  return [
    ...(ports.length === 0 && !mayBePortless ? [requiredField('spec.ports')] : []),
    ...judge(service),
    ...validatePorts(ports, textOf(spec.type)),
    ...OF_TYPES.flatMap(({ member, isFor, detail }) =>
      spec[member] === undefined || spec[member] === 0 || isFor(spec) ? [] : [detail(`spec.${member}`, spec[member])],
    ),
    ...validateAddresses(spec),
    ...(spec.type === 'ExternalName' ? externalName('spec.externalName', spec.externalName) : []),
  ]
}

const externalName: FieldRule = needed(text((name) => validateDnsSubdomain(name.replace(/\.$/, ''))))

/** Ports are unique by name, and by number and protocol; node ports by the latter. */
function validatePorts(ports: readonly Readonly<UnknownRecord>[], type: string): readonly FieldError[] {
  const keyOf = (number: unknown, protocol: unknown) => (numberOf(number) ? `${String(number)}/${String(protocol)}` : '')
  const isRepeated = {
    name: repeatsIn(ports.map(({ name }) => textOf(name))),
    port: repeatsIn(ports.map(({ port, protocol }) => keyOf(port, protocol))),
    nodePort: repeatsIn(ports.map(({ nodePort, protocol }) => keyOf(nodePort, protocol))),
  }
  const isOnNodes = type === 'NodePort' || type === 'LoadBalancer'
  return errorsOf(ports, ({ name, port, protocol, nodePort }, i) => {
    const field = `spec.ports[${i}]`
    return [
      ...(textOf(name) === '' && ports.length > 1 ? [requiredField(`${field}.name`)] : []),
      ...(textOf(name) !== '' && isRepeated.name(i) ? [duplicateField(`${field}.name`, name)] : []),
      ...(numberOf(port) && isRepeated.port(i) ? [duplicateField(field, { protocol, port })] : []),
      ...(numberOf(nodePort) && isRepeated.nodePort(i) ? [duplicateField(`${field}.nodePort`, nodePort)] : []),
      ...(numberOf(nodePort) && !isOnNodes
        ? [forbiddenField(`${field}.nodePort`, `may not be used when \`type\` is '${type}'`)]
        : []),
      ...(type === 'LoadBalancer' && port === AGENT_PORT
        ? [invalidField(`${field}.port`, port, `may not expose port ${AGENT_PORT} externally since it is used by node agents`)]
        : []),
    ]
  })
}

type Spec = Readonly<UnknownRecord>

/** Whether a service has a load balancer. */
export const isBalanced = ({ type }: Spec): boolean => type === 'LoadBalancer'

/** Whether a service is reached from outside of the cluster. */
export const isReached = ({ type, externalIPs }: Spec): boolean =>
  type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && listOf(externalIPs).length > 0)

const FOR_BALANCERS = "may only be used when `type` is 'LoadBalancer'"

/** Whether nodes tell a load balancer if they have pods of the service. */
export const isChecked = (spec: Spec): boolean => isBalanced(spec) && spec.externalTrafficPolicy === 'Local'

/** Fields that are valid only for some service types. */
const OF_TYPES: readonly {
  readonly member: string
  readonly isFor: (spec: Spec) => boolean
  readonly detail: (field: string, value: unknown) => FieldError
}[] = [
  ...['loadBalancerSourceRanges', 'allocateLoadBalancerNodePorts', 'loadBalancerClass'].map((member) => ({
    member,
    isFor: isBalanced,
    detail: (field: string) => forbiddenField(field, FOR_BALANCERS),
  })),
  {
    member: 'externalTrafficPolicy',
    isFor: isReached,
    detail: (field, value) => invalidField(field, value, 'may only be set for externally-accessible services'),
  },
  {
    member: 'healthCheckNodePort',
    isFor: isChecked,
    detail: (field, value) =>
      invalidField(field, value, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"),
  },
]

/** Address fields, which an ExternalName service does not have. */
const ADDRESSES = ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy']
const MAX_ADDRESSES = 2

function validateAddresses(spec: Spec): readonly FieldError[] {
  const clusterIPs =
    listOf(spec.clusterIPs).length > 0 ? textsOf(spec.clusterIPs) : [textOf(spec.clusterIP)].filter((ip) => ip !== '')
  if (spec.type === 'ExternalName') {
    return ADDRESSES.filter((member) => (member === 'clusterIPs' ? clusterIPs.length > 0 : spec[member] !== undefined)).map(
      (member) => forbiddenField(`spec.${member}`, 'may not be set for ExternalName services'),
    )
  }
  const [clusterIP = ''] = clusterIPs
  const field = 'spec.clusterIPs'
  if (clusterIP !== textOf(spec.clusterIP)) return [invalidField(field, clusterIPs, 'first value must match `clusterIP`')]
  const needsOne = spec.type === 'NodePort' || spec.type === 'LoadBalancer'
  if (clusterIP === HEADLESS)
    return needsOne ? [invalidField(`${field}[0]`, clusterIP, `may not be set to 'None' for ${textOf(spec.type)} services`)] : []
  const families = listOf(spec.ipFamilies)
  return [
    ...[clusterIPs, families].flatMap((list, i) =>
      list.length > MAX_ADDRESSES
        ? [invalidField(i === 0 ? field : 'spec.ipFamilies', list, `may only hold up to ${MAX_ADDRESSES} values`)]
        : [],
    ),
    ...(families.length === MAX_ADDRESSES && families[0] === families[1]
      ? [duplicateField('spec.ipFamilies[1]', families[1])]
      : []),
    ...errorsOf(clusterIPs, (ip, i) => validateAddress(ip).map((message) => invalidField(`${field}[${i}]`, ip, message))),
  ]
}

/** The address and the load balancer class are immutable, unless the service becomes an ExternalName. */
export function validateAddressUpdate(service: ApiObject, live: ApiObject): readonly FieldError[] {
  const [next, before] = [textAt(service, 'spec', 'clusterIP'), textAt(live, 'spec', 'clusterIP')]
  const isOf = (type: string) => [service, live].map((state) => textAt(state, 'spec', 'type') === type)
  const classes = [service, live].map((state) => valueAt(state, 'spec', 'loadBalancerClass'))
  return [
    ...(isOf('ExternalName').includes(true) || before === '' || next === before
      ? []
      : [invalidField('spec.clusterIPs[0]', next, 'may not change once set')]),
    ...(isOf('LoadBalancer').includes(false) || jsonEqual(classes[0], classes[1])
      ? []
      : [invalidField('spec.loadBalancerClass', classes[0] ?? null, 'may not change once set')]),
  ]
}
