/**
 * Nodes: defaults, validation and columns.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  parseRange,
  type UnknownRecord,
  validateLabelValue,
  validateRange,
} from '../../meta/index.js'
import { judgeFields, needed, qualifiedName, text } from '../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, textAt, textOf, textsOf, valueAt } from '../fields/fields.js'
import type { WarningsOf } from '../fields/warnings.js'
import type { KnownKind } from '../known/known-kind.js'
import { conditionOf, fieldColumn, shown } from '../tables/columns.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'
import { withDefaults } from './pods/pod-template.js'
import { type ProxyHandler, proxySubresource } from './proxies.js'

/**
 * Kind-specific rules of nodes.
 *
 * @param dialect - The plane's dialect, which defines the labels of node roles.
 * @param proxy - Handler of its proxy.
 */
export const nodeKind = (dialect: Dialect, proxy?: ProxyHandler): KnownKind => ({
  shortNames: ['no'],
  subresources: [proxySubresource('nodes', 'Node', proxy)],
  table: tableFor(dialect),
  selectableFields: { 'spec.unschedulable': (node) => String(valueAt(node, 'spec', 'unschedulable') === true) },
  strategy: {
    warnings: nodeWarnings,
    // An agent registers its node together with a status.
    createsStatus: true,
    returnsDeletedObject: true,
    defaults: (node) => ({ ...node, spec: withRanges(recordOf(node.spec)), status: withAllocatable(recordOf(node.status)) }),
    validateCreate: validateNode,
    validateUpdate: (node, live) => [...validateNode(node), ...validateLasting(node, live)],
  },
})

const nodeWarnings: WarningsOf = ({ spec }) => [
  ...(valueAt(spec, 'configSource') === undefined ? [] : ['spec.configSource: the feature is removed']),
  ...(textAt(spec, 'externalID') === '' ? [] : ['spec.externalID: this field is deprecated, and is unused']),
]

const judge = judgeFields({
  'spec.taints[].key': needed(qualifiedName),
  'spec.taints[].value': text(validateLabelValue),
  'spec.taints[].effect': needed(),
  'spec.podCIDRs[]': text(validateRange),
  'spec.podCIDRs': (field, value) => {
    const ranges = textsOf(value).map(parseRange)
    const isOfEach = ranges.length === 2 && ranges[0]?.bits !== ranges[1]?.bits
    return ranges.length > 1 && !isOfEach
      ? [invalidField(field, value, 'may specify no more than one CIDR for each IP family')]
      : []
  },
})

/** Taints are unique by key and effect. */
function validateNode(node: ApiObject): readonly FieldError[] {
  const taints = listOf(valueAt(node, 'spec', 'taints')).map(recordOf)
  const isRepeated = repeatsIn(taints.map(({ key, effect }) => `${textOf(key)} ${textOf(effect)}`))
  const detail = 'taints must be unique by key and effect pair'
  return [
    ...judge(node),
    ...errorsOf(taints, (taint, i) => (isRepeated(i) ? [duplicateField(`spec.taints[${i}]`, taint, detail)] : [])),
  ]
}

/** Immutable fields of a node, once set. */
const LASTING = { podCIDRs: 'podCIDR', providerID: 'providerID' }

const validateLasting = (node: ApiObject, live: ApiObject): readonly FieldError[] =>
  Object.entries(LASTING)
    .filter(([member]) => {
      const [next, before] = [node, live].map((state) => valueAt(state, 'spec', member))
      return before !== undefined && !jsonEqual(next, before)
    })
    .map(([member, name]) => forbiddenField(`spec.${member}`, `node updates may not change ${name} except from "" to valid`))

/** The older field `podCIDR` equals the first of `podCIDRs`; if they differ, the older field counts. */
function withRanges(spec: Readonly<UnknownRecord>): Readonly<UnknownRecord> {
  const [range, [first]] = [textOf(spec.podCIDR), textsOf(spec.podCIDRs)]
  if (range === '') return first === undefined ? spec : { ...spec, podCIDR: first }
  return range === first ? spec : { ...spec, podCIDRs: [range] }
}

/** Allocatable resources default to the capacity. */
const withAllocatable = (status: Readonly<UnknownRecord>): Readonly<UnknownRecord> =>
  status.capacity === undefined ? status : withDefaults(status, { allocatable: status.capacity })

function statusText(node: ApiObject): string {
  const { status } = conditionOf(node, 'Ready')
  const ready = status === undefined ? 'Unknown' : status === 'True' ? 'Ready' : 'NotReady'
  return valueAt(node, 'spec', 'unschedulable') === true ? `${ready},SchedulingDisabled` : ready
}

function rolesText({ metadata }: ApiObject, labelDomain: string): string {
  const prefix = `node-role.${labelDomain}/`
  const labels = Object.entries(metadata.labels ?? {})
  const roles = labels.flatMap(([key, value]) =>
    key.startsWith(prefix) && key.length > prefix.length
      ? [key.slice(prefix.length)]
      : key === `${labelDomain}/role`
        ? [value]
        : [],
  )
  return shown([...new Set(roles.filter((role) => role !== ''))].sort().join(','))
}

const addressText = (node: ApiObject, type: string): string =>
  shown(
    listOf(valueAt(node, 'status', 'addresses'))
      .map(recordOf)
      .find((address) => address.type === type)?.address,
  )

const infoColumn = (name: string, description: string, member: string) =>
  fieldColumn(name, description, `status.nodeInfo.${member}`, { absent: '<unknown>', priority: 1 })

const tableFor = ({ labelDomain }: Dialect): TableDefinition =>
  tableOf([
    nameColumn,
    textColumn('Status', 'Whether the node takes pods.', statusText),
    textColumn('Roles', 'What the node is for.', (node) => rolesText(node, labelDomain)),
    ageColumn,
    textColumn('Version', 'Version of its agent.', (node) => textOf(valueAt(node, 'status', 'nodeInfo', 'kubeletVersion'))),
    textColumn('Internal-IP', 'Its address within the cluster.', (node) => addressText(node, 'InternalIP'), 1),
    textColumn('External-IP', 'Its address for others.', (node) => addressText(node, 'ExternalIP'), 1),
    infoColumn('OS-Image', 'Its operating system.', 'osImage'),
    infoColumn('Kernel-Version', 'Its kernel.', 'kernelVersion'),
    infoColumn('Container-Runtime', 'What runs its containers.', 'containerRuntimeVersion'),
  ])
