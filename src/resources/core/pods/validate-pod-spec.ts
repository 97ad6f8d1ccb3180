/**
 * Validation of a pod's spec, also in templates.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
  validateAddress,
  validateAnnotations,
  validateDnsSubdomain,
} from '../../../meta/index.js'
import {
  all,
  between,
  dnsLabel,
  dnsSubdomain,
  type FieldRule,
  givenSubdomain,
  judgeFields,
  labels,
  needed,
  notEmpty,
  nullOr,
  oneOf,
  text,
} from '../../fields/field-rules.js'
import { getRecord, listOf, numberOf, recordOf, textOf } from '../../fields/fields.js'
import { repeatedNames } from '../../fields/repeated-names.js'
import { validateEphemeralContainers } from './containers/ephemeral-containers.js'
import { appArmorProfile, seccompProfile } from './containers/security-profiles.js'
import { userOrGroup, validateContainer } from './containers/validate-container.js'
import { validatePodAnnotations } from './pod-annotations.js'
import { claimNames, validateClaims } from './validate-claims.js'
import { validateOperatingSystem, validateUserNamespace } from './validate-os.js'
import { validatePlacement } from './validate-placement.js'
import { judgeVolumes } from './validate-pod-volumes.js'

type Part = Readonly<UnknownRecord>

const items = (object: Part, member: string): readonly Part[] => listOf(object[member]).map(recordOf)

const MAX_INT32 = 2 ** 31 - 1
/** Maximum length of a Linux host name, in bytes. */
const MAX_HOSTNAME = 64
const MAX_NAMESERVERS = 3
const MAX_SEARCHES = 32

const atMost =
  (most: number, what: string): FieldRule =>
  (field, value) =>
    listOf(value).length > most ? [invalidField(field, value, `must not have more than ${most} ${what}`)] : []

const judge = judgeFields({
  activeDeadlineSeconds: between(1, MAX_INT32),
  hostname: dnsLabel,
  subdomain: dnsLabel,
  hostnameOverride: all(
    givenSubdomain,
    text((name) => (name.length > MAX_HOSTNAME ? [`must be no more than ${MAX_HOSTNAME} characters`] : [])),
  ),
  serviceAccountName: dnsSubdomain,
  priorityClassName: dnsSubdomain,
  preemptionPolicy: nullOr(),
  runtimeClassName: givenSubdomain,
  'os.name': needed(oneOf('linux', 'windows')),
  'hostAliases[].ip': needed(text(validateAddress)),
  'hostAliases[].hostnames[]': dnsSubdomain,
  'dnsConfig.nameservers': atMost(MAX_NAMESERVERS, 'nameservers'),
  'dnsConfig.nameservers[]': text(validateAddress),
  'dnsConfig.searches': atMost(MAX_SEARCHES, 'search paths'),
  // A search path may end with a dot, or be a single dot.
  'dnsConfig.searches[]': text((path) => (path === '.' ? [] : validateDnsSubdomain(path.replace(/\.$/, '')))),
  'dnsConfig.options[].name': needed(),
  'securityContext.runAsUser': userOrGroup,
  'securityContext.runAsGroup': userOrGroup,
  'securityContext.fsGroup': userOrGroup,
  'securityContext.supplementalGroups[]': userOrGroup,
  'securityContext.fsGroupChangePolicy': notEmpty('Always', 'OnRootMismatch'),
  'securityContext.supplementalGroupsPolicy': notEmpty('Merge', 'Strict'),
  'securityContext.seLinuxChangePolicy': notEmpty('MountOption', 'Recursive'),
  'securityContext.seccompProfile': seccompProfile,
  'securityContext.appArmorProfile': appArmorProfile,
})

const judgeMetadata = judgeFields({
  labels,
  annotations: (field, value) => validateAnnotations(recordOf(value) as Readonly<Record<string, string>>, field),
})

/** Validates the metadata of a pod template; error paths omit `metadata`, as in Kubernetes. */
export const validateTemplateMetadata = (template: unknown, path: string): readonly FieldError[] =>
  judgeMetadata(getRecord(template, 'metadata'), path)

