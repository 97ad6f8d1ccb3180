/**
 * Validation of Ingresses.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  invalidField,
  parseAddress,
  requiredField,
  type UnknownRecord,
  unsupportedField,
  validateDnsLabel,
  validateDnsSubdomain,
  validatePathSegment,
  validateWildcardSubdomain,
} from '../../meta/index.js'
import { dnsSubdomain, givenSubdomain, judgeFields, needed, text } from '../fields/field-rules.js'
import { listOf, numberOf, recordOf, textOf, valueAt } from '../fields/fields.js'
import { validatePort, validatePortName } from '../fields/ports.js'

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix']

const judge = judgeFields({ 'spec.ingressClassName': givenSubdomain, 'spec.tls[].secretName': dnsSubdomain })

const segment = text(validatePathSegment)

/** A reference to an object in the namespace of the Ingress, or of the parameters of a class. */
export const judgeReference = judgeFields({
  apiGroup: givenSubdomain,
  kind: needed(segment, 'kind is required'),
  name: needed(segment, 'name is required'),
})

/** Validates an Ingress: hosts, paths and backends. */
export function validateIngress(ingress: ApiObject): readonly FieldError[] {
  const [rules, fallback] = [listOf(valueAt(ingress, 'spec', 'rules')), valueAt(ingress, 'spec', 'defaultBackend')]
  return [
    ...judge(ingress),
    ...(rules.length === 0 && fallback === undefined
      ? [invalidField('spec', {}, 'either `defaultBackend` or `rules` must be specified')]
      : []),
    ...(fallback === undefined ? [] : validateBackend(recordOf(fallback), 'spec.defaultBackend')),
    ...errorsOf(rules, (rule, i) => [
      ...validateRuleHost(textOf(recordOf(rule).host), `spec.rules[${i}].host`),
      ...(recordOf(rule).http === undefined
        ? []
        : validatePaths(listOf(valueAt(rule, 'http', 'paths')), `spec.rules[${i}].http.paths`)),
    ]),
    ...errorsOf(listOf(valueAt(ingress, 'spec', 'tls')), (tls, i) =>
      errorsOf(listOf(recordOf(tls).hosts), (host, j) => validateHost(textOf(host), `spec.tls[${i}].hosts[${j}]`)),
    ),
  ]
}

/** The host of a rule; an empty one stands for all hosts. */
function validateRuleHost(host: string, field: string): readonly FieldError[] {
  if (host === '') return []
  const errors = validateHost(host, field)
  return parseAddress(host) ? [invalidField(field, host, 'must be a DNS name, not an IP address'), ...errors] : errors
}

const validateHost = (host: string, field: string): readonly FieldError[] =>
  (host.includes('*') ? validateWildcardSubdomain(host) : validateDnsSubdomain(host)).map((message) =>
    invalidField(field, host, message),
  )

function validatePaths(paths: readonly unknown[], field: string): readonly FieldError[] {
  if (paths.length === 0) return [requiredField(field)]
  return errorsOf(paths.map(recordOf), ({ path, pathType, backend }, i) => [
    ...validatePath(textOf(path), textOf(pathType), `${field}[${i}]`),
    ...validateBackend(recordOf(backend), `${field}[${i}].backend`),
  ])
}

/** Path segments and escapes that could lead to another path. */
const MISLEADING = ['//', '/./', '/../', '%2f', '%2F']
const MISLEADING_ENDS = ['/..', '/.']

function validatePath(path: string, pathType: string, field: string): readonly FieldError[] {
  if (pathType === '') return [requiredField(`${field}.pathType`, 'pathType must be specified')]
  if (!PATH_TYPES.includes(pathType)) return [unsupportedField(`${field}.pathType`, pathType, PATH_TYPES)]
  const mustBeAbsolute = pathType !== 'ImplementationSpecific' || path !== ''
  if (mustBeAbsolute && !path.startsWith('/')) return [invalidField(`${field}.path`, path, 'must be an absolute path')]
  if (pathType === 'ImplementationSpecific') return []
  return [
    ...MISLEADING.filter((part) => path.includes(part)).map((part) =>
      invalidField(`${field}.path`, path, `must not contain '${part}'`),
    ),
    ...MISLEADING_ENDS.filter((end) => path.endsWith(end)).map((end) =>
      invalidField(`${field}.path`, path, `cannot end with '${end}'`),
    ),
  ]
}

function validateBackend(backend: Readonly<UnknownRecord>, field: string): readonly FieldError[] {
  const { service, resource } = backend
  if (service !== undefined && resource !== undefined)
    return [invalidField(field, '', 'cannot set both resource and service backends')]
  if (resource !== undefined) return judgeReference(resource, `${field}.resource`)
  if (service === undefined) return [invalidField(field, '', 'resource or service backend is required')]
  const { name, port } = recordOf(service)
  const { name: portName, number } = recordOf(port)
  const [hasName, hasNumber] = [textOf(portName) !== '', (numberOf(number) ?? 0) !== 0]
  return [
    ...(textOf(name) === ''
      ? [requiredField(`${field}.service.name`)]
      : validateDnsLabel(textOf(name)).map((message) => invalidField(`${field}.service.name`, name, message))),
    ...(hasName && hasNumber ? [invalidField(field, '', 'cannot set both port name & port number')] : []),
    ...(!hasName && !hasNumber ? [requiredField(field, 'port name or number is required')] : []),
    ...(hasName && !hasNumber ? validatePortName(`${field}.service.port.name`, textOf(portName)) : []),
    ...(hasNumber && !hasName ? validatePort(`${field}.service.port.number`, Number(number)) : []),
  ]
}
