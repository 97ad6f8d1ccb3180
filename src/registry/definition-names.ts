/**
 * Which definitions have got the names that they ask for: a matter between all definitions of a group.
 *
 * @module
 */

import { type ApiObject, jsonEqual, TurnShare } from '../meta/index.js'
import { establish, type ResourceDefinition, withApproval, withoutSchemas } from '../resources/index.js'
import type { Collection, Row } from '../store/index.js'
import type { RegistryContext } from './context.js'

/** How long to wait until names are settled again that could not be, in milliseconds. */
const RETRY_MS = 1_000

/** The type of definitions themselves. */
export function definitionType({ catalog, dialect }: RegistryContext): ResourceDefinition | undefined {
  return catalog.find(`apiextensions.${dialect.groupDomain}`, 'v1', 'customresourcedefinitions')?.definition
}

/**
 * Makes writes of definitions wait for one another, and settles after each which definitions have got their names: that
 * depends on those that others have got, so two that ask for the same name may not be judged at the same time.
 *
 * As in the field this is a write of its own, so the answer to a create shows a definition that has no names yet. It is done
 * before the answer, though: whoever has the answer can use the type.
 */
export class DefinitionTurns {
  readonly #context: RegistryContext
  /** Groups with definitions that have changed since their names were settled. */
  readonly #changed = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()
  #cancelRetry: (() => void) | undefined
  #isClosed = false

  /** @param context - The registry. */
  constructor(context: RegistryContext) {
    this.#context = context
  }

  /**
   * Runs work on definitions one after the other; work on other types goes ahead at once.
   *
   * @param definition - The type that the work is on.
   * @param work - Writes an object of it.
   */
  run<T>(definition: ResourceDefinition, work: () => Promise<T>): Promise<T> {
    if (definition !== definitionType(this.#context)) return work()
    const turn = this.#last.then(work)
    this.#last = this.#settleAfter(turn)
    return this.#last.then(() => turn)
  }

  /**
   * Notes that names may have become free, or been asked for.
   *
   * @param name - Name of the definition that has changed.
   */
  changed(name: string): void {
    this.#changed.add(groupOf(name))
  }

  /** Settles the names of the groups that have changed, when those who write now are done. */
  settle(): void {
    this.#last = this.#settleAfter(this.#last)
  }

  /** Gives up what could not be settled. */
  close(): void {
    this.#isClosed = true
    this.#cancelRetry?.()
  }

  async #settleAfter(turn: Promise<unknown>): Promise<void> {
    try {
      await turn
    } catch {
      // Whoever wrote is told; what was settled before is still to be looked at.
    }
    for (const group of this.#changed) {
      this.#changed.delete(group)
      try {
        await settleGroup(this.#context, group)
      } catch (error) {
        this.#context.reportError(error)
        return this.#settleLater(group)
      }
    }
  }

  /** A definition without names is of no use to anybody, so what could not be settled is tried again, write or no write. */
  #settleLater(group: string): void {
    this.#changed.add(group)
    if (this.#isClosed || this.#cancelRetry) return
    this.#cancelRetry = this.#context.clock.setTimeout(() => {
      this.#cancelRetry = undefined
      this.settle()
    }, RETRY_MS)
  }
}

/** A definition is named by plural and group, and a plural has no dots. */
const groupOf = (name: string): string => name.slice(name.indexOf('.') + 1)

/** Gives definitions the names that they ask for and that are free, those that were created first coming first. */
async function settleGroup(context: RegistryContext, group: string): Promise<void> {
  const type = definitionType(context)
  if (!type) return
  const collection = context.collectionOf(type)
  const { rows } = await collection.list({})
  const turn = new TurnShare()
  const definitions: { readonly name: string; object: ApiObject }[] = []
  for (const row of rows) {
    if (turn.isSpent) await turn.next()
    const object = groupOf(row.name) === group ? outlineOf(row) : undefined
    if (object) definitions.push({ name: row.name, object })
  }
  definitions.sort((a, b) => createdAt(a.object).localeCompare(createdAt(b.object)))
  // A name that one gives back in the first round goes to one that was asked before it in the second.
  for (let round = 0, changes = -1; round < 2 && changes !== 0; round++) {
    changes = 0
    for (const entry of definitions) {
      const others = definitions.filter((other) => other !== entry).map(({ object }) => object)
      const settled = await settle(context, collection, entry.name, others)
      if (!settled || jsonEqual(settled, entry.object)) continue
      entry.object = settled
      changes += 1
    }
  }
}

const createdAt = ({ metadata }: ApiObject): string => metadata.creationTimestamp ?? ''

/** What names depend on. To parse all definitions of a group with their schemas after each write would take longer each time. */
const outlines = new WeakMap<Row, ApiObject>()

/** The outline of a definition; undefined for one that cannot be read, which holds no names and stops nobody else. */
function outlineOf(row: Row): ApiObject | undefined {
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

/** The outline of a definition as it is stored when this is done; undefined when it is gone. */
async function settle(
  context: RegistryContext,
  collection: Collection,
  name: string,
  others: readonly ApiObject[],
): Promise<ApiObject | undefined> {
  for (;;) {
    const row = await collection.get(name)
    if (!row) return undefined
    const nowMs = context.clock.now()
    const settled = (object: ApiObject): ApiObject =>
      withApproval(establish(object, others, context.catalog, nowMs), context.dialect, nowMs)
    const outline = outlineOf(row)
    if (!outline || settled(outline) === outline) return outline
    const result = await collection.put(name, row.revision, settled(row.object))
    if (result.outcome === 'committed') return outlineOf(result.row)
  }
}
