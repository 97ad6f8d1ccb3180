/**
 * What a type is stored as, as a hash that clients compare: when it changes, stored objects may have to be written anew.
 *
 * @module
 */

import type { ResourceDefinition } from '../../resources/index.js'

const HASH_BYTES = 8

/**
 * Hashes the group, version and kind that objects of a type are stored in, as Kubernetes does.
 *
 * @param definition - The type.
 * @returns Undefined for types that are not stored, and for those that do not serve the version that they are stored in.
 */
export async function storageVersionHash(definition: ResourceDefinition): Promise<string | undefined> {
  const { review, versions, storageVersion, storedAs, names } = definition
  if (review || !versions.some(({ name, served }) => served && name === storageVersion)) return undefined
  const text = new TextEncoder().encode(`${storedAs.group}/${storageVersion}/${names.kind}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return btoa(String.fromCharCode(...digest.subarray(0, HASH_BYTES)))
}
