/**
 * The objects that clients expect in every cluster: the two system priority classes, the priority levels, the range of cluster
 * IPs, the Service of the plane, and its Endpoints.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  type Dialect,
  formatTime,
  isRecord,
  jsonEqual,
  parseAddress,
  SYSTEM_PRIORITIES,
  validateReachableAddress,
} from '../meta/index.js'
import { builtInFlowObjects } from '../resources/index.js'
import type { LoopParts } from './loop.js'
import { PLANE } from './plane-caller.js'

/** Port of the plane's Service; also its target port unless an address is advertised. */
const [HTTPS, TARGET] = [443, 6443]
const PORT_NAME = 'https'

/** Addresses of the plane. */
export interface ClusterObjectsParts extends LoopParts {
  readonly clusterAddresses: () => ClusterAddresses
  /** Address at which workloads reach the plane; undefined when unknown. */
  readonly advertised: AdvertisedAddress | undefined
}

/** The addresses that Services get. */
export interface ClusterAddresses {
  /** Their range, such as `10.0.0.0/24`. */
  readonly range: string
  /** Address of the plane's own Service. */
  readonly plane: string
}

/** An address of the plane. */
export interface AdvertisedAddress {
  /** An IP address. */
  readonly address: string
  readonly port: number
}

/**
 * Creates missing objects of the types that the plane serves. Endpoints with another address are replaced: with several planes on
 * one storage, the last one to start wins.
 *
 * @param parts - The plane.
 */
export async function createClusterObjects(parts: ClusterObjectsParts): Promise<void> {
  const { dialect, clock, advertised } = parts
  const { range, plane } = parts.clusterAddresses()
  const objects = [
    ...priorityClasses(dialect),
    ...flowObjects(dialect),
    serviceRange(dialect, range, formatTime(clock.now())),
    planeService(dialect, plane, advertised?.port ?? TARGET),
  ]
  for (const object of objects) await createMissing(parts, object)
  // A loopback or link-local address is of no use in Endpoints.
  if (!advertised || validateReachableAddress(advertised.address).length > 0) return
  for (const object of [planeEndpoints(dialect, advertised), planeEndpointSlice(dialect, advertised)]) {
    await createMissing(parts, object, { replaces: true })
  }
}

interface Wanted {
  readonly group: string
  readonly plural: string
  readonly namespace: string
  readonly object: ApiObject
}

function priorityClasses({ groupDomain }: Dialect): readonly Wanted[] {
  const group = `scheduling.${groupDomain}`
  return [...SYSTEM_PRIORITIES].map(([name, { value, description }]) => ({
    group,
    plural: 'priorityclasses',
    namespace: '',
    object: { apiVersion: `${group}/v1`, kind: 'PriorityClass', metadata: { name }, value, description },
  }))
}

/** The priority levels of requests, for `kubectl get` and for clients that look up the uids from response headers. */
const flowObjects = (dialect: Dialect): readonly Wanted[] =>
  (
    [
      ['PriorityLevelConfiguration', 'prioritylevelconfigurations'],
      ['FlowSchema', 'flowschemas'],
    ] as const
  ).flatMap(([kind, plural]) =>
    builtInFlowObjects(kind, dialect).map((object) => ({
      group: `flowcontrol.apiserver.${dialect.groupDomain}`,
      plural,
      namespace: '',
      object,
    })),
  )

/** The range of cluster IPs, with a finalizer, as addresses of it are in use. It describes the range, which is an option of the plane. */
function serviceRange({ name, groupDomain }: Dialect, range: string, now: string): Wanted {
  const group = `networking.${groupDomain}`
  const message = 'The default range of Services is ready'
  return {
    group,
    plural: 'servicecidrs',
    namespace: '',
    object: {
      apiVersion: `${group}/v1`,
      kind: 'ServiceCIDR',
      metadata: { name, finalizers: [`${group}/service-cidr-protection`] },
      spec: { cidrs: [range] },
      status: { conditions: [{ type: 'Ready', status: 'True', reason: '', message, lastTransitionTime: now }] },
    },
  }
}

