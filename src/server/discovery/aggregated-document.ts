/**
 * Discovery in its newer form: every group, version and type in one document.
 *
 * @module
 */

import type { ServedResource } from '../../resources/index.js'
import { announcedSubresources, announcedVerbs, type ServedGroup, type ServedGroupVersion, subresourceKind } from './served.js'

/**
 * The aggregated document, at `/api` for the core group and at `/apis` for the named ones.
 *
 * @param groups - Groups in order of preference.
 * @param apiVersion - Version of the document itself, such as `apidiscovery.platform.io/v2`.
 */
export function aggregatedDiscovery(groups: readonly ServedGroup[], apiVersion: string): object {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map(describeVersion),
    })),
  }
}

const describeVersion = ({ version, resources }: ServedGroupVersion): object => ({
  version,
  resources: resources.map(describeResource),
  freshness: 'Current',
})

function describeResource(resource: ServedResource): object {
  const { definition, version } = resource
  const { names } = definition
  const subresources = announcedSubresources(resource).map((subresource) => ({
    subresource: subresource.name,
    responseKind: subresourceKind(resource, subresource),
    verbs: [...subresource.verbs].sort(),
  }))
  return {
    resource: names.plural,
    responseKind: { group: definition.group, version: version.name, kind: names.kind },
    scope: definition.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: names.singular,
    verbs: announcedVerbs(definition),
    ...(names.shortNames.length > 0 && { shortNames: names.shortNames }),
    ...(names.categories.length > 0 && { categories: names.categories }),
    ...(subresources.length > 0 && { subresources }),
  }
}
