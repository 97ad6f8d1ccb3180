/**
 * The ranges of cluster IPs and node ports of Services, and the admission plugin that allocates from them.
 *
 * @module
 */

import { type AdmissionPlugin, serviceAddresses } from '../admission/index.js'
import type { PlaneLoopParts } from '../controllers/index.js'
import { addressText, type Clock, parseRange } from '../meta/index.js'
import type { ResourceCatalog } from '../resources/index.js'
import { SharedLocks, type Store } from '../store/index.js'
import type { ControlPlaneOptions } from './options.js'

type ServiceRangeOptions = Pick<ControlPlaneOptions, 'serviceClusterIPRange' | 'serviceNodePortRange'>

/** The ranges; store and clock are for the locks, which replicas of the plane share. */
type AllocatorOptions = ServiceRangeOptions & { readonly store: Store; readonly clock: Clock }

const ADDRESSES = '10.0.0.0/24'
const PORTS = '30000-32767'
const MAX_PORT = 65_535

/** The cluster IPs of Services: their range, and its first address, which is the plane's own. Empty for an invalid range. */
export function clusterAddressesOf({
  serviceClusterIPRange = ADDRESSES,
}: ServiceRangeOptions): ReturnType<PlaneLoopParts['clusterAddresses']> {
  const range = parseRange(serviceClusterIPRange)
  if (!range) return { range: '', plane: '' }
  const { bits, first, prefix } = range
  return { range: `${addressText({ bits, value: first })}/${prefix}`, plane: addressText({ bits, value: first + 1n }) }
}

/**
 * Makes the plugin that allocates from the ranges.
 *
 * @param catalog - The types of the plane.
 * @param options - See {@link AllocatorOptions}.
 * @returns The plugin; none on a plane without Services.
 * @throws RangeError, with one line, for an invalid range.
 */
export function serviceAllocators(catalog: ResourceCatalog, options: AllocatorOptions): readonly AdmissionPlugin[] {
  const { store, clock, serviceClusterIPRange = ADDRESSES, serviceNodePortRange = PORTS } = options
  const hasServices = catalog.findType('', 'services') !== undefined
  // Given ranges are checked on a plane without Services too.
  if (!hasServices && serviceClusterIPRange === ADDRESSES && serviceNodePortRange === PORTS) return []
  const addresses = parseRange(serviceClusterIPRange)
  // The smallest range has an address for the plane itself, and one for a Service.
  if (!addresses || addresses.bits - addresses.prefix < 2)
    throw new RangeError(`serviceClusterIPRange ${JSON.stringify(serviceClusterIPRange)}: expected a range such as ${ADDRESSES}`)
  const [first = 0, last = 0] = /^\d{1,5}-\d{1,5}$/.test(serviceNodePortRange) ? serviceNodePortRange.split('-').map(Number) : []
  if (first < 1 || last < first || last > MAX_PORT)
    throw new RangeError(`serviceNodePortRange ${JSON.stringify(serviceNodePortRange)}: expected a range such as ${PORTS}`)
  if (!hasServices) return []
  const locks = new SharedLocks({ store, clock, guards: 'services' })
  return [serviceAddresses({ addresses, ports: { first, last }, locks })]
}