/** The Service through which workloads reach the plane: in the default namespace, named by the dialect. */
const planeService = ({ name, namespaces }: Dialect, clusterIP: string, targetPort: number): Wanted => ({
  group: '',
  plural: 'services',
  namespace: namespaces.default,
  object: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { component: 'apiserver', provider: name } },
    spec: { type: 'ClusterIP', clusterIP, ports: [{ name: PORT_NAME, port: HTTPS, protocol: 'TCP', targetPort }] },
  },
})

const planeEndpoints = ({ name, namespaces, labelDomain }: Dialect, { address, port }: AdvertisedAddress): Wanted => ({
  group: '',
  plural: 'endpoints',
  namespace: namespaces.default,
  object: {
    apiVersion: 'v1',
    kind: 'Endpoints',
    // Do not mirror it to an EndpointSlice: the plane writes its own.
    metadata: { name, labels: { [`endpointslice.${labelDomain}/skip-mirror`]: 'true' } },
    subsets: [{ addresses: [{ ip: address }], ports: [{ name: PORT_NAME, port, protocol: 'TCP' }] }],
  },
})

function planeEndpointSlice(dialect: Dialect, { address, port }: AdvertisedAddress): Wanted {
  const { name, namespaces, labelDomain, groupDomain } = dialect
  const group = `discovery.${groupDomain}`
  return {
    group,
    plural: 'endpointslices',
    namespace: namespaces.default,
    object: {
      apiVersion: `${group}/v1`,
      kind: 'EndpointSlice',
      metadata: { name, labels: { [`${labelDomain}/service-name`]: name } },
      addressType: parseAddress(address)?.bits === 128 ? 'IPv6' : 'IPv4',
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: PORT_NAME, port, protocol: 'TCP' }],
    },
  }
}

async function createMissing(
  parts: LoopParts,
  { group, plural, namespace, object }: Wanted,
  { replaces = false }: { readonly replaces?: boolean } = {},
): Promise<void> {
  const { registry } = parts
  const found = registry.catalog.find(group, 'v1', plural)
  if (!found) return
  const target = { ...found, namespace, subresource: undefined }
  const named = { ...target, name: object.metadata.name ?? '' }
  const body = (value: ApiObject) => ({ value, duplicateFields: [], size: 0 })
  try {
    const live = (await registry.get(named, {})).object
    if (replaces && !says(live, object)) await replace(live)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status.reason !== 'NotFound') return parts.reportError(error)
    await create()
  }

  async function create(): Promise<void> {
    try {
      await registry.create({ ...target, name: '' }, PLANE, body(object), { fieldManager: PLANE.user.username })
    } catch (error) {
      // Another replica may create the same at startup; and a plane whose admission refuses the object is usable without it.
      if (!(error instanceof ApiError)) throw error
      if (error.status.code !== 409) parts.reportError(error)
    }
  }

  async function replace(live: ApiObject): Promise<void> {
    try {
      const next = {
        ...live,
        ...object,
        metadata: { ...live.metadata, labels: { ...live.metadata.labels, ...object.metadata.labels } },
      }
      await registry.update(named, PLANE, body(next), { fieldManager: PLANE.user.username })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status.code !== 409) parts.reportError(error)
    }
  }
}

/** Whether an object contains all fields of another one, except for metadata. */
const says = (live: ApiObject, wanted: ApiObject): boolean =>
  Object.entries(wanted).every(([key, value]) => key === 'metadata' || holds(live[key], value))

function holds(live: unknown, wanted: unknown): boolean {
  if (Array.isArray(live) && Array.isArray(wanted))
    return live.length === wanted.length && wanted.every((item, i) => holds(live[i], item))
  if (isRecord(live) && isRecord(wanted)) return Object.entries(wanted).every(([key, value]) => holds(live[key], value))
  return jsonEqual(live, wanted)
}
