/**
 * Discovery of a server's types, at their first use.
 *
 * @module
 */

import {
  type GroupVersionKind,
  type GroupVersionResource,
  getKey,
  groupNames,
  isRecord,
  type UnknownRecord,
} from '../../meta/index.js'
import { isNotFound, typeNotServed } from '../errors.js'
import type { ResourceType, ServedType } from '../transport.js'

/** Finds types by name. Found ones are cached; a type that was not found is requested again the next time. */
export class Discovery {
  readonly #read: (path: string) => Promise<unknown>
  readonly #found = new Map<string, Promise<readonly ServedType[]>>()

  /** @param read - Fetches a document of the server. */
  constructor(read: (path: string) => Promise<unknown>) {
    this.#read = read
  }

  /**
   * Finds a type.
   *
   * @param name - By kind, or by the plural name that URLs use.
   * @throws {@link ApiError} 404 when the server does not have it.
   */
  async find(name: GroupVersionKind | GroupVersionResource): Promise<ResourceType> {
    for (const group of groupNames(name.group)) {
      try {
        const found = await this.#findIn(group, name)
        if (found) return found
      } catch (error) {
        // The server does not have the group or the version.
        if (!isNotFound(error)) throw error
      }
    }
    throw typeNotServed(name)
  }

  async #findIn(group: string, name: GroupVersionKind | GroupVersionResource): Promise<ResourceType | undefined> {
    const { version } = name
    const path = pathOf(group, version)
    const known = this.#found.get(path)
    const found = known && match(await known, name)
    return found ?? match(await this.#fetch(path, group, version), name)
  }

  /** Requests all types, each in the first version that has it, in the server's order of preference. */
  async all(): Promise<readonly ServedType[]> {
    const documents = await Promise.all([this.#read('/api'), this.#read('/apis')])
    const versions = documents.flatMap((document, i) => (i === 0 ? coreVersions(document) : groupVersions(document)))
    const lists = await Promise.all(versions.map(({ group, version }) => this.#fetch(pathOf(group, version), group, version)))
    const found = new Map<string, ServedType>()
    for (const type of lists.flat()) {
      const place = `${type.group}/${type.resource}`
      if (!found.has(place)) found.set(place, type)
    }
    return [...found.values()]
  }

  #fetch(path: string, group: string, version: string): Promise<readonly ServedType[]> {
    const types = this.#read(path).then((document) => readTypes(document, group, version))
    this.#found.set(path, types)
    types.catch(() => {
      if (this.#found.get(path) === types) this.#found.delete(path)
    })
    return types
  }
}

const pathOf = (group: string, version: string): string =>
  group === '' ? `/api/${encodeURIComponent(version)}` : `/apis/${[group, version].map(encodeURIComponent).join('/')}`

interface ServedVersion {
  readonly group: string
  readonly version: string
}

function coreVersions(document: unknown): readonly ServedVersion[] {
  const versions = getKey(document, 'versions')
  return Array.isArray(versions) ? versions.map((version) => ({ group: '', version: String(version) })) : []
}

/** The preferred version of each group comes first in its list. */
function groupVersions(document: unknown): readonly ServedVersion[] {
  const groups = getKey(document, 'groups')
  return (Array.isArray(groups) ? groups : []).flatMap((group) => {
    const versions = getKey(group, 'versions')
    const name = String(getKey(group, 'name') ?? '')
    return (Array.isArray(versions) ? versions : []).map((one) => ({
      group: name,
      version: String(getKey(one, 'version') ?? ''),
    }))
  })
}

function match(types: readonly ServedType[], name: GroupVersionKind | GroupVersionResource): ResourceType | undefined {
  const found = types.find((type) => ('kind' in name ? type.kind === name.kind : type.resource === name.resource))
  if (!found) return undefined
  const { verbs: _verbs, shortNames: _shortNames, ...type } = found
  return type
}

function readTypes(document: unknown, group: string, version: string): readonly ServedType[] {
  const resources = getKey(document, 'resources')
  if (!Array.isArray(resources)) return []
  return resources
    .filter((item): item is UnknownRecord => isRecord(item) && typeof item.name === 'string' && !item.name.includes('/'))
    .map(({ name, kind, namespaced, verbs, shortNames }) => ({
      group,
      version,
      resource: String(name),
      kind: String(kind ?? ''),
      namespaced: namespaced === true,
      verbs: Array.isArray(verbs) ? verbs.map(String) : [],
      ...(Array.isArray(shortNames) && { shortNames: shortNames.map(String) }),
    }))
}
