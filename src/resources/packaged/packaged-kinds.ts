/**
 * `packagedKinds`: the packaged kinds as definitions.
 *
 * @module
 */

import { aDialect, check, type Dialect, type DialectOption, dialectOf, type JsonObject } from '../../meta/index.js'
import { builtinResources } from '../builtin.js'
import type { KindHandlers } from '../core/kind-handlers.js'
import type { PodHandlers } from '../core/pods/pod-connections.js'
import type { ProxyHandler } from '../core/proxies.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { knownKinds } from '../known/known-kinds.js'
import { type KindSource, type SourceResource, storedKinds } from '../known/stored-kinds.js'
import { ALL_VERBS } from '../subresources/subresources.js'
import { RESOURCES } from './generated/resources.js'
import { SCHEMAS } from './generated/schemas.js'
import type { PackagedKinds } from './generated/types.js'
import { readResources, readSchemas, type TabledResource } from './read-tables.js'

/** Options of {@link packagedKinds}. */
export interface PackagedKindsOptions extends KindHandlers {
  /** The dialect of groups and markers. Default the platform's. */
  readonly dialect?: DialectOption
}

const aProxy = check.members<keyof ProxyHandler>({ proxy: check.callable })

const packagedOptions = check.members<keyof PackagedKindsOptions>({
  dialect: aDialect,
  pods: check.members<keyof PodHandlers>({
    log: check.callable,
    exec: check.callable,
    attach: check.callable,
    portforward: check.callable,
    proxy: check.callable,
  }),
  services: aProxy,
  nodes: aProxy,
})

/**
 * Makes the definitions of the common kinds of Kubernetes, typed: Pod, Deployment, Service and their kin, with the defaults, the
 * validation, the columns and the subresources that clients expect. There is no scheduler, no node and no controller behind them.
 *
 * @param options - The plane's dialect, and handlers of subresources of pods, services and nodes.
 * @returns The definitions by kind; `Object.values` of it is what `resources` of `createControlPlane` takes. Kinds that every plane
 *   has by itself (ConfigMap, Role) have their names there too, for typed clients, but are not among the values.
 */
export function packagedKinds(options: PackagedKindsOptions = {}): PackagedKinds {
  check.refuse('packagedKinds', packagedOptions(options, ''))
  const dialect = dialectOf(options.dialect)
  const kinds: Record<string, ResourceDefinition> = {}
  const definitions = storedKinds(packagedSource(dialect), dialect, knownKinds(dialect, options))
  for (const definition of definitions) kinds[definition.names.kind] = definition
  let native: readonly ResourceDefinition[] | undefined
  for (const kind of NATIVE) {
    const get = () => {
      native ??= builtinResources(dialect)
      return native.find(({ names }) => names.kind === kind)
    }
    Object.defineProperty(kinds, kind, { get })
  }
  return Object.freeze(kinds) as unknown as PackagedKinds
}

/** Built-in kinds. */
const NATIVE: readonly (keyof PackagedKinds)[] = [
  'Namespace',
  'ConfigMap',
  'Secret',
  'ServiceAccount',
  'Event',
  'Lease',
  'CertificateSigningRequest',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'CustomResourceDefinition',
]

/** The packaged kinds as a source of definitions. */
function packagedSource(dialect: Dialect): KindSource {
  const resources = readResources(RESOURCES, dialect)
  const names = new Map(resources.map(({ group, version, kind, schema }) => [`${group}/${version}/${kind}`, schema]))
  let schemas: ReturnType<typeof readSchemas> | undefined
  const all = () => {
    schemas ??= readSchemas(SCHEMAS, dialect, resources)
    return schemas
  }
  return {
    resources: resources.flatMap(resourcesOf),
    get schemas() {
      return all()
    },
    schemaOf({ group, version, kind }) {
      const name = names.get(`${group}/${version}/${kind}`)
      if (name === undefined) return undefined
      return {
        name,
        get document() {
          return all()[name] as JsonObject
        },
      }
    },
  }
}

function resourcesOf({ parts, schema: _, kind, ...names }: TabledResource): readonly SourceResource[] {
  const { group, version } = names
  return ['', ...parts].map((subresource) => ({
    ...names,
    subresource,
    kind: { group, version, kind },
    verbs: new Set(subresource === '' ? ALL_VERBS : []),
  }))
}
