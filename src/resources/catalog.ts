/**
 * The catalog of resource types that a plane serves. It changes at run time.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import { Subject } from 'rxjs/internal/Subject'
import { compareVersions } from '../meta/index.js'
import type { ResourceDefinition, ResourceVersion } from './definition/definition.js'

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

const keyOf = (group: string, plural: string) => `${group}/${plural}`

/**
 * All served resource types, by name. Lists are in the order of registration, which is also the order of discovery.
 */
export class ResourceCatalog {
  readonly #definitions = new Map<string, ResourceDefinition>()
  readonly #changes = new Subject<void>()
  #generation = 0
  #groups: readonly GroupVersions[] | undefined

  /** Emits after each change. */
  readonly changes: Observable<void> = this.#changes.asObservable()

  /** @param definitions - The types to start with. */
  constructor(definitions: Iterable<ResourceDefinition> = []) {
    for (const definition of definitions) this.#definitions.set(keyOf(definition.group, definition.names.plural), definition)
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
    this.#definitions.set(keyOf(definition.group, definition.names.plural), definition)
    this.#changed()
  }

  /**
   * Removes a type; a missing one is no error.
   *
   * @param group - API group, empty for the core group.
   * @param plural - Plural name.
   */
  remove(group: string, plural: string): void {
    if (this.#definitions.delete(keyOf(group, plural))) this.#changed()
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
    const definition = this.#definitions.get(keyOf(group, plural))
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
    for (const definition of this.#definitions.values()) {
      if (definition.group !== group || definition.names.kind !== kind) continue
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
