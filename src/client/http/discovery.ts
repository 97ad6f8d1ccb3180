/**
 * What a server calls its types, asked for when somebody names one.
 *
 * @module
 */

import {
  type GroupVersionKind,
  type GroupVersionResource,
  getKey,
  isRecord,
  pathNotFound,
  type UnknownRecord,
} from '../../meta/index.js'
import type { ResourceType } from '../transport.js'

/** Finds types by name. What was found is kept; what was not is asked for again the next time. */
export class Discovery {
  readonly #read: (path: string) => Promise<unknown>
  readonly #found = new Map<string, Promise<readonly ResourceType[]>>()

  /** @param read - Gets a document of the server. */
  constructor(read: (path: string) => Promise<unknown>) {
    this.#read = read
  }

  /**
   * Finds a type.
   *
   * @param name - By kind, or by the word of addresses.
   * @throws {@link ApiError} 404 when the server does not have it.
   */
  async find(name: GroupVersionKind | GroupVersionResource): Promise<ResourceType> {
    const { group, version } = name
    const path =
      group === '' ? `/api/${encodeURIComponent(version)}` : `/apis/${[group, version].map(encodeURIComponent).join('/')}`
    const known = this.#found.get(path)
    const found = known && match(await known, name)
    if (found) return found
    const fresh = match(await this.#fetch(path, group, version), name)
    if (!fresh) throw pathNotFound()
    return fresh
  }

  #fetch(path: string, group: string, version: string): Promise<readonly ResourceType[]> {
    const types = this.#read(path).then((document) => readTypes(document, group, version))
    this.#found.set(path, types)
    types.catch(() => {
      if (this.#found.get(path) === types) this.#found.delete(path)
    })
    return types
  }
}

const match = (types: readonly ResourceType[], name: GroupVersionKind | GroupVersionResource): ResourceType | undefined =>
  types.find((type) => ('kind' in name ? type.kind === name.kind : type.resource === name.resource))

function readTypes(document: unknown, group: string, version: string): readonly ResourceType[] {
  const resources = getKey(document, 'resources')
  if (!Array.isArray(resources)) return []
  return resources
    .filter((item): item is UnknownRecord => isRecord(item) && typeof item.name === 'string' && !item.name.includes('/'))
    .map(({ name, kind, namespaced }) => ({
      group,
      version,
      resource: String(name),
      kind: String(kind ?? ''),
      namespaced: namespaced === true,
    }))
}
