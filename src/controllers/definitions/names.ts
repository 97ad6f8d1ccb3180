/**
 * Decides which definitions get the names that they request, considering all definitions of a group.
 *
 * @module
 */

import { type ApiObject, compareText, jsonEqual, TurnShare, whenThereIsTime } from '../../meta/index.js'
import type { WriteTurns } from '../../registry/index.js'
import {
  areNamesAccepted,
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

/** Delay until a failed decision is retried, in milliseconds. */
const RETRY_MS = 1_000

/**
 * Serializes writes of definitions, and decides after each which names are accepted. That depends on the names of other
 * definitions, so two that request the same name may not be decided concurrently.
 *
 * As in Kubernetes this is a separate write, so the response to a create shows a definition without accepted names. It completes
 * before the response, though, so that the type is served when the client has the response.
 */
export class DefinitionNames {
  readonly #parts: LoopParts
  readonly #collection: Collection
  readonly #turns: WriteTurns
  /** Groups with definitions that have changed since the last decision. */
  readonly #changed = new Set<string>()
  readonly #definition: ResourceDefinition
  #statusOwner: Promise<StatusOwner> | undefined
  #cancelRetry: (() => void) | undefined
  #isClosed = false

  /**
   * @param parts - The plane.
   * @param definition - The type CustomResourceDefinition.
   */
  constructor(parts: LoopParts, definition: ResourceDefinition) {
    this.#parts = parts
    this.#definition = definition
    this.#collection = parts.registry.stored(definition)
    this.#turns = parts.registry.takeTurns(definition, () => this.#decideAll())
  }

  /**
   * Records that names may have been released or requested.
   *
   * @param name - Name of the changed definition.
   */
  changed(name: string): void {
    this.#changed.add(groupOf(name))
  }

  /** Decides the names of the changed groups when the writes in progress are done. */
  decide(): void {
    this.#turns.runAfter()
  }

  /** Cancels retries of decisions. */
  close(): void {
    this.#isClosed = true
    this.#cancelRetry?.()
  }

  async #decideAll(): Promise<void> {
    // Many writes may wait, each of which is followed by a decision.
    await whenThereIsTime('')
    for (const group of this.#changed) {
      this.#changed.delete(group)
      try {
        this.#statusOwner ??= loadStatusOwner(this.#definition)
        await decideGroup({ ...this.#parts, collection: this.#collection, ownStatus: await this.#statusOwner }, group)
      } catch (error) {
        // The storage closes while a decision waits for its turn.
        if (this.#isClosed) return
        this.#parts.reportError(error)
        return this.#decideLater(group)
      }
    }
  }

  /** A definition without names is of no use, so a failed decision is retried even without another write. */
  #decideLater(group: string): void {
    this.#changed.add(group)
    if (this.#isClosed || this.#cancelRetry) return
    this.#cancelRetry = this.#parts.clock.setTimeout(() => {
      this.#cancelRetry = undefined
      this.decide()
    }, RETRY_MS)
  }
}

/** A definition's name is plural and group, and a plural contains no dots. */
const groupOf = (name: string): string => name.slice(name.indexOf('.') + 1)

/** Dependencies of a decision. */
interface NameParts extends LoopParts {
  readonly collection: Collection
  readonly ownStatus: StatusOwner
}

/** A definition under decision. */
interface Entry {
  readonly name: string
  object: ApiObject
}

/**
 * Definitions that have all the names that they request, and so need no decision, whatever names others have. A group may have
 * thousands, and is decided after each write.
 */
const accepted = new WeakSet<ApiObject>()

/** Accepts the requested names that are free, oldest definition first. */
async function decideGroup(parts: NameParts, group: string): Promise<void> {
  const { rows } = await parts.collection.list({})
  const turn = new TurnShare()
  const definitions: Entry[] = []
  for (const row of rows) {
    if (turn.isSpent) await turn.next()
    const object = groupOf(row.name) === group ? outlineOf(row) : undefined
    if (object) definitions.push({ name: row.name, object })
  }
  const undecided = definitions
    .filter(({ object }) => !accepted.has(object))
    .sort((a, b) => compareText(createdAt(a.object), createdAt(b.object)))
  // A name that one definition releases in the first round may go to an earlier one in the second.
  for (let round = 0, changes = -1; round < 2 && changes !== 0; round++) {
    changes = 0
    let inUse: NamesInUse | undefined
    for (const entry of undecided) {
      if (accepted.has(entry.object)) continue
      if (turn.isSpent) await turn.next()
      inUse ??= namesInUse(
        group,
        definitions.map(({ object }) => object),
        parts.registry.catalog,
      )
      const decided = await decideOne(parts, entry.name, inUse)
      if (!decided) continue
      if (areNamesAccepted(decided)) accepted.add(decided)
      if (jsonEqual(decided, entry.object)) continue
      entry.object = decided
      inUse = undefined
      changes += 1
    }
  }
}

const createdAt = ({ metadata }: ApiObject): string => metadata.creationTimestamp ?? ''

/** The fields that names depend on. Parsing all definitions of a group with their schemas after each write would be too slow. */
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

/** The outline of the currently stored definition; undefined when it is deleted. */
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
