/**
 * Discovery in its older form: a document for each question.
 *
 * @module
 */

import { formatApiVersion } from '../../meta/index.js'
import type { ServedResource } from '../../resources/index.js'
import { announcedSubresources, announcedVerbs, type ServedGroup, type ServedGroupVersion, subresourceKind } from './served.js'
import { storageVersionHash } from './storage-version-hash.js'

/**
 * The versions of the core group, at `/api`.
 *
 * @param core - The core group, or undefined when nothing of it is served.
 * @param serverAddress - Host and port at which the client reached us.
 */
export function apiVersions(core: ServedGroup | undefined, serverAddress: string): object {
  return {
    kind: 'APIVersions',
    versions: core ? core.versions.map(({ version }) => version) : [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  }
}

/**
 * The named groups, at `/apis`.
 *
 * @param groups - Groups in order of preference, without the core group.
 */
export function apiGroupList(groups: readonly ServedGroup[]): object {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(describeGroup) }
}

/**
 * One named group, at `/apis/GROUP`.
 *
 * @param group - The group.
 */
export function apiGroup(group: ServedGroup): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(group) }
}

function describeGroup({ group, versions }: ServedGroup): object {
  const described = versions.map(({ version }) => ({ groupVersion: formatApiVersion(group, version), version }))
  return { name: group, versions: described, preferredVersion: described[0] }
}

/**
 * The types of a group version, at `/api/VERSION` and `/apis/GROUP/VERSION`. Subresources follow their type as entries
 * `plural/subresource`.
 *
 * @param groupVersion - The group version.
 */
export async function apiResourceList({ group, version, resources }: ServedGroupVersion): Promise<object> {
  const described = resources.map(async (resource) => [await describeResource(resource), ...describeSubresources(resource)])
  return {
    kind: 'APIResourceList',
    // The core group's list has come without apiVersion from the beginning.
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: formatApiVersion(group, version),
    resources: (await Promise.all(described)).flat(),
  }
}

async function describeResource({ definition }: ServedResource): Promise<object> {
  const { names } = definition
  const hash = await storageVersionHash(definition)
  return {
    name: names.plural,
    singularName: names.singular,
    namespaced: definition.namespaced,
    kind: names.kind,
    verbs: announcedVerbs(definition),
    ...(names.shortNames.length > 0 && { shortNames: names.shortNames }),
    ...(names.categories.length > 0 && { categories: names.categories }),
    ...(hash !== undefined && { storageVersionHash: hash }),
  }
}

function describeSubresources(resource: ServedResource): object[] {
  const { definition, version } = resource
  return announcedSubresources(resource).map((subresource) => {
    const kind = subresourceKind(resource, subresource)
    const elsewhere = kind.group !== definition.group || kind.version !== version.name
    return {
      name: `${definition.names.plural}/${subresource.name}`,
      singularName: '',
      namespaced: definition.namespaced,
      ...(elsewhere && { group: kind.group, version: kind.version }),
      kind: kind.kind,
      verbs: [...subresource.verbs].sort(),
    }
  })
}
