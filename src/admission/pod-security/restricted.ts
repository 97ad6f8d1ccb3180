/**
 * Level `restricted`: what is good for pods that need no rights.
 *
 * @see Kubernetes, Pod Security Standards
 * @module
 */

import { addedCapabilities, BASELINE, badSeccomp, type Check, REPLACED, seccompType, type Violation } from './baseline.js'
import { type JudgedPod, named, quoted, recordAt, recordsIn, type Subject, subjectsText } from './pod.js'

const VOLUMES: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
])

const escalation: Check = ({ containers, isWindows }) => {
  const bad = isWindows ? [] : containers.filter(({ context }) => context.allowPrivilegeEscalation !== false)
  if (bad.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${subjectsText(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

const dropsAll = ({ context }: Subject): boolean => {
  const { drop } = recordAt(context.capabilities)
  return Array.isArray(drop) && drop.includes('ALL')
}

const capabilities: Check = ({ containers, isWindows }) => {
  if (isWindows) return undefined
  const keeping = containers.filter((container) => !dropsAll(container))
  const forbidden = (subject: Subject) => addedCapabilities(subject).filter((name) => name !== 'NET_BIND_SERVICE')
  const adding = containers.filter((container) => forbidden(container).length > 0)
  const details = [
    ...(keeping.length > 0 ? [`${subjectsText(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0
      ? [
          `${subjectsText(adding)} must not include ${quoted([...adding.flatMap(forbidden)].sort())} in securityContext.capabilities.add`,
        ]
      : []),
  ]
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const volumes: Check = ({ spec }) => {
  const typeOf = (volume: object) => Object.keys(volume).find((key) => key !== 'name') ?? 'unknown'
  const bad = recordsIn(spec.volumes).filter((volume) => Object.keys(volume).length > 1 && !VOLUMES.has(typeOf(volume)))
  if (bad.length === 0) return undefined
  const types = [...new Set(bad.map(typeOf))].sort()
  const verb = bad.length === 1 ? 'uses' : 'use'
  const names = bad.map(({ name }) => name)
  return {
    reason: 'restricted volume types',
    detail: `${named('volume', names)} ${verb} restricted ${named('volume type', types)}`,
  }
}

/**
 * Judges what a container may leave to the pod.
 *
 * @param judged - The pod.
 * @param isSaid - Whether the pod or container says what it has to.
 * @returns The containers for which nobody says it.
 */
function unsaid({ pod, containers }: JudgedPod, isSaid: (subject: Subject) => boolean): readonly Subject[] {
  return isSaid(pod) ? [] : containers.filter((container) => !isSaid(container))
}

const nonRoot: Check = (judged) => {
  const reason = 'runAsNonRoot != true'
  const bad = [judged.pod, ...judged.containers].filter(({ context }) => context.runAsNonRoot === false)
  if (bad.length > 0) return { reason, detail: `${subjectsText(bad)} must not set securityContext.runAsNonRoot=false` }
  const silent = unsaid(judged, ({ context }) => context.runAsNonRoot === true)
  if (silent.length === 0) return undefined
  return { reason, detail: `pod or ${subjectsText(silent)} must set securityContext.runAsNonRoot=true` }
}

const rootUser: Check = ({ pod, containers }) => {
  const bad = [pod, ...containers].filter(({ context }) => context.runAsUser === 0)
  return bad.length === 0 ? undefined : { reason: 'runAsUser=0', detail: `${subjectsText(bad)} must not set runAsUser=0` }
}

const seccomp: Check = (judged) => {
  if (judged.isWindows) return undefined
  const bad = badSeccomp(judged)
  if (bad) return bad
  const silent = unsaid(judged, (subject) => seccompType(subject) !== undefined)
  if (silent.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `pod or ${subjectsText(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}

const RESTRICTED: readonly Check[] = [escalation, capabilities, volumes, nonRoot, rootUser, seccomp]

const CHECKS = {
  privileged: [],
  baseline: BASELINE,
  restricted: [...BASELINE.filter((check) => !REPLACED.has(check)), ...RESTRICTED],
} as const

/**
 * Judges a pod.
 *
 * @param judged - The pod.
 * @param level - By which level.
 * @returns What is wrong with it, in a fixed order.
 */
export const violationsOf = (judged: JudgedPod, level: keyof typeof CHECKS): readonly Violation[] =>
  CHECKS[level].map((check) => check(judged)).filter((violation) => violation !== undefined)
