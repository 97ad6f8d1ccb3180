/**
 * Kind-specific rules of the core group.
 *
 * @module
 */

import type { ApiObject, Dialect } from '../../meta/index.js'
import { listOf, numberOf, recordOf, textAt, valueAt } from '../fields/fields.js'
import { addressWarnings, type WarningsOf } from '../fields/warnings.js'
import type { KnownGroup } from '../known/known-kind.js'
import { createdColumn } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables/tables.js'
import type { KindHandlers } from './kind-handlers.js'
import { nodeKind } from './node.js'
import { podKind } from './pods/pod.js'
import { podTemplateTable } from './pods/pod-table.js'
import { defaultPodTemplate, withDefaults } from './pods/pod-template.js'
import { templateWarnings } from './pods/template-warnings.js'
import { validatePodTemplate } from './pods/validate-pod-spec.js'
import { quotaTable } from './resource-quota.js'
import { validateEndpoints } from './services/validate-endpoints.js'
import { validateLimits, validateQuota, validateQuotaUpdate } from './validate-limits.js'
import { claimKind, volumeKind } from './volumes/volumes.js'

/**
 * Nodes, pods, volumes and the like.
 *
 * @param dialect - The plane's dialect.
 * @param handlers - Handlers of subresources.
 */
export const coreKinds = (dialect: Dialect, handlers: KindHandlers): KnownGroup => ({
  group: '',
  kinds: {
    endpoints: {
      shortNames: ['ep'],
      table: tableOf([nameColumn, textColumn('Endpoints', 'The addresses, with their ports.', endpointsText), ageColumn]),
      strategy: {
        warnings: endpointsWarnings,
        allowCreateOnUpdate: true,
        defaults: (endpoints) => {
          if (!Array.isArray(endpoints.subsets)) return endpoints
          const subsets = endpoints.subsets.map((subset) => {
            const { ports } = recordOf(subset)
            if (!Array.isArray(ports)) return subset
            return { ...recordOf(subset), ports: ports.map((port) => withDefaults(recordOf(port), { protocol: 'TCP' })) }
          })
          return { ...endpoints, subsets }
        },
        validateCreate: validateEndpoints,
        validateUpdate: validateEndpoints,
      },
    },
    limitranges: {
      shortNames: ['limits'],
      table: tableOf([nameColumn, createdColumn]),
      strategy: {
        allowCreateOnUpdate: true,
        defaults: defaultLimits,
        validateCreate: validateLimits,
        validateUpdate: validateLimits,
      },
    },
    nodes: nodeKind(dialect, handlers.nodes),
    persistentvolumeclaims: claimKind(dialect),
    persistentvolumes: volumeKind(dialect),
    pods: podKind(dialect, handlers.pods),
    podtemplates: {
      hasGeneration: true,
      table: podTemplateTable,
      strategy: {
        warnings: templateWarnings({ path: ['template'], dialect, namesPods: false }),
        returnsDeletedObject: true,
        defaults: (object) => ({ ...object, template: defaultPodTemplate(recordOf(object.template)) }),
        validateCreate: (object) => validatePodTemplate(object.template, 'template'),
        validateUpdate: (object) => validatePodTemplate(object.template, 'template'),
      },
    },
    resourcequotas: {
      shortNames: ['quota'],
      table: quotaTable,
      judgesItself: 'in-full',
      strategy: { returnsDeletedObject: true, validateCreate: validateQuota, validateUpdate: validateQuotaUpdate },
    },
  },
})

const endpointsWarnings: WarningsOf = (endpoints) =>
  listOf(endpoints.subsets).flatMap((subset, i) =>
    ['addresses', 'notReadyAddresses'].flatMap((list) =>
      listOf(recordOf(subset)[list]).flatMap((address, j) =>
        addressWarnings(`subsets[${i}].${list}[${j}].ip`, recordOf(address).ip),
      ),
    ),
  )

/** Maximum number of addresses shown. */
const SHOWN = 3

function endpointsText(endpoints: ApiObject): string {
  const all = listOf(valueAt(endpoints, 'subsets')).flatMap((subset) => {
    const { addresses, ports } = recordOf(subset)
    const ips = listOf(addresses).map((address) => textAt(address, 'ip'))
    const numbers = listOf(ports).map((port) => numberOf(recordOf(port).port))
    return numbers.length === 0 ? ips : numbers.flatMap((port) => ips.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`))
  })
  if (all.length === 0) return '<none>'
  const rest = all.length - SHOWN
  return all.slice(0, SHOWN).join(',') + (rest > 0 ? ` + ${rest} more...` : '')
}

/** Defaults of container limits: the default request is the default limit, and that is the maximum. */
function defaultLimits(object: ApiObject): ApiObject {
  const given = listOf(valueAt(object, 'spec', 'limits'))
  if (given.length === 0) return object
  const limits = given.map((entry) => {
    const limit = recordOf(entry)
    if (limit.type !== 'Container') return limit
    const most = withDefaults(recordOf(limit.default), recordOf(limit.max))
    const least = withDefaults(withDefaults(recordOf(limit.defaultRequest), most), recordOf(limit.min))
    return {
      ...limit,
      ...(Object.keys(most).length > 0 && { default: most }),
      ...(Object.keys(least).length > 0 && { defaultRequest: least }),
    }
  })
  return { ...object, spec: { ...recordOf(object.spec), limits } }
}
