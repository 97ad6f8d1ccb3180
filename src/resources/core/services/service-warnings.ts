/**
 * Warnings of services.
 *
 * @module
 */

import { type ApiObject, type Dialect, getKey } from '../../../meta/index.js'
import { listOf, recordOf, textAt, textOf } from '../../fields/fields.js'
import { addressWarnings, type WarningsOf } from '../../fields/warnings.js'

/**
 * Warns of fields of a service that have no effect, or no future.
 *
 * @param dialect - The plane's dialect, which defines the annotations.
 */
export const serviceWarnings =
  ({ labelDomain }: Dialect): WarningsOf =>
  (service) => {
    const spec = recordOf(service.spec)
    const [hints, mode] = ['topology-aware-hints', 'topology-mode'].map((name) => `service.${labelDomain}/${name}`)
    const hasHints = getKey(service.metadata.annotations, hints ?? '') !== undefined
    const hasAddress = !['', 'None'].includes(textOf(spec.clusterIP))
    return [
      ...(hasHints ? [`annotation ${hints} is deprecated, please use ${mode} instead`] : []),
      ...(hasAddress ? formWarnings(spec.clusterIPs, 'spec.clusterIPs') : []),
      ...(isHeadless(service) ? headlessWarnings(service) : []),
      ...formWarnings(spec.externalIPs, 'spec.externalIPs'),
      ...externalWarnings(service),
      ...addressWarnings('spec.loadBalancerIP', spec.loadBalancerIP),
      ...typeWarnings(service),
      ...(spec.trafficDistribution === 'PreferClose'
        ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
        : []),
    ]
  }

const isHeadless = (service: ApiObject): boolean =>
  textAt(service, 'spec', 'type') === 'ClusterIP' && textAt(service, 'spec', 'clusterIP') === 'None'

const isExternalName = (service: ApiObject): boolean => textAt(service, 'spec', 'type') === 'ExternalName'

const formWarnings = (addresses: unknown, field: string): readonly string[] =>
  listOf(addresses).flatMap((address, i) => addressWarnings(`${field}[${i}]`, address))

const hasExternalAddresses = ({ spec }: ApiObject): boolean => listOf(recordOf(spec).externalIPs).length > 0

const headlessWarnings = (service: ApiObject): readonly string[] => [
  ...(textAt(service, 'spec', 'loadBalancerIP') === '' ? [] : ['spec.loadBalancerIP is ignored for headless services']),
  ...(hasExternalAddresses(service) ? ['spec.externalIPs is ignored for headless services'] : []),
  ...(textAt(service, 'spec', 'sessionAffinity') === 'None' ? [] : ['spec.SessionAffinity is ignored for headless services']),
]

const externalWarnings = (service: ApiObject): readonly string[] =>
  hasExternalAddresses(service) && !isHeadless(service) && !isExternalName(service)
    ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
    : []

function typeWarnings(service: ApiObject): readonly string[] {
  if (isExternalName(service)) {
    return hasExternalAddresses(service) ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []
  }
  const hasName = textAt(service, 'spec', 'externalName') !== ''
  return hasName ? ['spec.externalName is ignored when spec.type is not "ExternalName"'] : []
}
