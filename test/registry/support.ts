import { type AdmissionPlugin, createAdmission } from '../../src/admission/index.js'
import { Activity } from '../../src/client/index.js'
import { startLoops } from '../../src/controllers/index.js'
import { type ApiError, type ApiObject, platformDialect, type Random } from '../../src/meta/index.js'
import { type Caller, createRegistry, type Registry, type Target } from '../../src/registry/index.js'
import { builtinResources, ResourceCatalog } from '../../src/resources/index.js'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { createStore, type StorageRoute, type Store } from '../../src/store/index.js'
import type { WebhookTransport } from '../../src/webhook/index.js'
import { ManualClock } from '../support/manual-clock.js'

export const WIDGET_DEFINITION = {
  apiVersion: 'apiextensions.platform.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { replicas: { type: 'integer', maximum: 9 }, color: { type: 'string' } } },
              status: { type: 'object', properties: { replicas: { type: 'integer' }, phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
} as const

/** Chance that repeats: uids and generated names count up. */
export function countingRandom(): Random {
  let count = 0
  return {
    uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    bytes: (length) => new Uint8Array(length).fill(++count),
  }
}

/** A registry with its parts, and short ways to speak to it. */
export interface Fixture {
  readonly registry: Registry
  readonly store: Store
  readonly clock: ManualClock
  readonly warnings: string[]
  readonly caller: Caller
  readonly failures: unknown[]
  /** Ends what runs by itself. */
  close(): void
  at(place: string): Target
  create(place: string, object: object): Promise<ApiObject>
  get(place: string): Promise<ApiObject>
}

const GROUPS: Readonly<Record<string, readonly [group: string, version: string]>> = {
  widgets: ['example.com', 'v1'],
  leases: ['coordination.platform.io', 'v1'],
  events: ['events.platform.io', 'v1'],
  roles: ['rbac.authorization.platform.io', 'v1'],
  clusterroles: ['rbac.authorization.platform.io', 'v1'],
  customresourcedefinitions: ['apiextensions.platform.io', 'v1'],
}

interface FixtureOptions {
  readonly random?: Random
  readonly admission?: readonly AdmissionPlugin[]
  readonly webhooks?: WebhookTransport
  readonly storage?: Storage
  readonly routes?: readonly StorageRoute[]
  readonly maxObjectBytes?: number
}

export async function fixture({
  random = countingRandom(),
  admission: plugins = [],
  webhooks,
  storage = createMemoryStorage(),
  routes = [],
  maxObjectBytes = 1.5 * 1024 * 1024,
}: FixtureOptions = {}): Promise<Fixture> {
  const clock = new ManualClock()
  const store = await createStore({ storage, routes, clock })
  const catalog = new ResourceCatalog()
  for (const definition of builtinResources(platformDialect)) catalog.add(definition)
  const failures: unknown[] = []
  const reportError = (error: unknown) => failures.push(error)
  const admission = createAdmission(plugins)
  const registry = await createRegistry({
    store,
    catalog,
    dialect: platformDialect,
    clock,
    random,
    webhooks,
    admission,
    maxObjectBytes,
    reportError,
  })
  const stopAdmission = await admission.start(registry.admissionSources)
  const parts = {
    registry,
    activity: new Activity(),
    dialect: platformDialect,
    clock,
    random,
    reportError,
    policies: undefined,
    isReplicated: false,
    clusterAddresses: () => ({ range: '10.0.0.0/24', plane: '10.0.0.1' }),
    advertised: undefined,
  }
  const client = () => {
    throw new Error('no loop of a registry alone has a client')
  }
  const loops = await startLoops([], { ...parts, client })
  const warnings: string[] = []
  const caller: Caller = { user: { username: 'tester', groups: [] }, warn: (text) => warnings.push(text) }

  /** `configmaps/a` in namespace default, `namespaces/x` cluster-wide, `widgets/a/status` for a subresource. */
  const at = (place: string): Target => {
    const [plural = '', name = '', sub = ''] = place.split('/')
    const [group, version] = GROUPS[plural] ?? ['', 'v1']
    const found = catalog.find(group, version, plural)
    if (!found) throw new Error(`no type ${plural}`)
    return {
      ...found,
      namespace: found.definition.namespaced ? 'default' : '',
      name,
      subresource: found.version.subresources.find((candidate) => candidate.name === sub),
    }
  }
  return {
    registry,
    store,
    clock,
    warnings,
    caller,
    failures,
    at,
    create: async (place, object) => (await registry.create(at(place), caller, body(object), {})).object,
    close() {
      loops.stop()
      stopAdmission()
      registry.close()
    },
    get: async (place) => (await registry.get(at(place), {})).object,
  }
}

export const body = (value: unknown) => ({ value, duplicateFields: [] })

export const configMap = (name: string, rest: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...rest,
})

export const widget = (name: string, rest: object = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  ...rest,
})

/** Widgets of another schema: the properties of the whole object, and what else their version says. */
export const widgetDefinition = (properties: object, version: object = { subresources: {} }) => {
  const [first] = WIDGET_DEFINITION.spec.versions
  const schema = { openAPIV3Schema: { type: 'object', properties } }
  return { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions: [{ ...first, ...version, schema }] } }
}

/** What a refused call says: code, reason and the fields of its causes. */
export async function refusal(call: Promise<unknown> | (() => unknown)) {
  try {
    await (typeof call === 'function' ? call() : call)
  } catch (error) {
    const { code, reason, details } = (error as ApiError).status
    return { code, reason, fields: details?.causes?.map(({ field }) => field) }
  }
  throw new Error('the call was expected to be refused')
}
