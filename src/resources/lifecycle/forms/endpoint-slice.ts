/**
 * EndpointSlice before `discovery/v1`: zone and node of an endpoint are keys of its topology.
 *
 * @module
 */

import { type Dialect, getKey, isRecord, type UnknownRecord } from '../../../meta/index.js'
import { recordOf, withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

/**
 * Creates the conversions.
 *
 * @param dialect - Defines the labels in the topology.
 */
export function endpointSliceForm({ labelDomain }: Dialect): OlderForm {
  const zoneKey = `topology.${labelDomain}/zone`
  const nodeKey = `${labelDomain}/hostname`
  const toPresent = ({ topology, ...endpoint }: Readonly<UnknownRecord>) => {
    if (!isRecord(topology)) return endpoint
    const rest = withFields({ ...topology }, { [zoneKey]: undefined, [nodeKey]: undefined })
    return withFields(endpoint, {
      zone: getKey(topology, zoneKey),
      nodeName: endpoint.nodeName ?? getKey(topology, nodeKey),
      deprecatedTopology: Object.keys(rest).length > 0 ? rest : undefined,
    })
  }
  const fromPresent = ({ zone, deprecatedTopology, ...endpoint }: Readonly<UnknownRecord>) => {
    const topology = withFields({ ...recordOf(deprecatedTopology) }, { [zoneKey]: zone, [nodeKey]: endpoint.nodeName })
    return withFields(endpoint, { topology: Object.keys(topology).length > 0 ? topology : undefined })
  }
  const each = (turn: (endpoint: Readonly<UnknownRecord>) => unknown) => (endpoints: unknown) =>
    Array.isArray(endpoints) ? endpoints.map((endpoint) => (isRecord(endpoint) ? turn(endpoint) : endpoint)) : endpoints
  return {
    toPresent: (object) => withFields(object, { endpoints: each(toPresent)(object.endpoints) }),
    fromPresent: (object) => withFields(object, { endpoints: each(fromPresent)(object.endpoints) }),
    changes: { endpoints: { members: { topology: 'deprecatedTopology' }, removed: ['zone', 'deprecatedTopology'] } },
  }
}
