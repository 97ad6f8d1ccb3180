/**
 * Warnings of pods and pod templates.
 *
 * @module
 */

import { type Dialect, isRecord, type UnknownRecord, validateLabelValue } from '../../../meta/index.js'
import { findText } from '../../../text/index.js'
import { listOf, numberOf, recordOf, textAt, textOf, textsOf, valueAt } from '../../fields/fields.js'
import { addressWarnings, byteWarnings, deprecatedNodeLabels, expressionWarnings, volumeWarnings } from '../../fields/warnings.js'
import { claimSpecWarnings } from '../volumes/claim-warnings.js'
import { portWarnings } from './port-warnings.js'
import { oldProfile, profileAnnotation } from './profile-annotations.js'
import { volumePathWarnings } from './volume-path-warnings.js'

type Part = Readonly<UnknownRecord>

/**
 * Warns of a pod or a pod template.
 *
 * @param pod - Its metadata and spec.
 * @param path - Field path of a template; empty for a pod.
 * @param dialect - The plane's dialect.
 * @returns The warnings, in the order of Kubernetes.
 */
export function podWarnings(pod: unknown, path: string, dialect: Dialect): readonly string[] {
  const spec = recordOf(valueAt(pod, 'spec'))
  const annotations = recordOf(valueAt(pod, 'metadata', 'annotations'))
  const at = (member: string) => (path === '' ? member : `${path}.${member}`)
  const specAt = at('spec')
  return [
    ...placementWarnings(spec, specAt, dialect),
    ...oldAnnotationWarnings(annotations, at('metadata.annotations'), dialect),
    ...listOf(spec.volumes).flatMap((volume, i) => sourceWarnings(volume, `${specAt}.volumes[${i}]`)),
    ...volumePathWarnings(listOf(spec.volumes)),
    ...duplicateWarnings(spec, specAt),
    ...BYTES.flatMap((resource) => byteWarnings(`${specAt}.overhead[${resource}]`, recordOf(spec.overhead)[resource])),
    ...profileWarnings(spec, annotations, { field: at('metadata.annotations'), isTemplate: path !== '', dialect }),
    ...containersOf(spec, specAt).flatMap(([container, field]) => containerWarnings(container, field)),
    ...portWarnings(containersOf(spec, specAt)),
    ...graceWarnings(spec, specAt),
    ...affinityWarnings(spec, specAt),
    ...listOf(valueAt(spec, 'dnsConfig', 'nameservers')).flatMap((address, i) =>
      addressWarnings(`${specAt}.dnsConfig.nameservers[${i}]`, address),
    ),
    ...listOf(spec.hostAliases).flatMap((alias, i) => addressWarnings(`${specAt}.hostAliases[${i}].ip`, recordOf(alias).ip)),
  ]
}

/** Containers of all kinds, with their field paths. */
const containersOf = (spec: Part, path: string): readonly (readonly [container: Part, field: string])[] =>
  ['initContainers', 'containers', 'ephemeralContainers'].flatMap((kind) =>
    listOf(spec[kind]).map((container, i) => [recordOf(container), `${path}.${kind}[${i}]`] as const),
  )

