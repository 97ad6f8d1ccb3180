/**
 * Which objects own another one.
 *
 * @module
 */

import { type ApiObject, parseApiVersion } from '../../meta/index.js'
import { type IndexFunction, keyOf } from '../informer/object-cache.js'
import type { ResourceType } from '../transport.js'

/** Finds objects by the uid of the owner that controls them. */
export const OWNER_INDEX: Readonly<Record<string, IndexFunction<ApiObject>>> = Object.freeze({
  owner: ({ metadata: { ownerReferences = [] } }) => ownerReferences.filter(({ controller }) => controller).map(({ uid }) => uid),
})

/** Keys of the owners of a type that control an object. */
export function ownersOf({ metadata }: ApiObject, { group, kind, namespaced }: ResourceType): readonly string[] {
  const { namespace, ownerReferences = [] } = metadata
  return ownerReferences
    .filter((owner) => owner.controller && owner.kind === kind && groupOf(owner.apiVersion) === group)
    .map(({ name }) => keyOf({ metadata: { name, ...(namespaced && namespace !== undefined && { namespace }) } }))
}

const groupOf = (apiVersion: string): string | undefined => parseApiVersion(apiVersion)?.group
