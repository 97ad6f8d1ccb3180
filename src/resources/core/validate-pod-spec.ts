/**
 * What may stand in the spec of a pod, also of those that are made from templates.
 *
 * @module
 */

import {
  dnsLabelName,
  duplicateField,
  errorsOf,
  type FieldError,
  invalidField,
  notFoundField,
  requiredField,
  type UnknownRecord,
} from '../../meta/index.js'
import { listOf, numberOf, recordOf, textOf } from '../fields.js'
import { validatePort, validatePortName, validatePortOrName } from '../ports.js'
import { validateResources } from './validate-resources.js'

type Part = Readonly<UnknownRecord>

const items = (object: Part, member: string): readonly Part[] => listOf(object[member]).map(recordOf)

/**
 * Judges the spec of a pod.
 *
 * @param spec - The spec with its defaults.
 * @param path - Where it stands, such as `spec` or `spec.template.spec`.
 */
export function validatePodSpec(spec: Part, path: string): readonly FieldError[] {
  const volumes = new Set(items(spec, 'volumes').map(({ name }) => textOf(name)))
  const containers = items(spec, 'containers')
  const judge = (member: string) =>
    errorsOf(items(spec, member), (container, i) => validateContainer(container, `${path}.${member}[${i}]`, volumes))
  const names = [...items(spec, 'initContainers'), ...containers].map(({ name }) => textOf(name))
  const { activeDeadlineSeconds, terminationGracePeriodSeconds } = spec
  return [
    ...validateVolumes(items(spec, 'volumes'), `${path}.volumes`),
    ...(containers.length === 0 ? [requiredField(`${path}.containers`)] : []),
    ...judge('containers'),
    ...judge('initContainers'),
    ...repeated(names, (i) => {
      const inits = names.length - containers.length
      return i < inits ? `${path}.initContainers[${i}].name` : `${path}.containers[${i - inits}].name`
    }),
    ...validateSysctls(items(recordOf(spec.securityContext), 'sysctls'), `${path}.securityContext.sysctls`),
    ...(numberOf(activeDeadlineSeconds) !== undefined && Number(activeDeadlineSeconds) < 1
      ? [invalidField(`${path}.activeDeadlineSeconds`, activeDeadlineSeconds, 'must be between 1 and 2147483647, inclusive')]
      : []),
    ...notNegative(`${path}.terminationGracePeriodSeconds`, terminationGracePeriodSeconds),
    ...dnsLabel(`${path}.hostname`, spec.hostname),
    ...dnsLabel(`${path}.subdomain`, spec.subdomain),
  ]
}

const dnsLabel = (field: string, value: unknown): readonly FieldError[] =>
  typeof value !== 'string' || value === ''
    ? []
    : dnsLabelName(value, false).map((message) => invalidField(field, value, message))

const notNegative = (field: string, value: unknown): readonly FieldError[] =>
  numberOf(value) !== undefined && Number(value) < 0 ? [invalidField(field, value, 'must be greater than or equal to 0')] : []

/** What stands in a list twice, from the second time on. */
function repeated(names: readonly string[], fieldAt: (index: number) => string): readonly FieldError[] {
  const seen = new Set<string>()
  return errorsOf(names, (name, i) => {
    if (name === '' || !seen.has(name)) {
      seen.add(name)
      return []
    }
    return [duplicateField(fieldAt(i), name)]
  })
}

function validateVolumes(volumes: readonly Part[], path: string): readonly FieldError[] {
  const names = volumes.map(({ name }) => textOf(name))
  return [
    ...errorsOf(volumes, (volume, i) => {
      const name = textOf(volume.name)
      if (name === '') return [requiredField(`${path}[${i}].name`)]
      const sources = Object.keys(volume).filter((member) => member !== 'name')
      return [
        ...dnsLabel(`${path}[${i}].name`, name),
        ...sources
          .slice(1)
          .map((source) => ({ ...invalidField(`${path}[${i}].${source}`, null, 'may not specify more than 1 volume type') })),
      ]
    }),
    ...repeated(names, (i) => `${path}[${i}].name`),
  ]
}

const NAME_OF_VARIABLE = /^[^=\p{Cc}]+$/u

