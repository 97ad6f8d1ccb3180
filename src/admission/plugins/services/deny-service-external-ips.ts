/**
 * DenyServiceExternalIPs: refuses new external IPs of Services, which could intercept the traffic of others.
 *
 * @module
 */

import { type ApiObject, isRecord } from '../../../meta/index.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'

/** Refuses Services with external IPs that they did not have before. */
export const denyServiceExternalIPs = (): AdmissionPlugin => ({
  name: 'DenyServiceExternalIPs',
  handles: ({ operation, group, resource, subresource }) =>
    operation !== 'DELETE' && group === '' && resource === 'services' && subresource === '',
  validate(attributes) {
    const known = new Set(addressesOf(attributes.oldObject))
    if (addressesOf(attributes.object).every((address) => known.has(address))) return
    throw admissionDenied(attributes, 'Use of external IPs is denied by admission control')
  },
})

function addressesOf(service: ApiObject | undefined): readonly unknown[] {
  const spec = service?.spec
  return isRecord(spec) && Array.isArray(spec.externalIPs) ? spec.externalIPs : []
}
