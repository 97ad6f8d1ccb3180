/**
 * What may stand in the spec of a pod, also of those that are made from templates.
 *
 * @module
 */

import { dnsLabelName, errorsOf, type FieldError, invalidField, requiredField, type UnknownRecord } from '../../meta/index.js'
import { listOf, numberOf, recordOf, textOf } from '../fields.js'
import { validatePort, validatePortName, validatePortOrName } from '../ports.js'
import { repeatedNames } from '../repeated-names.js'
import { validateMounts, validateVolumes } from './validate-pod-volumes.js'
import { validateResources } from './validate-resources.js'

type Part = Readonly<UnknownRecord>

const items = (object: Part, member: string): readonly Part[] => listOf(object[member]).map(recordOf)

/**
 * Judges the spec of a pod.
 *
 * @param spec - The spec with its defaults.
 * @param path - Where it stands, such as `spec` or `spec.template.spec`.
 * @param claims - Names of the volumes that its workload adds to each pod.
 */
export function validatePodSpec(spec: Part, path: string, claims: readonly string[] = []): readonly FieldError[] {
  const volumes = new Set([...items(spec, 'volumes').map(({ name }) => textOf(name)), ...claims])
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
    ...repeatedNames(names, (i) => {
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
    ...validateLifecycle(recordOf(container.lifecycle), `${path}.lifecycle`),
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
    ...repeatedNames(names, (i) => `${path}[${i}].name`),
  ]
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc']

/** Judges what is asked of a container, or told to it. */
function validateHandler(handler: Part, path: string): readonly FieldError[] {
  const [http, tcp] = [recordOf(handler.httpGet), recordOf(handler.tcpSocket)]
  return [
    ...(HANDLERS.some((member) => handler[member] !== undefined) ? [] : [requiredField(path, 'must specify a handler type')]),
    ...validatePortOrName(`${path}.httpGet.port`, http.port),
    ...validatePortOrName(`${path}.tcpSocket.port`, tcp.port),
  ]
}

function validateProbe(probe: Part, path: string): readonly FieldError[] {
  if (Object.keys(probe).length === 0) return []
  const counts = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold']
  const successes = numberOf(probe.successThreshold) ?? 1
  return [
    ...validateHandler(probe, path),
    ...errorsOf(counts, (count) => notNegative(`${path}.${count}`, probe[count])),
    // Only a container that is alive becomes ready in several steps.
    ...(successes > 1 && !path.endsWith('readinessProbe')
      ? [invalidField(`${path}.successThreshold`, successes, 'must be 1')]
      : []),
  ]
}

function validateLifecycle(lifecycle: Part, path: string): readonly FieldError[] {
  const told = ['postStart', 'preStop'].filter((member) => lifecycle[member] !== undefined)
  // To sleep is something else to do, which nobody is asked for.
  return errorsOf(told, (member) => {
    const handler = recordOf(lifecycle[member])
    return handler.sleep === undefined ? validateHandler(handler, `${path}.${member}`) : []
  })
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
    ...repeatedNames(names, (i) => `${path}[${i}].name`),
  ]
}
