/**
 * The status of a Service: its load balancer.
 *
 * @module
 */

import { type ApiObject, type FieldError, forbiddenField, requiredField } from '../../../meta/index.js'
import { type FieldRule, oneOf } from '../../fields/field-rules.js'
import { listOf, recordOf, textAt, textOf, valueAt, withValueAt } from '../../fields/fields.js'
import { balancerStatus } from '../../fields/validate-status.js'
import { withDefaults } from '../pods/pod-template.js'

const ADDRESSES = ['status', 'loadBalancer', 'ingress']

const isBalanced = (service: ApiObject): boolean => textAt(service, 'spec', 'type') === 'LoadBalancer'

const addressesOf = (service: ApiObject): readonly unknown[] => listOf(valueAt(service, ...ADDRESSES))

/** Addresses of a load balancer are virtual unless it says otherwise: packets reach the nodes with the address as destination. */
export function defaultBalancer(service: ApiObject): ApiObject {
  const addresses = addressesOf(service)
  if (!isBalanced(service) || addresses.length === 0) return service
  const withMode = addresses.map((address) =>
    textAt(address, 'ip') === '' ? address : withDefaults(recordOf(address), { ipMode: 'VIP' }),
  )
  return withValueAt(service, ADDRESSES, withMode)
}

const supported = oneOf('Proxy', 'VIP')

const mode: FieldRule = (field, address) => {
  const { ip, ipMode } = recordOf(address)
  const [at, hasAddress] = [`${field}.ipMode`, textOf(ip) !== '']
  if (ipMode === undefined) return hasAddress ? [requiredField(at, 'must be specified when `ip` is set')] : []
  return hasAddress ? supported(at, ipMode) : [forbiddenField(at, 'may not be specified when `ip` is not set')]
}

const judge = balancerStatus(mode)

/** Only services of one type have a load balancer. */
export function validateServiceStatus(service: ApiObject, live: ApiObject): readonly FieldError[] {
  return isBalanced(service) || addressesOf(service).length === 0
    ? judge(service, live)
    : [forbiddenField(ADDRESSES.join('.'), 'may only be used when `spec.type` is "LoadBalancer"')]
}
