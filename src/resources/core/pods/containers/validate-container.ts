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
import { atMost, between, type FieldRule, judgeFields, needed, notEmpty, oneOf, text } from '../../../fields/field-rules.js'
import { listOf, numberOf, recordOf, repeatsIn, textOf } from '../../../fields/fields.js'
import { validatePort, validatePortName } from '../../../fields/ports.js'
import { repeatedNames } from '../../../fields/repeated-names.js'
import { validateUsedClaims } from '../validate-claims.js'
import type { Volumes } from '../validate-pod-volumes.js'
import { appArmorProfile, seccompProfile } from './security-profiles.js'
import { handlerRules, PROBES, validateSleeps } from './validate-handlers.js'
import { validateMounts } from './validate-mounts.js'
import { validateResources } from './validate-resources.js'
import { variableRules } from './validate-variables.js'
import { windowsOptions } from './validate-windows.js'

type Part = Readonly<UnknownRecord>

const MAX_ID = 2 ** 31 - 1

/** A user or group id. */
export const userOrGroup: FieldRule = between(0, MAX_ID)

const securityContext: FieldRule = (field, value) => {
  const { privileged, allowPrivilegeEscalation, capabilities } = recordOf(value)
  if (allowPrivilegeEscalation !== false) return []
  const conflicts = [
    ...(privileged === true ? ['`privileged` to true'] : []),
    ...listOf(recordOf(capabilities).add).flatMap((name) =>
      name === 'CAP_SYS_ADMIN' ? ['`capabilities.Add` CAP_SYS_ADMIN'] : [],
    ),
  ]
  return errorsOf(conflicts, (other) => [
    invalidField(field, value, `cannot set \`allowPrivilegeEscalation\` to false and ${other}`),
  ])
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
  image: needed(),
  ...variableRules,
  resizePolicy,
  restartPolicy: oneOf('Always', 'Never', 'OnFailure'),
  'volumeMounts[].mountPropagation': notEmpty('Bidirectional', 'HostToContainer', 'None'),
  ...handlerRules,
  securityContext,
  'securityContext.runAsUser': userOrGroup,
  'securityContext.runAsGroup': userOrGroup,
  'securityContext.procMount': notEmpty('Default', 'Unmasked'),
  'securityContext.seccompProfile': seccompProfile,
  'securityContext.appArmorProfile': appArmorProfile,
  'securityContext.windowsOptions': windowsOptions,
})

const judgeRestarts = judgeFields({
  restartPolicyRules: atMost(20),
  'restartPolicyRules[].action': oneOf('Restart', 'RestartAllContainers'),
  'restartPolicyRules[].exitCodes': needed(undefined, 'must be specified'),
  'restartPolicyRules[].exitCodes.operator': oneOf('In', 'NotIn'),
  'restartPolicyRules[].exitCodes.values': atMost(255),
})

/** Exceptions of a container from its restart policy. */
const validateRestartRules = (container: Part, path: string): readonly FieldError[] => [
  ...(listOf(container.restartPolicyRules).length > 0 && container.restartPolicy === undefined
    ? [requiredField(`${path}.restartPolicy`, 'must specify restartPolicy when restart rules are used')]
    : []),
  ...judgeRestarts(container, path),
]

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
  /** The spec of the pod. */
  readonly pod: Part
}

/**
 * Validates a container.
 *
 * @param container - The container.
 * @param path - Its field path.
 * @param place - See {@link ContainerContext}.
 */
export function validateContainer(container: Part, path: string, place: ContainerContext): readonly FieldError[] {
  const { volumes, isOnHost, isInitial, claims, pod } = place
  return [
    ...judge(container, path),
    ...validateRestartRules(container, path),
    ...validatePorts(listOf(container.ports).map(recordOf), `${path}.ports`, isOnHost),
    ...validateMounts(container, path, volumes),
    ...validateResources(recordOf(container.resources), `${path}.resources`),
    ...validateUsedClaims(listOf(recordOf(container.resources).claims), `${path}.resources.claims`, claims),
    ...validateSleeps(container, path, pod.terminationGracePeriodSeconds),
    ...validateInPod(container, path, pod),
    ...(isInitial ? validateInitial(container, path) : []),
  ]
}

/** Validates what depends on the pod. */
function validateInPod(container: Part, path: string, pod: Part): readonly FieldError[] {
  const changes = pod.restartPolicy === 'Never' ? resizesOf(container) : []
  return [
    ...errorsOf(changes, (change) =>
      change === 'NotRequired'
        ? []
        : [invalidField(`${path}.resizePolicy`, change, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")],
    ),
    ...(recordOf(container.securityContext).procMount === 'Unmasked' && pod.hostUsers !== false
      ? [invalidField(`${path}.securityContext.procMount`, 'Unmasked', '`hostUsers` must be false to use `Unmasked`')]
      : []),
  ]
}

/** What each resource of a container requires when it is resized. */
const resizesOf = (container: Part): readonly unknown[] =>
  listOf(container.resizePolicy).map((policy) => recordOf(policy).restartPolicy)

function validateInitial(container: Part, path: string): readonly FieldError[] {
  if (container.restartPolicy === 'Always') return []
  const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers"
  return [
    ...['lifecycle', ...PROBES]
      .filter((member) => container[member] !== undefined)
      .map((member) => forbiddenField(`${path}.${member}`, 'may not be set for init containers without restartPolicy=Always')),
    ...errorsOf(resizesOf(container), (change, i) =>
      change === 'RestartContainer' ? [invalidField(`${path}.resizePolicy[${i}].restartPolicy`, change, detail)] : [],
    ),
  ]
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
        ? [invalidField(`${path}[${i}].hostPort`, hostPort, 'must match `containerPort` when `hostNetwork` is true')]
        : []),
    ]),
    ...repeatedNames(names, (i) => `${path}[${i}].name`),
  ]
}
