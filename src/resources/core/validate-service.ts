/**
 * What may stand in a Service.
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
  parseAddress,
  requiredField,
  type UnknownRecord,
  validateDnsLabel,
  validateDnsSubdomain,
} from '../../meta/index.js'
import { listOf, numberOf, recordOf, textAt, textOf, textsOf } from '../fields.js'
import { validatePort, validatePortOrName } from '../ports.js'

const HEADLESS = 'None'

/** Judges a Service: its ports, its address, and the name that it stands for. */
export function validateService(service: ApiObject): readonly FieldError[] {
  const spec = recordOf(service.spec)
  const ports = listOf(spec.ports).map(recordOf)
  const mayBePortless = spec.clusterIP === HEADLESS || spec.type === 'ExternalName'
  return [
    ...(ports.length === 0 && !mayBePortless ? [requiredField('spec.ports')] : []),
    ...errorsOf(ports, (port, i) => [
      ...validateServicePort(port, `spec.ports[${i}]`, ports.length > 1),
      ...(spec.type === 'ClusterIP' && numberOf(port.nodePort)
        ? [forbiddenField(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'")]
        : []),
    ]),
    ...validateTrafficPolicy(spec),
    ...repeatedPorts(ports),
    ...validateClusterIP(spec),
    ...(spec.type === 'ExternalName' ? validateExternalName(textOf(spec.externalName)) : []),
    ...errorsOf(textsOf(spec.externalIPs), (ip, i) =>
      parseAddress(ip)
        ? []
        : [invalidField(`spec.externalIPs[${i}]`, ip, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')],
    ),
  ]
}

function validateServicePort(
  { name, port, targetPort }: Readonly<UnknownRecord>,
  field: string,
  isOneOfSeveral: boolean,
): readonly FieldError[] {
  const text = textOf(name)
  return [
    ...(text === '' && isOneOfSeveral ? [requiredField(`${field}.name`)] : []),
    ...(text === '' ? [] : validateDnsLabel(text).map((message) => invalidField(`${field}.name`, text, message))),
    ...validatePort(`${field}.port`, numberOf(port) ?? 0),
    ...validatePortOrName(`${field}.targetPort`, targetPort),
  ]
}

/** How traffic from outside is led means something where there may be some. */
function validateTrafficPolicy({ type, externalTrafficPolicy, externalIPs }: Readonly<UnknownRecord>): readonly FieldError[] {
  const isReached = type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && listOf(externalIPs).length > 0)
  if (externalTrafficPolicy === undefined || isReached) return []
  const detail = 'may only be set for externally-accessible services'
  return [invalidField('spec.externalTrafficPolicy', externalTrafficPolicy, detail)]
}

/** Ports are told apart by their names, and by number and protocol. */
function repeatedPorts(ports: readonly Readonly<UnknownRecord>[]): readonly FieldError[] {
  const [names, numbers] = [new Set<string>(), new Set<string>()]
  return errorsOf(ports, ({ name, port, protocol }, i) => {
    const number = `${String(port)}/${String(protocol)}`
    const errors = [
      ...(textOf(name) !== '' && names.has(textOf(name)) ? [duplicateField(`spec.ports[${i}].name`, name)] : []),
      ...(numbers.has(number) ? [duplicateField(`spec.ports[${i}]`, { protocol, port })] : []),
    ]
    names.add(textOf(name))
    numbers.add(number)
    return errors
  })
}

function validateClusterIP(spec: Readonly<UnknownRecord>): readonly FieldError[] {
  const clusterIP = textOf(spec.clusterIP)
  if (clusterIP === '') return []
  if (spec.type === 'ExternalName')
    return [invalidField('spec.clusterIPs', textsOf(spec.clusterIPs), 'may not be set when the service type is ExternalName')]
  if (clusterIP === HEADLESS) {
    if (spec.type !== 'NodePort' && spec.type !== 'LoadBalancer') return []
    return [invalidField('spec.clusterIPs[0]', clusterIP, `may not be set to 'None' for ${textOf(spec.type)} services`)]
  }
  return parseAddress(clusterIP)
    ? []
    : [invalidField('spec.clusterIPs[0]', clusterIP, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]
}

function validateExternalName(name: string): readonly FieldError[] {
  if (name === '') return [requiredField('spec.externalName')]
  return validateDnsSubdomain(name.replace(/\.$/, '')).map((message) => invalidField('spec.externalName', name, message))
}

/** An address lasts as long as its service, unless that comes to stand for a name. */
export function validateAddressUpdate(service: ApiObject, live: ApiObject): readonly FieldError[] {
  const [next, before] = [textAt(service, 'spec', 'clusterIP'), textAt(live, 'spec', 'clusterIP')]
  const isName = [service, live].some((state) => textAt(state, 'spec', 'type') === 'ExternalName')
  if (isName || before === '' || jsonEqual(next, before)) return []
  return [invalidField('spec.clusterIPs[0]', next, 'may not change once set')]
}
