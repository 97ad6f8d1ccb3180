/**
 * Validation of a pod's spec, also in templates.
 *
 * @module
 */

import {
  DNS_SUBDOMAIN_MAX,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
  validateAddress,
  validateAnnotations,
} from '../../../meta/index.js'
import {
  all,
  between,
  dnsLabel,
  dnsSubdomain,
  type FieldRule,
  givenSubdomain,
  givenText,
  judgeFields,
  labels,
  needed,
  notEmpty,
  nullOr,
  text,
} from '../../fields/field-rules.js'
import { getRecord, listOf, numberOf, recordOf, repeatsIn, textOf } from '../../fields/fields.js'
import { repeatedNames } from '../../fields/repeated-names.js'
import { validateEphemeralContainers } from './containers/ephemeral-containers.js'
import { appArmorProfile, seccompProfile } from './containers/security-profiles.js'
import { type ContainerContext, userOrGroup, validateContainer } from './containers/validate-container.js'
import { validateResources } from './containers/validate-resources.js'
import { validateVariableFiles } from './containers/validate-variables.js'
import { validateHostProcesses, windowsOptions } from './containers/validate-windows.js'
import { validatePodAnnotations } from './pod-annotations.js'
import { claimNames, validateClaims } from './validate-claims.js'
import { validateOperatingSystem, validateUserNamespace } from './validate-os.js'
import { validatePlacement } from './validate-placement.js'
import { validatePodResources } from './validate-pod-resources.js'
import { judgeVolumes } from './validate-pod-volumes.js'

type Part = Readonly<UnknownRecord>

const items = (object: Part, member: string): readonly Part[] => listOf(object[member]).map(recordOf)

