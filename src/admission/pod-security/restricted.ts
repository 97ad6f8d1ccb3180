/**
 * Level `restricted`: for pods that need no privileges.
 *
 * @see Kubernetes, Pod Security Standards
 * @module
 */

import {
  addedCapabilities,
  anyProcMount,
  BASELINE,
  badSeccomp,
  type Check,
  replaceable,
  SECCOMP_FIELD_SINCE,
  seccompType,
  type Violation,
} from './baseline.js'
import { hasOwnUsers, isWindows, type JudgedPod, named, quoted, recordAt, recordsIn, type Subject, subjectsText } from './pod.js'
import type { SecurityLevel } from './policy.js'

const VOLUMES: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
])

const escalation: Check = (judged) => {
  const bad = isWindows(judged) ? [] : judged.containers.filter(({ context }) => context.allowPrivilegeEscalation !== false)
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

const capabilities: Check = (judged) => {
  if (isWindows(judged)) return undefined
  const { containers } = judged
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
 * Checks a setting that a container may inherit from the pod.
 *
 * @param judged - The pod.
 * @param isSaid - Whether the pod or container has the required setting.
 * @returns The containers for which neither they nor the pod set it.
 */
function unsaid({ pod, containers }: JudgedPod, isSaid: (subject: Subject) => boolean): readonly Subject[] {
  return isSaid(pod) ? [] : containers.filter((container) => !isSaid(container))
}

const nonRoot: Check = (judged) => {
  if (hasOwnUsers(judged)) return undefined
  const reason = 'runAsNonRoot != true'
  const bad = [judged.pod, ...judged.containers].filter(({ context }) => context.runAsNonRoot === false)
  if (bad.length > 0) return { reason, detail: `${subjectsText(bad)} must not set securityContext.runAsNonRoot=false` }
  const silent = unsaid(judged, ({ context }) => context.runAsNonRoot === true)
  if (silent.length === 0) return undefined
  return { reason, detail: `pod or ${subjectsText(silent)} must set securityContext.runAsNonRoot=true` }
}

const rootUser: Check = (judged) => {
  if (hasOwnUsers(judged)) return undefined
  const bad = [judged.pod, ...judged.containers].filter(({ context }) => context.runAsUser === 0)
  return bad.length === 0 ? undefined : { reason: 'runAsUser=0', detail: `${subjectsText(bad)} must not set runAsUser=0` }
}

const seccomp: Check = (judged) => {
  if (isWindows(judged)) return undefined
  const bad = badSeccomp(judged)
  if (bad) return bad
  const silent = unsaid(judged, (subject) => seccompType(subject) !== undefined)
  if (silent.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `pod or ${subjectsText(silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}

/** A rule of the level, the minor version that introduced it, and the rule that it replaces. */
interface Addition {
  readonly check: Check
  readonly since: number
  readonly replaces?: Check
}

const ADDITIONS: readonly Addition[] = [
  { check: escalation, since: 8 },
  { check: capabilities, since: 22, replaces: replaceable.capabilities },
  { check: anyProcMount, since: 35, replaces: replaceable.procMount },
  { check: volumes, since: 0, replaces: replaceable.hostPaths },
  { check: nonRoot, since: 0 },
  { check: rootUser, since: 23 },
  { check: seccomp, since: SECCOMP_FIELD_SINCE, replaces: replaceable.badSeccomp },
]

function checksOf(level: SecurityLevel, minor: number): readonly Check[] {
  if (level === 'privileged') return []
  const additions = level === 'restricted' ? ADDITIONS.filter(({ since }) => since <= minor) : []
  const replaced = new Set(additions.map(({ replaces }) => replaces))
  return [...BASELINE.filter((check) => !replaced.has(check)), ...additions.map(({ check }) => check)]
}

/**
 * Checks a pod.
 *
 * @param judged - The pod.
 * @param level - The level.
 * @returns The violations, in a fixed order.
 */
export const violationsOf = (judged: JudgedPod, level: SecurityLevel): readonly Violation[] =>
  checksOf(level, judged.minor)
    .map((check) => check(judged))
    .filter((violation) => violation !== undefined)
