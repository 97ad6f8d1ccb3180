/**
 * Validation of a pod's containers.
 *
 * @module
 */

import {
  dnsLabelName,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
} from '../../../../meta/index.js'
import {
  between,
  type FieldRule,
  judgeFields,
  needed,
  notEmpty,
  notNegative,
  number,
  oneOf,
  text,
} from '../../../fields/field-rules.js'
import { listOf, numberOf, recordOf, repeatsIn, textOf } from '../../../fields/fields.js'
import { validatePort, validatePortName, validatePortOrName } from '../../../fields/ports.js'
import { repeatedNames } from '../../../fields/repeated-names.js'
import { validateUsedClaims } from '../validate-claims.js'
import type { Volumes } from '../validate-pod-volumes.js'
import { appArmorProfile, seccompProfile } from './security-profiles.js'
import { validateMounts } from './validate-mounts.js'
import { validateResources } from './validate-resources.js'
import { variableRules } from './validate-variables.js'

type Part = Readonly<UnknownRecord>

const MAX_ID = 2 ** 31 - 1

/** A user or group id. */
export const userOrGroup: FieldRule = between(0, MAX_ID)

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc']
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe']
const STEPS = ['postStart', 'preStop']
const COUNTS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold']

/** Handlers of a container: exactly one of the kinds. */
const oneHandler: FieldRule = (field, value) => {
  if (value === undefined) return []
  const given = HANDLERS.filter((member) => recordOf(value)[member] !== undefined)
  // `sleep` counts as a handler too.
  if (given.length === 0 && recordOf(value).sleep === undefined) return [requiredField(field, 'must specify a handler type')]
  return given.slice(1).map((member) => forbiddenField(`${field}.${member}`, 'may not specify more than 1 handler type'))
}

const handler = (path: string): Readonly<Record<string, FieldRule>> => ({
  [path]: oneHandler,
  [`${path}.exec.command`]: needed(),
  [`${path}.httpGet.port`]: validatePortOrName,
  [`${path}.tcpSocket.port`]: validatePortOrName,
  [`${path}.grpc.port`]: validatePortOrName,
})

const probe = (path: string): Readonly<Record<string, FieldRule>> => ({
  ...handler(path),
  ...Object.fromEntries(COUNTS.map((count) => [`${path}.${count}`, notNegative])),
  [`${path}.terminationGracePeriodSeconds`]:
    path === 'readinessProbe'
      ? (field, value) => (value === undefined ? [] : [invalidField(field, value, 'must not be set for readinessProbes')])
      : number((value) => value > 0, 'must be greater than 0'),
  // Only liveness and startup probes require a success threshold of 1.
  ...(path !== 'readinessProbe' && {
    [`${path}.successThreshold`]: (field: string, value: unknown) => {
      const successes = numberOf(value) ?? 1
      if (successes === 1) return []
      return [invalidField(field, successes, successes < 0 ? 'must be greater than or equal to 0' : 'must be 1')]
    },
  }),
})

const securityContext: FieldRule = (field, value) => {
  const { privileged, allowPrivilegeEscalation } = recordOf(value)
  return privileged === true && allowPrivilegeEscalation === false
    ? [invalidField(field, value, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')]
    : []
}

const RESIZED = ['cpu', 'memory']

/** How a container takes a change of its resources. */
const resizePolicy: FieldRule = (field, value) => {
  const policies = listOf(value).map(recordOf)
  const isRepeated = repeatsIn(policies.map(({ resourceName }) => textOf(resourceName)))
  return errorsOf(policies, ({ resourceName, restartPolicy }, i) => [
    ...(isRepeated(i) ? [duplicateField(`${field}[${i}]`, resourceName)] : []),
    ...oneOfNeeded(RESIZED)(field, resourceName),
    ...oneOfNeeded(['NotRequired', 'RestartContainer'])(field, restartPolicy),
  ])
}

const oneOfNeeded = (supported: readonly string[]): FieldRule => needed(oneOf(...supported))

const judge = judgeFields({
  name: needed(text((name) => dnsLabelName(name))),
  image: needed(text((image) => (image === image.trim() ? [] : ['must not have leading or trailing whitespace']))),
  ...variableRules,
  resizePolicy,
  restartPolicy: oneOf('Always', 'Never', 'OnFailure'),
  'volumeMounts[].mountPropagation': notEmpty('Bidirectional', 'HostToContainer', 'None'),
  'volumeMounts[].recursiveReadOnly': notEmpty('Disabled', 'Enabled', 'IfPossible'),
  ...Object.assign({}, ...PROBES.map(probe)),
  ...Object.assign({}, ...STEPS.map((step) => handler(`lifecycle.${step}`))),
  securityContext,
  'securityContext.runAsUser': userOrGroup,
  'securityContext.runAsGroup': userOrGroup,
  'securityContext.procMount': notEmpty('Default', 'Unmasked'),
  'securityContext.seccompProfile': seccompProfile,
  'securityContext.appArmorProfile': appArmorProfile,
})

/** The context that a container is validated in. */
export interface ContainerContext {
  /** The pod's volumes. */
  readonly volumes: Volumes
  /** Whether the pod uses the host network. */
  readonly isOnHost: boolean
  /** Whether it is an init container, which runs to completion unless its restart policy is Always. */
  readonly isInitial: boolean
  /** Names of the pod's resource claims. */
  readonly claims: readonly string[]
}

/**
 * Validates a container.
 *
 * @param container - The container.
 * @param path - Its field path.
 * @param place - See {@link ContainerContext}.
 */
export function validateContainer(container: Part, path: string, place: ContainerContext): readonly FieldError[] {
  const { volumes, isOnHost, isInitial, claims } = place
  return [
    ...judge(container, path),
    ...validatePorts(listOf(container.ports).map(recordOf), `${path}.ports`, isOnHost),
    ...validateMounts(container, path, volumes),
    ...validateResources(recordOf(container.resources), `${path}.resources`),
    ...validateUsedClaims(listOf(recordOf(container.resources).claims), `${path}.resources.claims`, claims),
    ...(isInitial ? validateInitial(container, path) : []),
  ]
}

function validateInitial(container: Part, path: string): readonly FieldError[] {
  if (container.restartPolicy === 'Always') return []
  return ['lifecycle', ...PROBES]
    .filter((member) => container[member] !== undefined)
    .map((member) => forbiddenField(`${path}.${member}`, 'may not be set for init containers without restartPolicy=Always'))
}

function validatePorts(ports: readonly Part[], path: string, isOnHost: boolean): readonly FieldError[] {
  const names = ports.map(({ name }) => textOf(name))
  return [
    ...errorsOf(ports, ({ name, containerPort, hostPort }, i) => [
      ...(textOf(name) === '' ? [] : validatePortName(`${path}[${i}].name`, textOf(name))),
      ...(numberOf(containerPort)
        ? validatePort(`${path}[${i}].containerPort`, Number(containerPort))
        : [requiredField(`${path}[${i}].containerPort`)]),
      ...(numberOf(hostPort) ? validatePort(`${path}[${i}].hostPort`, Number(hostPort)) : []),
      ...(isOnHost && numberOf(hostPort) && hostPort !== containerPort
        ? [invalidField(`${path}[${i}].containerPort`, containerPort, 'must match `hostPort` when `hostNetwork` is true')]
        : []),
    ]),
    ...repeatedNames(names, (i) => `${path}[${i}].name`),
  ]
}
