/**
 * Keys of objects in storage: `/<prefix>/<namespace>/<name>`, with an empty namespace for cluster-scoped types.
 *
 * As neither a namespace nor a name contains a slash, a key can be taken apart without knowing the types: the last two
 * segments are the object, what stands before them is the prefix of its collection, slashes included.
 *
 * @module
 */

/** Address of an object: the prefix of its collection, and its key there. */
export interface ObjectAddress {
  readonly prefix: string
  /** `namespace/name`, or `name` for cluster-scoped types. */
  readonly key: string
}

/**
 * Writes a storage key.
 *
 * @param address - Prefix of the collection, and `namespace/name` or `name`.
 */
export const formatStorageKey = ({ prefix, key }: ObjectAddress): string =>
  key.includes('/') ? `/${prefix}/${key}` : `/${prefix}//${key}`

/**
 * Reads a storage key.
 *
 * @param storageKey - Any key that an engine reports.
 * @returns The address, or undefined for a key of another kind.
 */
export function parseStorageKey(storageKey: string): ObjectAddress | undefined {
  const nameAt = storageKey.lastIndexOf('/') + 1
  const namespaceAt = storageKey.lastIndexOf('/', nameAt - 2) + 1
  if (storageKey[0] !== '/' || namespaceAt < 3 || nameAt === storageKey.length) return undefined
  const key = nameAt === namespaceAt + 1 ? storageKey.slice(nameAt) : storageKey.slice(namespaceAt)
  return { prefix: storageKey.slice(1, namespaceAt - 1), key }
}

/**
 * Whether a prefix is valid: segments that are not empty, joined by slashes.
 *
 * @param prefix - Such as `apps/deployments`.
 */
export const isPrefix = (prefix: string): boolean => prefix.split('/').every((segment) => segment !== '')

/**
 * Whether a key names an object of a collection.
 *
 * @param key - `namespace/name`, or `name`.
 * @param namespaced - Which of the two the collection has.
 */
export function isObjectKey(key: string, namespaced: boolean): boolean {
  const slash = key.indexOf('/')
  if (!namespaced) return key !== '' && slash < 0
  return slash > 0 && slash < key.length - 1 && key.indexOf('/', slash + 1) < 0
}