function placementWarnings(spec: Part, path: string, dialect: Dialect): readonly string[] {
  const messageOf = deprecatedNodeLabels(dialect)
  const affinity = recordOf(valueAt(spec, 'affinity', 'nodeAffinity'))
  const required = listOf(valueAt(affinity, 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms'))
  const preferred = listOf(affinity.preferredDuringSchedulingIgnoredDuringExecution)
  const field = `${path}.affinity.nodeAffinity`
  const termWarnings = (term: unknown, at: string) => {
    const expressions = listOf(recordOf(term).matchExpressions)
    return [...expressionWarnings(expressions, `${at}.matchExpressions`, messageOf), ...valueWarnings(expressions, at)]
  }
  return [
    ...Object.keys(recordOf(spec.nodeSelector)).flatMap((label) => {
      const message = messageOf(label)
      return message === undefined ? [] : [`${path}.nodeSelector[${label}]: ${message}`]
    }),
    ...required.flatMap((term, i) =>
      termWarnings(term, `${field}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${i}]`),
    ),
    ...preferred.flatMap((term, i) =>
      termWarnings(recordOf(term).preference, `${field}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`),
    ),
    ...listOf(spec.topologySpreadConstraints).flatMap((constraint, i) => {
      const at = `${path}.topologySpreadConstraints[${i}]`
      const key = textAt(constraint, 'topologyKey')
      const message = messageOf(key)
      return [...(message === undefined ? [] : [`${at}.topologyKey: ${key} is ${message}`]), ...selectorWarnings(constraint, at)]
    }),
  ]
}

const valueWarnings = (expressions: readonly unknown[], at: string): readonly string[] =>
  expressions.flatMap((expression, i) =>
    textsOf(recordOf(expression).values).flatMap((value, j) =>
      validateLabelValue(value).map((message) => `${at}.matchExpressions[${i}].values[${j}]: ${value} is invalid, ${message}`),
    ),
  )

/** A missing selector matches nothing, an empty one everything. */
const selectorWarnings = (term: unknown, path: string): readonly string[] =>
  recordOf(term).labelSelector === undefined ? [`${path}.labelSelector: a null labelSelector results in matching no pod`] : []

const affinityWarnings = (spec: Part, path: string): readonly string[] =>
  ['podAffinity', 'podAntiAffinity'].flatMap((kind) => {
    const affinity = recordOf(valueAt(spec, 'affinity', kind))
    const at = `${path}.affinity.${kind}`
    return [
      ...listOf(affinity.requiredDuringSchedulingIgnoredDuringExecution).flatMap((term, i) =>
        selectorWarnings(term, `${at}.requiredDuringSchedulingIgnoredDuringExecution[${i}]`),
      ),
      ...listOf(affinity.preferredDuringSchedulingIgnoredDuringExecution).flatMap((term, i) =>
        selectorWarnings(
          recordOf(term).podAffinityTerm,
          `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}].podAffinityTerm`,
        ),
      ),
    ]
  })

function oldAnnotationWarnings(annotations: Part, path: string, { labelDomain }: Dialect): readonly string[] {
  const replaced = (since: string, field: string) => `non-functional in ${since}+; use the "${field}" field instead`
  return [
    [`scheduler.alpha.${labelDomain}/critical-pod`, replaced('v1.16', 'priorityClassName')],
    [`security.alpha.${labelDomain}/sysctls`, replaced('v1.11', 'sysctls')],
    [`security.alpha.${labelDomain}/unsafe-sysctls`, replaced('v1.11', 'sysctls')],
  ].flatMap(([key = '', message]) => (Object.hasOwn(annotations, key) ? [`${path}[${key}]: ${message}`] : []))
}

function sourceWarnings(volume: unknown, path: string): readonly string[] {
  const claim = valueAt(volume, 'ephemeral', 'volumeClaimTemplate', 'spec')
  return [...volumeWarnings(volume, path), ...claimSpecWarnings(claim, `${path}.ephemeral.volumeClaimTemplate.spec`)]
}

function duplicateWarnings(spec: Part, path: string): readonly string[] {
  const repeated = (list: string, member: string, what: string) => {
    const seen = new Set<string>()
    return listOf(spec[list]).flatMap((item, i) => {
      const value = textAt(item, member)
      if (seen.has(value)) return [`${path}.${list}[${i}].${member}: duplicate ${what} ${JSON.stringify(value)}`]
      seen.add(value)
      return []
    })
  }
  return [
    ...repeated('hostAliases', 'ip', 'ip'),
    ...repeated('imagePullSecrets', 'name', 'name'),
    ...listOf(spec.imagePullSecrets).flatMap((secret, i) =>
      textAt(secret, 'name') === '' ? [`${path}.imagePullSecrets[${i}].name: invalid empty name ""`] : [],
    ),
  ]
}

/** Warns of security profiles that are named by annotations, where no field names them. */
function profileWarnings(
  spec: Part,
  annotations: Part,
  { field, isTemplate, dialect }: { readonly field: string; readonly isTemplate: boolean; readonly dialect: Dialect },
): readonly string[] {
  const { labelDomain } = dialect
  const warn = (key: string, isReplaced: boolean, message: string) =>
    Object.hasOwn(annotations, key) && !isReplaced ? [`${field}[${key}]: ${message}`] : []
  const noSeccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead'
  return [
    ...warn(`seccomp.security.alpha.${labelDomain}/pod`, isRecord(valueAt(spec, 'securityContext', 'seccompProfile')), noSeccomp),
    ...containersOf(spec, '').flatMap(([{ name, securityContext }]) => {
      const own = recordOf(securityContext)
      const appArmor = profileAnnotation(dialect, textOf(name))
      // Those of a pod are copied to the field, with a warning.
      const isOld = isTemplate && Object.hasOwn(annotations, appArmor) && !isRecord(own.appArmorProfile)
      return [
        ...warn(`container.seccomp.security.alpha.${labelDomain}/${textOf(name)}`, isRecord(own.seccompProfile), noSeccomp),
        ...(isOld ? [oldProfile(field, appArmor)] : []),
      ]
    }),
  ]
}

const BYTES = ['memory', 'ephemeral-storage']

function containerWarnings(container: Part, path: string): readonly string[] {
  const amounts = BYTES.flatMap((resource) =>
    ['limits', 'requests'].flatMap((kind) =>
      byteWarnings(`${path}.resources.${kind}[${resource}]`, recordOf(valueAt(container, 'resources', kind))[resource]),
    ),
  )
  const seen = new Set<string>()
  const hidden = listOf(container.env).flatMap((variable, i) => {
    const { name, value, valueFrom } = recordOf(variable)
    const known = textOf(name)
    if (!seen.has(known)) {
      seen.add(known)
      return []
    }
    // A value may extend the previous one.
    const previous = `$(${known})`
    if (valueFrom === undefined && value !== previous && findText(textOf(value), previous) >= 0) return []
    return [`${path}.env[${i}]: hides previous definition of ${JSON.stringify(known)}, which may be dropped when using apply`]
  })
  return [...amounts, ...hidden]
}

const graceWarnings = ({ terminationGracePeriodSeconds }: Part, path: string): readonly string[] =>
  (numberOf(terminationGracePeriodSeconds) ?? 0) < 0
    ? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
    : []
