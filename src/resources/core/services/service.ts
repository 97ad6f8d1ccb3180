/**
 * Services: defaults and columns.
 *
 * @module
 */

import { type ApiObject, type Dialect, dnsLabelName, jsonEqual, type UnknownRecord } from '../../../meta/index.js'
import { listOf, numberOf, recordOf, textAt, textOf, textsOf, valueAt, withFields, withValueAt } from '../../fields/fields.js'
import type { KnownGroup } from '../../known/known-kind.js'
import { selectorText } from '../../tables/selector-text.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../../tables/tables.js'
import { withDefaults } from '../pods/pod-template.js'
import { type ProxyHandler, proxySubresource } from '../proxies.js'
import { defaultBalancer, validateServiceStatus } from './service-status.js'
import { serviceWarnings } from './service-warnings.js'
import { isBalanced, isChecked, isReached, validateAddressUpdate, validateService } from './validate-service.js'

/**
 * Kind-specific rules of services.
 *
 * @param dialect - The plane's dialect, which defines the annotations.
 * @param proxy - Handler of their proxy.
 */
export const serviceKinds = (dialect: Dialect, proxy?: ProxyHandler): KnownGroup => ({
  group: '',
  kinds: {
    services: {
      shortNames: ['svc'],
      categories: ['all'],
      subresources: [proxySubresource('services', 'Service', proxy)],
      table: serviceTable,
      validateStatus: validateServiceStatus,
      // Services show the state of their load balancer, even when they have none.
      selectableFields: {
        'spec.clusterIP': (service) => textAt(service, 'spec', 'clusterIP'),
        'spec.type': (service) => textAt(service, 'spec', 'type'),
      },
      strategy: {
        warnings: serviceWarnings(dialect),
        validateName: dnsLabelName,
        allowCreateOnUpdate: true,
        defaults: (service) => defaultBalancer(defaultService(service)),
        prepareForUpdate: withoutFormerFields,
        validateCreate: (service) => validateService(service),
        validateUpdate: (service, live) => [...validateService(service), ...validateAddressUpdate(service, live)],
      },
    },
  },
})

/** Default timeout of session affinity, in seconds. */
const AFFINITY_SECONDS = 10_800
const TIMEOUT = ['sessionAffinityConfig', 'clientIP', 'timeoutSeconds'] as const

function defaultService(service: ApiObject): ApiObject {
  const spec = recordOf(service.spec)
  const ports = listOf(spec.ports).map((entry) => {
    const port = withDefaults(recordOf(entry), { protocol: 'TCP' })
    return withDefaults(port, { targetPort: port.port })
  })
  const type = textOf(spec.type) || 'ClusterIP'
  return {
    ...service,
    spec: withDefaults(
      { ...withAffinity(spec), ...(ports.length > 0 && { ports }) },
      {
        type,
        sessionAffinity: 'None',
        ...(type !== 'ExternalName' && { internalTrafficPolicy: 'Cluster' }),
        ...(isReached({ ...spec, type }) && { externalTrafficPolicy: 'Cluster' }),
        ...(type === 'LoadBalancer' && { allocateLoadBalancerNodePorts: true }),
      },
    ),
  }
}

/** The configuration of session affinity has a timeout with affinity, and is dropped without. */
function withAffinity(spec: Readonly<UnknownRecord>): Readonly<UnknownRecord> {
  if (spec.sessionAffinity === undefined || spec.sessionAffinity === 'None')
    return spec.sessionAffinityConfig === undefined ? spec : withFields(spec, { sessionAffinityConfig: undefined })
  if (spec.sessionAffinity !== 'ClientIP' || valueAt(spec, ...TIMEOUT) !== undefined) return spec
  return withValueAt(spec, TIMEOUT, AFFINITY_SECONDS)
}

/** Fields that only some services have. */
const OF_SOME: Readonly<Record<string, (spec: Readonly<UnknownRecord>) => boolean>> = {
  externalTrafficPolicy: isReached,
  healthCheckNodePort: isChecked,
  allocateLoadBalancerNodePorts: isBalanced,
  loadBalancerClass: isBalanced,
}

/** Drops fields that the service does not have any more and that the request does not change, and the state of a former load balancer. */
function withoutFormerFields(service: ApiObject, live: ApiObject): ApiObject {
  const [spec, before] = [recordOf(service.spec), recordOf(live.spec)]
  const gone = Object.keys(OF_SOME).filter((field) => {
    const has = OF_SOME[field] as (spec: Readonly<UnknownRecord>) => boolean
    return has(before) && !has(spec) && jsonEqual(spec[field], before[field])
  })
  const typed =
    gone.length === 0
      ? service
      : { ...service, spec: withFields(spec, Object.fromEntries(gone.map((field) => [field, undefined]))) }
  // The addresses are gone for clients at once, though the load balancer is removed later.
  return isBalanced(before) && !isBalanced(spec) ? withValueAt(typed, ['status', 'loadBalancer'], {}) : typed
}

function portsOf(service: ApiObject): string {
  const ports = listOf(valueAt(service, 'spec', 'ports')).map(recordOf)
  const texts = ports.map(({ port, nodePort, protocol }) => {
    const number = numberOf(nodePort) ? `${numberOf(port)}:${numberOf(nodePort)}` : String(numberOf(port) ?? '')
    return `${number}/${textOf(protocol)}`
  })
  return texts.join(',') || '<none>'
}

function externalIPsOf(service: ApiObject): string {
  const given = textsOf(valueAt(service, 'spec', 'externalIPs'))
  const balanced = listOf(valueAt(service, 'status', 'loadBalancer', 'ingress')).map(
    (entry) => textAt(entry, 'ip') || textAt(entry, 'hostname'),
  )
  const type = valueAt(service, 'spec', 'type')
  if (type === 'ExternalName') return textAt(service, 'spec', 'externalName')
  if (type === 'LoadBalancer') return [...balanced, ...given].join(',') || '<pending>'
  return given.join(',') || '<none>'
}

const serviceTable = tableOf([
  nameColumn,
  textColumn('Type', 'How the service is reached.', (service) => textAt(service, 'spec', 'type')),
  textColumn('Cluster-IP', 'Its address within the cluster.', (service) => textAt(service, 'spec', 'clusterIP') || '<none>'),
  textColumn('External-IP', 'Its addresses for others.', externalIPsOf),
  textColumn('Port(s)', 'Its ports.', portsOf),
  ageColumn,
  textColumn(
    'Selector',
    'What it sends requests to.',
    (service) => selectorText(valueAt(service, 'spec', 'selector')) || '<none>',
    1,
  ),
])
