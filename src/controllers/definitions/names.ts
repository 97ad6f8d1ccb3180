/**
 * Which definitions have got the names that they ask for: a matter between all definitions of a group.
 *
 * @module
 */

import { type ApiObject, jsonEqual, TurnShare } from '../../meta/index.js'
import type { WriteTurns } from '../../registry/index.js'
import {
  establish,
  type NamesInUse,
  namesInUse,
  type ResourceDefinition,
  withApproval,
  withoutSchemas,
} from '../../resources/index.js'
import type { Collection, Row } from '../../store/index.js'
import type { LoopParts } from '../loop.js'
import { loadStatusOwner, type StatusOwner } from './status-owner.js'

/** How long to wait until names are decided again that could not be, in milliseconds. */
const RETRY_MS = 1_000

/**
 * Makes writes of definitions wait for one another, and decides after each which definitions have got their names: that
 * depends on names that others have, so two that request the same name may not be judged at the same time.
 *
 * As in Kubernetes this is a write of its own, so the answer to a create shows a definition that has no names yet. It is done
 * before the answer, though, so that the type is served when the client has the answer.
 */
export class DefinitionNames {
  readonly #parts: LoopParts
  readonly #collection: Collection
  readonly #turns: WriteTurns
  /** Groups with definitions that have changed since their names were decided. */
  readonly #changed = new Set<string>()
  readonly #definition: ResourceDefinition
  #statusOwner: Promise<StatusOwner> | undefined
  #cancelRetry: (() => void) | undefined
  #isClosed = false

  /**
   * @param parts - The plane.
   * @param definition - The type of definitions.
   */
  constructor(parts: LoopParts, definition: ResourceDefinition) {
    this.#parts = parts
    this.#definition = definition
    this.#collection = parts.registry.stored(definition)
    this.#turns = parts.registry.takeTurns(definition, () => this.#decideAll())
  }

  /**
   * Records that names may have become free, or been requested.
   *
   * @param name - Name of the definition that has changed.
   */
  changed(name: string): void {
    this.#changed.add(groupOf(name))
  }

  /** Decides the names of the groups that have changed, when the writes under way are done. */
  decide(): void {
    this.#turns.runAfter()
  }

  /** Gives up what could not be decided. */
  close(): void {
    this.#isClosed = true
    this.#cancelRetry?.()
  }

  async #decideAll(): Promise<void> {
    for (const group of this.#changed) {
      this.#changed.delete(group)
      try {
        this.#statusOwner ??= loadStatusOwner(this.#definition)
        await decideGroup({ ...this.#parts, collection: this.#collection, ownStatus: await this.#statusOwner }, group)
      } catch (error) {
        this.#parts.reportError(error)
        return this.#decideLater(group)
      }
    }
  }

  /** A definition without names is of no use, so what could not be decided is tried again, write or no write. */
  #decideLater(group: string): void {
    this.#changed.add(group)
    if (this.#isClosed || this.#cancelRetry) return
    this.#cancelRetry = this.#parts.clock.setTimeout(() => {
      this.#cancelRetry = undefined
      this.decide()
    }, RETRY_MS)
  }
}

/** A definition is named by plural and group, and a plural has no dots. */
const groupOf = (name: string): string => name.slice(name.indexOf('.') + 1)

/** What deciding takes. */
interface NameParts extends LoopParts {
  readonly collection: Collection
  readonly ownStatus: StatusOwner
}

/** Gives definitions the names that they request and that are free, oldest definition first. */
async function decideGroup(parts: NameParts, group: string): Promise<void> {
  const { rows } = await parts.collection.list({})
  const turn = new TurnShare()
  const definitions: { readonly name: string; object: ApiObject }[] = []
  for (const row of rows) {
    if (turn.isSpent) await turn.next()
    const object = groupOf(row.name) === group ? outlineOf(row) : undefined
    if (object) definitions.push({ name: row.name, object })
  }
  definitions.sort((a, b) => createdAt(a.object).localeCompare(createdAt(b.object)))
  // A name that one releases in the first round goes to an earlier one in the second.
  for (let round = 0, changes = -1; round < 2 && changes !== 0; round++) {
    changes = 0
    let inUse: NamesInUse | undefined
    for (const entry of definitions) {
      if (turn.isSpent) await turn.next()
      inUse ??= namesInUse(
        group,
        definitions.map(({ object }) => object),
        parts.registry.catalog,
      )
      const decided = await decideOne(parts, entry.name, inUse)
      if (!decided || jsonEqual(decided, entry.object)) continue
      entry.object = decided
      inUse = undefined
      changes += 1
    }
  }
}

const createdAt = ({ metadata }: ApiObject): string => metadata.creationTimestamp ?? ''

/** What names depend on. To parse all definitions of a group with their schemas after each write would take longer each time. */
const outlines = new WeakMap<Row, ApiObject>()

/** The outline of a definition; undefined for an unreadable one, which reserves no names. */
export function outlineOf(row: Row): ApiObject | undefined {
  let outline = outlines.get(row)
  if (outline) return outline
  try {
    outline = withoutSchemas(row.object)
  } catch {
    return undefined
  }
  outlines.set(row, outline)
  return outline
}

/** The outline of a definition as it is stored when this is done; undefined when it is deleted. */
async function decideOne(
  { dialect, clock, collection, ownStatus }: NameParts,
  name: string,
  inUse: NamesInUse,
): Promise<ApiObject | undefined> {
  for (;;) {
    const row = await collection.get(name)
    if (!row) return undefined
    const nowMs = clock.now()
    const decided = (object: ApiObject): ApiObject => withApproval(establish(object, inUse, nowMs), dialect, nowMs)
    const outline = outlineOf(row)
    if (!outline || decided(outline) === outline) return outline
    const object = ownStatus(row.object, decided(row.object), nowMs)
    const result = await collection.put(name, row.revision, object)
    if (result.outcome === 'committed') return outlineOf(result.row)
  }
}
