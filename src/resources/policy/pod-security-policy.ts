/**
 * PodSecurityPolicy, which was removed from Kubernetes without a successor in the API.
 *
 * @module
 */

import { type ApiObject, type Dialect, type FieldError, unsupportedField } from '../../meta/index.js'
import { builtinDefinition } from '../definition/builtin-definition.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { textAt, textsOf, valueAt } from '../fields/fields.js'
import { flag, integer, list, refTo, struct, text } from '../fields/json-schema.js'
import type { VersionLife } from '../lifecycle/version-life.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables/tables.js'

const VERSION = 'v1beta1'
const schemaOf = (name: string): string => `policy.v1.${name}`
const texts = (description: string) => list(description, { type: 'string' })
const idRange = struct('Numbers from one to another, both included.', {
  min: integer('The first one.', 'int64'),
  max: integer('The last one.', 'int64'),
})
const ranges = list('Numbers that are allowed.', idRange)
const ruled = (description: string) => struct(description, { rule: text('How it is judged.'), ranges })

/**
 * The PodSecurityPolicy kind. It is stored and served, but not enforced.
 *
 * @param dialect - The plane's dialect.
 * @param life - The releases of its only version.
 */
export function podSecurityPolicyDefinition(dialect: Dialect, life: VersionLife): ResourceDefinition {
  const definition = builtinDefinition(dialect, {
    group: 'policy',
    kind: 'PodSecurityPolicy',
    plural: 'podsecuritypolicies',
    shortNames: ['psp'],
    namespaced: false,
    schemaName: schemaOf('PodSecurityPolicy'),
    description: 'What pods have to keep to.',
    properties: { spec: refTo(schemaOf('PodSecurityPolicySpec'), 'What is allowed.') },
    schemas: () => ({ [schemaOf('PodSecurityPolicySpec')]: SPEC }),
    table: TABLE,
    strategy: { validateCreate: validate, validateUpdate: validate },
    otherVersions: [VERSION],
  })
  const versions = definition.versions
    .filter(({ name }) => name === VERSION)
    .map((version) => ({ ...version, served: true, life }))
  return { ...definition, versions, storageVersion: VERSION }
}

const SPEC = struct('What is allowed.', {
  privileged: flag('Whether containers may be privileged.'),
  defaultAddCapabilities: texts('Capabilities that containers get.'),
  requiredDropCapabilities: texts('Capabilities that containers lose.'),
  allowedCapabilities: texts('Capabilities that containers may ask for.'),
  volumes: texts('Kinds of volumes that are allowed.'),
  hostNetwork: flag('Whether pods may use the network of their node.'),
  hostPorts: list(
    'Ports of the node that are allowed.',
    struct('Ports from one to another.', { min: integer('The first one.'), max: integer('The last one.') }),
  ),
  hostPID: flag('Whether pods may see the processes of their node.'),
  hostIPC: flag('Whether pods may speak to the processes of their node.'),
  seLinux: struct('Labels of containers.', {
    rule: text('How they are judged.'),
    seLinuxOptions: struct('The labels that are required.', {
      level: text('The level.'),
      role: text('The role.'),
      type: text('The type.'),
      user: text('The user.'),
    }),
  }),
  runAsUser: ruled('Users that containers run as.'),
  runAsGroup: ruled('Groups that containers run as.'),
  supplementalGroups: ruled('Further groups of containers.'),
  fsGroup: ruled('The group of volumes.'),
  readOnlyRootFilesystem: flag('Whether containers cannot write to their root.'),
  defaultAllowPrivilegeEscalation: flag('Whether processes may get more rights, when a pod does not say.'),
  allowPrivilegeEscalation: flag('Whether processes may get more rights than their parents.'),
  allowedHostPaths: list(
    'Paths of the node that are allowed.',
    struct('A path and what is below.', { pathPrefix: text('The path.'), readOnly: flag('Whether it is not written to.') }),
  ),
  allowedFlexVolumes: list('Drivers that are allowed.', struct('A driver.', { driver: text('Its name.') })),
  allowedCSIDrivers: list('Drivers that are allowed.', struct('A driver.', { name: text('Its name.') })),
  allowedUnsafeSysctls: texts('Settings of the kernel that are allowed all the same.'),
  forbiddenSysctls: texts('Settings of the kernel that are not.'),
  allowedProcMountTypes: texts('Ways to see processes that are allowed.'),
  runtimeClass: struct('Runtimes.', {
    allowedRuntimeClassNames: texts('Those that pods may name.'),
    defaultRuntimeClassName: text('The one of pods that name none.'),
  }),
})

/** Strategy rules, by their field. */
const RULES: readonly (readonly [field: string, rules: readonly string[]])[] = [
  ['seLinux', ['MustRunAs', 'RunAsAny']],
  ['runAsUser', ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny']],
  ['supplementalGroups', ['MayRunAs', 'MustRunAs', 'RunAsAny']],
  ['fsGroup', ['MayRunAs', 'MustRunAs', 'RunAsAny']],
]

const validate = (policy: ApiObject): readonly FieldError[] =>
  RULES.flatMap(([field, rules]) => {
    const rule = textAt(policy.spec, field, 'rule')
    return rules.includes(rule) ? [] : [unsupportedField(`spec.${field}.rule`, rule, rules)]
  })

const ruleColumn = (name: string, field: string) =>
  textColumn(name, `How ${field} is judged.`, ({ spec }) => textAt(spec, field, 'rule'))

const TABLE = tableOf([
  nameColumn,
  textColumn('Priv', 'Whether containers may be privileged.', ({ spec }) => String(valueAt(spec, 'privileged') ?? false)),
  textColumn('Caps', 'Capabilities that containers may ask for.', ({ spec }) =>
    textsOf(valueAt(spec, 'allowedCapabilities')).join(','),
  ),
  ruleColumn('SELinux', 'seLinux'),
  ruleColumn('RunAsUser', 'runAsUser'),
  ruleColumn('FSGroup', 'fsGroup'),
  ruleColumn('SupGroup', 'supplementalGroups'),
  textColumn('ReadOnlyRootFS', 'Whether containers cannot write to their root.', ({ spec }) =>
    String(valueAt(spec, 'readOnlyRootFilesystem') ?? false),
  ),
  textColumn('Volumes', 'Kinds of volumes that are allowed.', ({ spec }) => textsOf(valueAt(spec, 'volumes')).join(',')),
  ageColumn,
])
