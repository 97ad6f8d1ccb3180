/**
 * The catalog of resource types that a plane serves. It changes at run time.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import { Subject } from 'rxjs/internal/Subject'
import { compareVersions } from '../meta/index.js'
import type { ResourceDefinition, ResourceVersion } from './definition/definition.js'
import { storagePrefixOf } from './definition/stored-as.js'

/** A type in one of its served versions. */
export interface ServedResource {
  readonly definition: ResourceDefinition
  readonly version: ResourceVersion
}

/** An API group and its served versions, in order of preference. */
export interface GroupVersions {
  readonly group: string
  readonly versions: readonly string[]
}

const keyOf = (group: string, name: string) => `${group}/${name}`

/**
 * Types by something that several of them share. With thousands of custom types, and work for each of them, nothing may search all
 * types for one.
 */
class TypeIndex {
  readonly #types = new Map<string, readonly ResourceDefinition[]>()
  readonly #keyOf: (definition: ResourceDefinition) => string

  constructor(key: (definition: ResourceDefinition) => string) {
    this.#keyOf = key
  }

  get(key: string): readonly ResourceDefinition[] {
    return this.#types.get(key) ?? []
  }

  /** A type takes the position of the one that it replaces. */
  add(definition: ResourceDefinition, replaced?: ResourceDefinition): void {
    const key = this.#keyOf(definition)
    const types = this.get(key)
    const stays = replaced !== undefined && types.includes(replaced)
    if (replaced && !stays) this.remove(replaced)
    this.#types.set(key, stays ? types.map((type) => (type === replaced ? definition : type)) : [...types, definition])
  }

  remove(definition: ResourceDefinition): void {
    const key = this.#keyOf(definition)
    const left = this.get(key).filter((type) => type !== definition)
    if (left.length > 0) this.#types.set(key, left)
    else this.#types.delete(key)
  }
}

/**
 * All served resource types, by name. Lists are in the order of registration, which is also the order of discovery.
 */
export class ResourceCatalog {
  readonly #definitions = new Map<string, ResourceDefinition>()
  readonly #byKind = new TypeIndex(({ group, names }) => keyOf(group, names.kind))
  readonly #byStorage = new TypeIndex(storagePrefixOf)
  readonly #changes = new Subject<void>()
  #generation = 0
  #groups: readonly GroupVersions[] | undefined

  /** Emits after each change. */
  readonly changes: Observable<void> = this.#changes.asObservable()

  /** @param definitions - The types to start with. */
  constructor(definitions: Iterable<ResourceDefinition> = []) {
    for (const definition of definitions) this.#put(definition)
  }

  /** Counts changes, from 0. Results computed from the catalog are valid while this is unchanged. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Adds a type, or replaces the one with its group and plural name at its position.
   *
   * @param definition - The type.
   */
  add(definition: ResourceDefinition): void {
    this.#put(definition)
    this.#changed()
  }

  /**
   * Removes a type; a missing one is no error.
   *
   * @param group - API group, empty for the core group.
   * @param plural - Plural name.
   */
  remove(group: string, plural: string): void {
    const definition = this.findType(group, plural)
    if (!definition) return
    this.#definitions.delete(keyOf(group, plural))
    this.#byKind.remove(definition)
    this.#byStorage.remove(definition)
    this.#changed()
  }

  /**
   * Finds a type in any version.
   *
   * @param group - API group, empty for the core group.
   * @param plural - Plural name.
   */
  findType(group: string, plural: string): ResourceDefinition | undefined {
    return this.#definitions.get(keyOf(group, plural))
  }

  /** All types whose objects are stored together with those of a type, itself included if it is served. */
  storedWith(definition: Pick<ResourceDefinition, 'storedAs'>): readonly ResourceDefinition[] {
    return this.#byStorage.get(storagePrefixOf(definition))
  }

  /**
   * Finds a type by the group, version and plural name of a URL.
   *
   * @param group - API group, empty for the core group.
   * @param version - A version within the group.
   * @param plural - Plural name.
   * @returns The type and the version, or undefined when the type does not exist or does not serve that version.
   */
  find(group: string, version: string, plural: string): ServedResource | undefined {
    const definition = this.findType(group, plural)
    return definition && served(definition, version)
  }

  /**
   * Finds a type by the `apiVersion` and `kind` of an object.
   *
   * @param group - API group, empty for the core group.
   * @param version - A version within the group.
   * @param kind - The kind.
   * @returns The type and the version, or undefined when the type does not exist or does not serve that version.
   */
  findKind(group: string, version: string, kind: string): ServedResource | undefined {
    for (const definition of this.#byKind.get(keyOf(group, kind))) {
      const found = served(definition, version)
      if (found) return found
    }
    return undefined
  }

  /** All types, in the order in which they were added. */
  all(): readonly ResourceDefinition[] {
    return [...this.#definitions.values()]
  }

  /**
   * Tells whether a group has types of the plane itself. In other groups, whose types users define and may remove, a missing type
   * gets the same response as a missing group.
   *
   * @param group - API group, empty for the core group.
   */
  hasOwnTypes(group: string): boolean {
    return [...this.#definitions.values()].some((definition) => definition.group === group && !definition.custom)
  }

  /** The served groups, in the order in which their first type was added. */
  groups(): readonly GroupVersions[] {
    if (this.#groups) return this.#groups
    // By group and name: a version is new only once for all types that have it.
    const versions = new Map<string, Map<string, boolean>>()
    for (const definition of this.#definitions.values()) {
      for (const { name, served, isNew = false } of definition.versions) {
        if (!served) continue
        const known = versions.get(definition.group) ?? new Map<string, boolean>()
        known.set(name, (known.get(name) ?? true) && isNew)
        versions.set(definition.group, known)
      }
    }
    this.#groups = [...versions].map(([group, known]) => {
      const inOrder = (wanted: boolean) => [...known.keys()].filter((name) => known.get(name) === wanted).sort(compareVersions)
      return { group, versions: [...inOrder(false), ...inOrder(true)] }
    })
    return this.#groups
  }

  #put(definition: ResourceDefinition): void {
    const key = keyOf(definition.group, definition.names.plural)
    const replaced = this.#definitions.get(key)
    this.#definitions.set(key, definition)
    this.#byKind.add(definition, replaced)
    this.#byStorage.add(definition, replaced)
  }

  #changed(): void {
    this.#generation += 1
    this.#groups = undefined
    this.#changes.next()
  }
}

const served = (definition: ResourceDefinition, name: string): ServedResource | undefined => {
  const version = definition.versions.find((candidate) => candidate.served && candidate.name === name)
  return version && { definition, version }
}
