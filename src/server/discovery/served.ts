/**
 * What is served right now, by group and version: the one reading of the catalog that discovery and OpenAPI share.
 *
 * @module
 */

import { compareText, type GroupVersionKind } from '../../meta/index.js'
import {
  type ResourceDefinition,
  type ResourceVerb,
  SCALE_KIND,
  type ServedResource,
  type Subresource,
} from '../../resources/index.js'

/** The part of the resource catalog that documents are made from. */
export interface CatalogView {
  /** Changes whenever a type comes, changes or goes. */
  readonly generation: number
  all(): readonly ResourceDefinition[]
  /** Groups in order of preference, the core group included, each with its versions in order of preference. */
  groups(): readonly { readonly group: string; readonly versions: readonly string[] }[]
}

/** A group in one of its versions, with the types that it serves there, by name. */
export interface ServedGroupVersion {
  readonly group: string
  readonly version: string
  readonly resources: readonly ServedResource[]
}

/** A group with the versions that serve something, in order of preference. */
export interface ServedGroup {
  readonly group: string
  readonly versions: readonly ServedGroupVersion[]
}

/**
 * Reads the catalog into the groups and versions that serve something.
 *
 * @param catalog - The catalog as it is now.
 * @returns Groups in the catalog's order; those without a served type are left out.
 */
export function servedGroups(catalog: CatalogView): readonly ServedGroup[] {
  const byGroupVersion = new Map<string, ServedResource[]>()
  for (const definition of catalog.all()) {
    for (const version of definition.versions) {
      if (!version.served) continue
      const key = `${definition.group}/${version.name}`
      const resources = byGroupVersion.get(key)
      if (resources) resources.push({ definition, version })
      else byGroupVersion.set(key, [{ definition, version }])
    }
  }
  const served: ServedGroup[] = []
  for (const { group, versions } of catalog.groups()) {
    const withResources = versions.flatMap((version) => {
      const resources = byGroupVersion.get(`${group}/${version}`)
      resources?.sort((a, b) => compareText(a.definition.names.plural, b.definition.names.plural))
      return resources ? [{ group, version, resources }] : []
    })
    if (withResources.length > 0) served.push({ group, versions: withResources })
  }
  return served
}

/** Custom resources announce their verbs in an order of their own, which clients print as it is. */
const CUSTOM_ORDER: readonly ResourceVerb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']

/**
 * The verbs of a resource type in the order in which they are announced.
 *
 * @param definition - The type.
 */
export function announcedVerbs({ verbs, custom }: ResourceDefinition): readonly ResourceVerb[] {
  return custom ? CUSTOM_ORDER.filter((verb) => verbs.includes(verb)) : [...verbs].sort(compareText)
}

/**
 * The subresources of a served type in the order in which they are announced.
 *
 * @param resource - The type, in one version.
 */
export function announcedSubresources({ definition, version }: ServedResource): readonly Subresource[] {
  return definition.custom ? version.subresources : [...version.subresources].sort((a, b) => compareText(a.name, b.name))
}

/**
 * The kind of a subresource's body.
 *
 * @param resource - The type, in one version.
 * @param subresource - One of its subresources.
 */
export function subresourceKind({ definition, version }: ServedResource, { kind, scale }: Subresource): GroupVersionKind {
  if (kind) return kind
  if (scale) return SCALE_KIND
  return { group: definition.group, version: version.name, kind: definition.names.kind }
}