function validateContainer(container: Part, path: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  const [name, image] = [textOf(container.name), textOf(container.image)]
  return [
    ...(name === '' ? [requiredField(`${path}.name`)] : dnsLabel(`${path}.name`, name)),
    ...(image === '' ? [requiredField(`${path}.image`)] : []),
    ...(image !== '' && image !== image.trim()
      ? [invalidField(`${path}.image`, image, 'must not have leading or trailing whitespace')]
      : []),
    ...validatePorts(items(container, 'ports'), `${path}.ports`),
    ...errorsOf(items(container, 'env'), (variable, i) => {
      const key = textOf(variable.name)
      if (key === '') return [requiredField(`${path}.env[${i}].name`)]
      const fits = NAME_OF_VARIABLE.test(key)
      return fits
        ? []
        : [
            invalidField(
              `${path}.env[${i}].name`,
              key,
              "a valid environment variable name must consist only of printable ASCII characters other than '='",
            ),
          ]
    }),
    ...validateMounts(items(container, 'volumeMounts'), `${path}.volumeMounts`, volumes),
    ...errorsOf(['livenessProbe', 'readinessProbe', 'startupProbe'], (probe) =>
      validateProbe(recordOf(container[probe]), `${path}.${probe}`),
    ),
    ...validateResources(recordOf(container.resources), `${path}.resources`),
  ]
}

function validatePorts(ports: readonly Part[], path: string): readonly FieldError[] {
  const names = ports.map(({ name }) => textOf(name))
  return [
    ...errorsOf(ports, ({ name, containerPort, hostPort }, i) => [
      ...(textOf(name) === '' ? [] : validatePortName(`${path}[${i}].name`, textOf(name))),
      ...(numberOf(containerPort)
        ? validatePort(`${path}[${i}].containerPort`, Number(containerPort))
        : [requiredField(`${path}[${i}].containerPort`)]),
      ...(numberOf(hostPort) ? validatePort(`${path}[${i}].hostPort`, Number(hostPort)) : []),
    ]),
    ...repeated(names, (i) => `${path}[${i}].name`),
  ]
}

function validateMounts(mounts: readonly Part[], path: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  const paths = mounts.map(({ mountPath }) => textOf(mountPath))
  const seen = new Set<string>()
  return errorsOf(mounts, ({ name, mountPath }, i) => {
    const isTwice = seen.has(paths[i] ?? '')
    seen.add(paths[i] ?? '')
    return [
      ...(textOf(name) === '' ? [requiredField(`${path}[${i}].name`)] : []),
      ...(textOf(name) !== '' && !volumes.has(textOf(name)) ? [notFoundField(`${path}[${i}].name`, name)] : []),
      ...(textOf(mountPath) === '' ? [requiredField(`${path}[${i}].mountPath`)] : []),
      ...(isTwice ? [invalidField(`${path}[${i}].mountPath`, mountPath, 'must be unique')] : []),
    ]
  })
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc']

function validateProbe(probe: Part, path: string): readonly FieldError[] {
  if (Object.keys(probe).length === 0) return []
  const handlers = HANDLERS.filter((handler) => probe[handler] !== undefined)
  const [http, tcp] = [recordOf(probe.httpGet), recordOf(probe.tcpSocket)]
  const counts = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold']
  return [
    ...(handlers.length === 0 ? [requiredField(path, 'must specify a handler type')] : []),
    ...validatePortOrName(`${path}.httpGet.port`, http.port),
    ...validatePortOrName(`${path}.tcpSocket.port`, tcp.port),
    ...errorsOf(counts, (count) => notNegative(`${path}.${count}`, probe[count])),
  ]
}

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/
const SYSCTL_MAX = 253

function validateSysctls(sysctls: readonly Part[], path: string): readonly FieldError[] {
  const names = sysctls.map(({ name }) => textOf(name))
  return [
    ...errorsOf(names, (name, i) => {
      if (name === '') return [requiredField(`${path}[${i}].name`)]
      if (name.length <= SYSCTL_MAX && SYSCTL.test(name)) return []
      return [
        invalidField(
          `${path}[${i}].name`,
          name,
          `must have at most ${SYSCTL_MAX} characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`,
        ),
      ]
    }),
    ...repeated(names, (i) => `${path}[${i}].name`),
  ]
}
