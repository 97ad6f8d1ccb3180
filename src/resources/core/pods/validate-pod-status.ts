/**
 * Validation of the status of a pod, which the agent of its node reports.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  isRecord,
  parseAddress,
  type UnknownRecord,
  validateAddress,
  validateDnsSubdomain,
  validateQualifiedName,
} from '../../../meta/index.js'
import { listOf, numberOf, recordOf, textAt, textOf, valueAt } from '../../fields/fields.js'
import type { StatusRule } from '../../fields/validate-status.js'
import { validatePodAnnotationsUpdate } from './pod-annotations.js'

type Part = Readonly<UnknownRecord>

/** Validates an update of a pod's status. */
export const validatePodStatus: StatusRule = (pod, live) => {
  const [status, before] = [recordOf(pod.status), recordOf(live.status)]
  return [
    ...validatePodAnnotationsUpdate(recordOf(pod.metadata.annotations), recordOf(live.metadata.annotations)),
    ...validateConditions(status.conditions),
    ...validateNominated(textOf(status.nominatedNodeName), textOf(before.nominatedNodeName)),
    ...CONTAINER_LISTS.flatMap((list) => validateEnded(list, status, before, recordOf(live.spec))),
    ...validateClaims(status, pod),
    ...validateAddresses('podIPs', status, before),
    ...validateAddresses('hostIPs', status, before),
  ]
}

// The path is that of Kubernetes, which takes it from the metadata.
const validateConditions = (conditions: unknown): readonly FieldError[] =>
  errorsOf(listOf(conditions), (condition, i) => {
    const type = textAt(condition, 'type')
    return validateQualifiedName(type).map((message) => invalidField(`metadata.conditions[${i}].Type`, type, message))
  })

const validateNominated = (node: string, before: string): readonly FieldError[] =>
  node === '' || node === before
    ? []
    : validateDnsSubdomain(node).map((message) => invalidField('status.nominatedNodeName', node, message))

const CONTAINER_LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const

/** A container that has ended for good stays ended. */
function validateEnded(list: (typeof CONTAINER_LISTS)[number], status: Part, before: Part, spec: Part): readonly FieldError[] {
  const restarts = list === 'ephemeralContainerStatuses' ? 'Never' : textOf(spec.restartPolicy)
  if (restarts === 'Always') return []
  const own = new Map(
    [...listOf(spec.containers), ...listOf(spec.initContainers)].map((container) => [textAt(container, 'name'), container]),
  )
  const running = new Set(
    listOf(status[list])
      .filter((container) => !isRecord(valueAt(container, 'state', 'terminated')))
      .map((container) => textAt(container, 'name')),
  )
  return errorsOf(listOf(before[list]), (container, i) => {
    const ended = valueAt(container, 'state', 'terminated')
    const name = textAt(container, 'name')
    if (!isRecord(ended) || !running.has(name)) return []
    const hasFailed = (numberOf(ended.exitCode) ?? 0) !== 0
    const mayRestart = mayRestartAlone(recordOf(own.get(name))) || (hasFailed && restarts === 'OnFailure')
    return mayRestart ? [] : [forbiddenField(`status.${list}[${i}].state`, 'may not be transitioned to non-terminated state')]
  })
}

/** Whether a container has a policy or rules of its own. */
const mayRestartAlone = ({ restartPolicy, restartPolicyRules }: Part): boolean =>
  restartPolicy === 'Always' || restartPolicy === 'OnFailure' || listOf(restartPolicyRules).length > 0

function validateClaims({ resourceClaimStatuses }: Part, pod: ApiObject): readonly FieldError[] {
  const names = new Set(listOf(valueAt(pod, 'spec', 'resourceClaims')).map((claim) => textAt(claim, 'name')))
  return errorsOf(listOf(resourceClaimStatuses), (claim, i) => {
    const field = `status.resourceClaimStatuses[${i}].name`
    const { name, resourceClaimName } = recordOf(claim)
    return [
      ...(names.has(textOf(name)) ? [] : [invalidField(field, name, 'must match the name of an entry in `spec.resourceClaims`')]),
      ...(typeof resourceClaimName === 'string'
        ? validateDnsSubdomain(resourceClaimName).map((message) => invalidField(field, resourceClaimName, message))
        : []),
    ]
  })
}

/** Addresses are valid, unless they were stored before, and at most one of each family. */
function validateAddresses(list: 'podIPs' | 'hostIPs', status: Part, before: Part): readonly FieldError[] {
  const addresses = ipsOf(status[list])
  const old = new Set(ipsOf(before[list]))
  const field = `status.${list}`
  return [
    ...errorsOf(addresses, (ip, i) =>
      old.has(ip) ? [] : validateAddress(ip).map((message) => invalidField(`${field}[${i}]`, ip, message)),
    ),
    ...(addresses.length > 1 && !isPair(addresses)
      ? [invalidField(field, status[list], 'may specify no more than one IP for each IP family')]
      : []),
  ]
}

/** Whether addresses are one of each family. */
function isPair([one, other, third]: readonly string[]): boolean {
  const [bits, otherBits] = [one, other].map((ip) => parseAddress(ip ?? '')?.bits)
  return third === undefined && bits !== undefined && otherBits !== undefined && bits !== otherBits
}

const ipsOf = (list: unknown): readonly string[] => listOf(list).map((entry) => textAt(entry, 'ip'))