/** Validates a template of pods; `path` is its field path. */
export const validatePodTemplate = (template: unknown, path: string): readonly FieldError[] => [
  ...validateTemplateMetadata(template, path),
  ...validatePodAnnotations(
    getRecord(template, 'metadata', 'annotations') ?? {},
    getRecord(template, 'spec') ?? {},
    `${path}.annotations`,
  ),
  ...validatePodSpec(recordOf(recordOf(template).spec), `${path}.spec`),
  ...(items(getRecord(template, 'spec') ?? {}, 'ephemeralContainers').length > 0
    ? [forbiddenField(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
    : []),
]

/**
 * Validates the spec of a pod.
 *
 * @param spec - The spec with its defaults.
 * @param path - Where it stands, such as `spec` or `spec.template.spec`.
 */
export function validatePodSpec(spec: Part, path: string): readonly FieldError[] {
  const { errors, volumes } = judgeVolumes(items(spec, 'volumes'), `${path}.volumes`)
  const containers = items(spec, 'containers')
  const place = { volumes, isOnHost: spec.hostNetwork === true, claims: claimNames(spec) }
  const judgeAll = (member: string) =>
    errorsOf(items(spec, member), (container, i) =>
      validateContainer(container, `${path}.${member}[${i}]`, { ...place, isInitial: member === 'initContainers' }),
    )
  const names = [...items(spec, 'initContainers'), ...containers].map(({ name }) => textOf(name))
  return [
    ...errors,
    ...(containers.length === 0 ? [requiredField(`${path}.containers`)] : []),
    ...judgeAll('containers'),
    ...judgeAll('initContainers'),
    ...validateEphemeralContainers(spec, `${path}.ephemeralContainers`, { ...place, isInitial: false }),
    ...repeatedNames(names, (i) => {
      const inits = names.length - containers.length
      return i < inits ? `${path}.initContainers[${i}].name` : `${path}.containers[${i - inits}].name`
    }),
    ...repeatedHostPorts(containers, `${path}.containers`),
    ...validateSysctls(items(recordOf(spec.securityContext), 'sysctls'), `${path}.securityContext.sysctls`),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [invalidField(`${path}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled')]
      : []),
    ...judge(spec, path),
    ...validateResolver(spec, path),
    ...validateHostname(spec, path),
    ...validatePlacement(spec, path),
    ...validateClaims(spec, path),
    ...validateOperatingSystem(spec, path),
    ...validateUserNamespace(spec, path),
  ]
}

/** Host ports are unique. */
function repeatedHostPorts(containers: readonly Part[], path: string): readonly FieldError[] {
  const ports = containers.flatMap((container, i) =>
    items(container, 'ports').map((port, j) => ({
      field: `${path}[${i}].ports[${j}].hostPort`,
      key: numberOf(port.hostPort) ? `${textOf(port.protocol)}/${textOf(port.hostIP)}/${numberOf(port.hostPort)}` : '',
    })),
  )
  return repeatedNames(
    ports.map(({ key }) => key),
    (i) => ports[i]?.field ?? '',
  )
}

/** dnsPolicy `None` needs the nameservers in dnsConfig. */
function validateResolver({ dnsPolicy, dnsConfig }: Part, path: string): readonly FieldError[] {
  if (dnsPolicy !== 'None') return []
  if (dnsConfig === undefined) return [requiredField(`${path}.dnsConfig`, 'must provide `dnsConfig` when `dnsPolicy` is None')]
  const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None'
  return listOf(recordOf(dnsConfig).nameservers).length > 0 ? [] : [requiredField(`${path}.dnsConfig.nameservers`, detail)]
}

/** `hostnameOverride` excludes the other fields that determine the host name. */
function validateHostname({ hostnameOverride, hostNetwork, setHostnameAsFQDN }: Part, path: string): readonly FieldError[] {
  if (hostnameOverride === undefined) return []
  const at = `${path}.hostnameOverride`
  return [
    ...(hostNetwork === true ? [forbiddenField(at, 'may not be set when `hostNetwork` is true')] : []),
    ...(setHostnameAsFQDN === true ? [forbiddenField(at, 'may not be set when `setHostnameAsFQDN` is true')] : []),
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
    ...repeatedNames(names, (i) => `${path}[${i}].name`),
  ]
}
