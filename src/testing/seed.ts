/**
 * Loads a state as it is: without admission, validation or field ownership.
 *
 * @module
 */

import { type ApiObject, type Clock, cloneJson, dialectHint, formatTime, parseApiVersion, type Random } from '../meta/index.js'
import { inStorageVersion, type ResourceCatalog, type ResourceDefinition, storagePrefixOf } from '../resources/index.js'
import { encodeObject, formatStorageKey } from '../store/index.js'
import { type Manifests, readManifests } from './read-manifests.js'
import type { Timeline } from './timeline.js'

/** The parts of a plane that {@link seedState} needs. */
export interface SeedParts {
  readonly timeline: Timeline
  readonly catalog: ResourceCatalog
  readonly clock: Clock
  readonly random: Random
}

const DEFINITION = 'CustomResourceDefinition'

/**
 * Writes objects to the storage.
 *
 * @param parts - The plane.
 * @param input - The objects.
 * @throws RangeError for objects without a name, or of types that the plane does not serve; nothing is written then.
 */
export async function seedState(parts: SeedParts, input: Manifests): Promise<void> {
  const objects = await readManifests(input)
  const definitions = objects.filter(({ kind }) => kind === DEFINITION)
  const defined = new Set(definitions.map(definedKind))
  requireTypes(
    parts.catalog,
    objects.filter((object) => !typeOf(parts.catalog, object) && !defined.has(groupKind(object))),
  )
  for (const { metadata, kind } of objects) {
    if (!metadata.name) throw new RangeError(`seed: a ${kind} has no metadata.name`)
  }
  // Definitions first: their types are served as soon as they are stored.
  for (const object of definitions) write(parts, object)
  const rest = objects.filter(({ kind }) => kind !== DEFINITION)
  requireTypes(
    parts.catalog,
    rest.filter((object) => !typeOf(parts.catalog, object)),
  )
  for (const object of rest) write(parts, object)
}

function write({ timeline, catalog, clock, random }: SeedParts, object: ApiObject): void {
  const definition = typeOf(catalog, object) as ResourceDefinition
  const { resourceVersion: _, ...metadata } = object.metadata
  const { namespaced } = definition
  const namespace = namespaced ? { namespace: metadata.namespace ?? 'default' } : {}
  const whole = {
    ...object,
    // Every stored object has these; everything else is kept.
    metadata: { uid: random.uuid(), creationTimestamp: formatTime(clock.now()), ...metadata, ...namespace },
  }
  const stored = definition.conversion ? whole : inStorageVersion(definition, cloneJson(whole))
  const key = namespaced ? `${namespace.namespace}/${metadata.name}` : (metadata.name as string)
  timeline.put(formatStorageKey({ prefix: storagePrefixOf(definition), key }), encodeObject(stored))
}

/** The type of an object, in any version that it has, served or not. */
function typeOf(catalog: ResourceCatalog, object: ApiObject): ResourceDefinition | undefined {
  const { group, version } = parseApiVersion(object.apiVersion) ?? {}
  return catalog
    .all()
    .find(
      (type) =>
        type.group === group &&
        type.names.kind === object.kind &&
        !type.review &&
        type.versions.some(({ name }) => name === version),
    )
}

const groupKind = ({ apiVersion, kind }: ApiObject): string => `${parseApiVersion(apiVersion)?.group}/${kind}`

function definedKind({ spec }: ApiObject): string {
  const { group, names } = (spec ?? {}) as { readonly group?: string; readonly names?: { readonly kind?: string } }
  return `${group}/${names?.kind}`
}

function requireTypes(catalog: ResourceCatalog, unknown: readonly ApiObject[]): void {
  if (unknown.length === 0) return
  const kinds = [...new Set(unknown.map(({ apiVersion, kind }) => `${kind} (${apiVersion})`))].sort()
  const hints = unknown.map(({ apiVersion }) => dialectHint(catalog.all(), parseApiVersion(apiVersion)?.group ?? ''))
  const hint =
    hints.find((text) => text !== '') ??
    '; expected types among its resources, or their definitions, Established, among the objects'
  throw new RangeError(`seed: this plane does not serve ${kinds.join(', ')}${hint}`)
}