const MAX_INT32 = 2 ** 31 - 1
/** Maximum length of a Linux host name, in bytes. */
const MAX_HOSTNAME = 64
const MAX_NAMESERVERS = 3
const MAX_SEARCHES = 32
const MAX_SEARCH_TEXT = 2048

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
  'os.name': needed(),
  'hostAliases[].ip': givenText(validateAddress),
  'hostAliases[].hostnames[]': dnsSubdomain,
  'dnsConfig.nameservers': atMost(MAX_NAMESERVERS, 'nameservers'),
  'dnsConfig.nameservers[]': givenText(validateAddress),
  'dnsConfig.searches': all(atMost(MAX_SEARCHES, 'search paths'), (field, value) => {
    const { length } = listOf(value).join(' ')
    const detail = `must not have more than ${MAX_SEARCH_TEXT} characters (including spaces) in the search list`
    return length > MAX_SEARCH_TEXT ? [invalidField(field, value, detail)] : []
  }),
  'dnsConfig.searches[]': givenText(searchPath),
  'dnsConfig.options[]': (field, value) =>
    textOf(recordOf(value).name) === '' ? [requiredField(field, 'must not be empty')] : [],
  'securityContext.runAsUser': userOrGroup,
  'securityContext.runAsGroup': userOrGroup,
  'securityContext.fsGroup': userOrGroup,
  'securityContext.supplementalGroups[]': userOrGroup,
  'securityContext.fsGroupChangePolicy': notEmpty('Always', 'OnRootMismatch'),
  'securityContext.supplementalGroupsPolicy': notEmpty('Merge', 'Strict'),
  'securityContext.seLinuxChangePolicy': notEmpty('MountOption', 'Recursive'),
  'securityContext.seccompProfile': seccompProfile,
  'securityContext.appArmorProfile': appArmorProfile,
  'securityContext.windowsOptions': windowsOptions,
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
  const [containers, initial] = [items(spec, 'containers'), items(spec, 'initContainers')]
  const place = { volumes, isOnHost: false, isInitial: false, claims: claimNames(spec), pod: spec }
  const judgeAll = (given: readonly Part[], member: string, more: Partial<ContainerContext>) =>
    errorsOf(given, (container, i) => validateContainer(container, `${path}.${member}[${i}]`, { ...place, ...more }))
  const names = [...containers, ...initial].map(({ name }) => textOf(name))
  return [
    ...errors,
    ...(containers.length === 0 ? [requiredField(`${path}.containers`)] : []),
    ...judgeAll(containers, 'containers', { isOnHost: spec.hostNetwork === true }),
    ...judgeAll(initial, 'initContainers', { isInitial: true }),
    ...validateEphemeralContainers(spec, `${path}.ephemeralContainers`, place),
    ...repeatedNames(names, (i) => {
      const at = i - containers.length
      return at < 0 ? `${path}.containers[${i}].name` : `${path}.initContainers[${at}].name`
    }),
    ...repeatedHostPorts(containers, `${path}.containers`),
    // Initial containers run one after another. Errors name the first of them, as in Kubernetes.
    ...errorsOf(initial, (container) => repeatedHostPorts([container], `${path}.initContainers`)),
    ...validatePodResources(spec, path),
    ...(spec.overhead === undefined ? [] : validateResources({ limits: spec.overhead }, `${path}.overhead`)),
    ...validateSysctls(spec, `${path}.securityContext.sysctls`),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [
          invalidField(
            `${path}.securityContext.shareProcessNamespace`,
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
    ...judge(spec, path),
    ...validateResolver(spec, path),
    ...validateHostname(spec, path),
    ...validatePlacement(spec, path),
    ...validateClaims(spec, path),
    ...validateHostProcesses(spec, path),
    ...validateOperatingSystem(spec, path),
    ...validateUserNamespace(spec, path),
    ...validateVariableFiles(spec, path),
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
    ...(setHostnameAsFQDN === true ? [forbiddenField(at, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork === true ? [forbiddenField(at, 'may not be specified when hostNetwork is true')] : []),
  ]
}

/** A label of a search path, which may start with an underscore. */
const SEARCH_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const SEARCH_PATH = `${SEARCH_LABEL}(\\.${SEARCH_LABEL})*`
const SEARCH_PATTERN = new RegExp(`^${SEARCH_PATH}$`)
const SEARCH_FORM = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SEARCH_PATH}')`

/** A search path may end with a dot, or be a single dot. */
function searchPath(given: string): readonly string[] {
  const name = given === '.' ? given : given.replace(/\.$/, '')
  const isValid = name === '.' || SEARCH_PATTERN.test(name)
  return [
    ...(name.length > DNS_SUBDOMAIN_MAX ? [`must be no more than ${DNS_SUBDOMAIN_MAX} characters`] : []),
    ...(isValid ? [] : [SEARCH_FORM]),
  ]
}

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/
const SYSCTL_MAX = 253

/** Kernel parameters that belong to a namespace, by the pod's field that uses the namespace of the host. */
const NAMESPACED = [
  ['hostNetwork', /^net\./],
  ['hostIPC', /^(?:kernel\.(?:sem$|shm|msg)|fs\.mqueue\.)/],
] as const

/** A pod in a namespace of the host cannot change its parameters. */
const ofHost = (spec: Part, name: string, field: string): readonly FieldError[] =>
  NAMESPACED.filter(([member, pattern]) => spec[member] === true && pattern.test(name.replaceAll('/', '.'))).map(([member]) =>
    invalidField(field, name, `may not be specified when '${member}' is true`),
  )

function validateSysctls(spec: Part, path: string): readonly FieldError[] {
  const names = items(recordOf(spec.securityContext), 'sysctls').map(({ name }) => textOf(name))
  const isRepeated = repeatsIn(names)
  const form = `must have at most ${SYSCTL_MAX} characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`
  return errorsOf(names, (name, i) => {
    const field = `${path}[${i}].name`
    if (name === '') return [requiredField(field)]
    const isValid = name.length <= SYSCTL_MAX && SYSCTL.test(name)
    return [
      ...(isValid ? [] : [invalidField(field, name, form)]),
      ...(isValid && isRepeated(i) ? [duplicateField(field, name)] : []),
      ...ofHost(spec, name, field),
    ]
  })
}
