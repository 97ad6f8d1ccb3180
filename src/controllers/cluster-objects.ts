/**
 * The objects that clients of a cluster expect to find: the two system priority classes, and the Service that stands for the plane.
 *
 * @module
 */

import { ApiError, type ApiObject, type Dialect, SYSTEM_PRIORITIES } from '../meta/index.js'
import type { LoopParts } from './loop.js'
import { PLANE } from './plane-caller.js'

/** Port of the Service that stands for the plane, and where requests go when nobody says where. */
const [HTTPS, TARGET] = [443, 6443]

/** Where the plane is found. */
export interface ClusterObjectsParts extends LoopParts {
  /** Address of the Service that stands for the plane, within the cluster. */
  readonly serviceAddress: string
}

/**
 * Creates what is missing, of types that the plane has.
 *
 * @param parts - The plane.
 */
export async function createClusterObjects(parts: ClusterObjectsParts): Promise<void> {
  const { dialect, serviceAddress } = parts
  for (const object of [...priorityClasses(dialect), planeService(dialect, serviceAddress)]) await createMissing(parts, object)
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

/** The Service by which workloads find the plane; in the default namespace, under the name of the dialect. */
const planeService = ({ name, namespaces }: Dialect, clusterIP: string): Wanted => ({
  group: '',
  plural: 'services',
  namespace: namespaces.default,
  object: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { component: 'apiserver', provider: name } },
    spec: { type: 'ClusterIP', clusterIP, ports: [{ name: 'https', port: HTTPS, protocol: 'TCP', targetPort: TARGET }] },
  },
})

async function createMissing(parts: LoopParts, { group, plural, namespace, object }: Wanted): Promise<void> {
  const { registry } = parts
  const found = registry.catalog.find(group, 'v1', plural)
  if (!found) return
  const target = { ...found, namespace, subresource: undefined }
  try {
    await registry.get({ ...target, name: object.metadata.name ?? '' }, {})
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status.reason !== 'NotFound') return parts.reportError(error)
    await create()
  }

  async function create(): Promise<void> {
    try {
      const body = { value: object, duplicateFields: [], size: 0 }
      await registry.create({ ...target, name: '' }, PLANE, body, { fieldManager: PLANE.user.username })
    } catch (error) {
      // Another replica that starts does the same; and a plane that does not admit it can be used without.
      if (!(error instanceof ApiError)) throw error
      if (error.status.code !== 409) parts.reportError(error)
    }
  }
}
