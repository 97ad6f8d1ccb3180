/**
 * Kinds of the networking group: defaults, validation, columns.
 *
 * @module
 */

import type { ApiObject, Dialect } from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import { listOf, nameOf, recordOf, textOf, textsOf, valueAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { balancerStatus } from '../fields/validate-status.js'
import { ingressWarnings } from '../fields/warnings.js'
import type { KnownGroup } from '../known/known-kind.js'
import { fieldColumn, shown } from '../tables/columns.js'
import { selectorText } from '../tables/selector-text.js'
import { ageColumn, nameColumn, type TableDefinition, tableOf, textColumn } from '../tables/tables.js'
import { ingressTable } from './ingress.js'
import { addressName, validateIPAddress, validateServiceRanges, validateServiceRangesUpdate } from './validate-addresses.js'
import { validateIngress } from './validate-ingress.js'
import { validateClassOnce, validateIngressClass } from './validate-ingress-class.js'
import { validateNetworkPolicy } from './validate-network-policy.js'

/**
 * Kind-specific rules of the kinds of the networking group.
 *
 * @param dialect - The plane's dialect.
 */
export const networkKinds = (dialect: Dialect): KnownGroup => ({
  group: `networking.${dialect.groupDomain}`,
  kinds: {
    ingressclasses: {
      hasGeneration: true,
      table: ingressClassTable(dialect),
      strategy: {
        defaults: (object) => {
          const spec = recordOf(object.spec)
          if (spec.parameters === undefined) return object
          return { ...object, spec: { ...spec, parameters: withDefaults(recordOf(spec.parameters), { scope: 'Cluster' }) } }
        },
        validateCreate: validateIngressClass,
        validateUpdate: immutableFields(['spec.controller']),
      },
    },
    ingresses: {
      shortNames: ['ing'],
      hasGeneration: true,
      table: ingressTable,
      validateStatus: balancerStatus(),
      strategy: {
        warnings: ingressWarnings(dialect),
        validateCreate: (ingress) => [...validateClassOnce(ingress, dialect), ...validateIngress(ingress)],
        validateUpdate: (ingress) => validateIngress(ingress),
      },
    },
    ipaddresses: {
      shortNames: ['ip'],
      judgesItself: 'but-choices',
      table: tableOf([
        nameColumn,
        textColumn('ParentRef', 'Who has it.', (address) => {
          const { group, resource, namespace, name } = recordOf(valueAt(address, 'spec', 'parentRef'))
          const parts = (given: readonly unknown[]) => given.map(textOf).filter((part) => part !== '')
          return parts([parts([resource, group]).join('.'), namespace, name]).join('/')
        }),
        ageColumn,
      ]),
      strategy: {
        validateName: addressName,
        validateCreate: (address) => validateIPAddress(address),
        validateUpdate: immutableFields(['spec.parentRef']),
      },
    },
    networkpolicies: {
      shortNames: ['netpol'],
      hasGeneration: true,
      table: tableOf([
        nameColumn,
        textColumn('Pod-Selector', 'The pods that it is about.', (policy) =>
          shown(selectorText(valueAt(policy, 'spec', 'podSelector'))),
        ),
        ageColumn,
      ]),
      strategy: { defaults: defaultPolicy, validateCreate: validateNetworkPolicy, validateUpdate: validateNetworkPolicy },
    },
    servicecidrs: {
      statusTakes: [],
      table: tableOf([
        nameColumn,
        textColumn('CIDRs', 'The ranges.', (object) => textsOf(valueAt(object, 'spec', 'cidrs')).join(',')),
        ageColumn,
      ]),
      strategy: {
        createsStatus: true,
        validateCreate: validateServiceRanges,
        validateUpdate: validateServiceRangesUpdate,
      },
    },
  },
})

/** The default policy types: Ingress, and Egress when there are egress rules. */
function defaultPolicy(policy: ApiObject): ApiObject {
  const spec = withDefaults(recordOf(policy.spec), { podSelector: {} })
  if (textsOf(spec.policyTypes).length > 0) return { ...policy, spec }
  return { ...policy, spec: { ...spec, policyTypes: ['Ingress', ...(listOf(spec.egress).length > 0 ? ['Egress'] : [])] } }
}

function ingressClassTable({ labelDomain }: Dialect): TableDefinition {
  const mark = `ingressclass.${labelDomain}/is-default-class`
  return tableOf([
    {
      ...nameColumn,
      cell: (object) => (object.metadata.annotations?.[mark] === 'true' ? `${nameOf(object)} (default)` : nameOf(object)),
    },
    fieldColumn('Controller', 'Who answers for it.', 'spec.controller', { absent: '' }),
    textColumn('Parameters', 'What it is set by.', (object) => {
      const { apiGroup, kind, name } = recordOf(valueAt(object, 'spec', 'parameters'))
      if (kind === undefined) return '<none>'
      return `${String(kind)}${apiGroup === undefined ? '' : `.${String(apiGroup)}`}/${String(name)}`
    }),
    ageColumn,
  ])
}
