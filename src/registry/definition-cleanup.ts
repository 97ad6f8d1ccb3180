/**
 * The end of a custom type: a definition that is deleted waits until all objects of its type are gone.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import { type ApiObject, formatTime, TurnShare } from '../meta/index.js'
import { cleanupFinalizerOf, type ResourceDefinition, withTerminating } from '../resources/index.js'
import type { Row, StoreEvent } from '../store/index.js'
import { Chores } from './chores.js'
import type { RegistryContext } from './context.js'
import { definitionType } from './definition-names.js'
import { deleteIfThere } from './write/perform.js'

/** Whether a definition waits for its objects. */
export const isClearing = (definition: ApiObject): boolean =>
  Boolean(definition.metadata.deletionTimestamp) &&
  (definition.metadata.finalizers ?? []).includes(cleanupFinalizerOf(definition))

/** The types that are being cleared. */
export class DefinitionCleanup {
  readonly #context: RegistryContext
  readonly #chores: Chores
  readonly #watches = new Map<string, Subscription>()

  /** @param context - The registry. */
  constructor(context: RegistryContext) {
    this.#context = context
    this.#chores = new Chores(context)
  }

  /**
   * Deletes all objects of a type, waits for those that something holds, and lets the definition go.
   *
   * @param row - The definition.
   * @param definition - The type that is served for it; undefined when what is in its place belongs to another.
   */
  start({ name, object }: Row, definition: ResourceDefinition | undefined): void {
    if (this.#watches.has(name)) return
    const context = this.#context
    const letGo = () => this.#chores.do(() => release(context, object))
    if (!definition) {
      letGo()
      return
    }
    const collection = context.collectionOf(definition)
    const finish = () => {
      if (collection.size > 0) return
      this.stop(name)
      letGo()
    }
    let work: Promise<unknown> = Promise.resolve()
    const turn = new TurnShare()
    const deleteNext = async (row: Row) => {
      if (turn.isSpent) await turn.next()
      await deleteOne(context, definition, row)
    }
    // A create that was on its way already may still add an object; that one goes too.
    const next = (event: StoreEvent) => {
      if (event.type === 'ADDED') work = work.then(() => this.#chores.do(() => deleteNext(event.row)))
      if (event.type === 'DELETED') finish()
    }
    this.#watches.set(name, collection.follow().subscribe({ next, error: context.reportError }))
    finish()
  }

  /**
   * Forgets a definition.
   *
   * @param name - Its name.
   */
  stop(name: string): void {
    this.#watches.get(name)?.unsubscribe()
    this.#watches.delete(name)
  }

  /** Forgets all. */
  close(): void {
    this.#chores.close()
    for (const name of [...this.#watches.keys()]) this.stop(name)
  }
}

async function deleteOne(context: RegistryContext, definition: ResourceDefinition, { namespace, name }: Row): Promise<void> {
  const version = definition.versions[0]
  if (!version) return
  const target = { definition, version, namespace, name, subresource: undefined }
  const caller = { user: { username: 'system:apiserver', groups: ['system:masters'] }, warn: () => {} }
  await deleteIfThere({ context, target, caller, dryRun: false, manager: caller.user.username }, {})
}

/** Takes our finalizer off a definition, which removes it when nothing else holds it. One made anew meanwhile is another. */
async function release(context: RegistryContext, { metadata }: ApiObject): Promise<void> {
  const type = definitionType(context)
  const { name = '', uid } = metadata
  if (!type) return
  const collection = context.collectionOf(type)
  for (;;) {
    const row = await collection.get(name)
    if (!row || row.object.metadata.uid !== uid || !isClearing(row.object)) return
    const done = withTerminating(row.object, 'completed', formatTime(context.clock.now()))
    const finalizers = (done.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizerOf(done))
    const next = { ...done, metadata: { ...done.metadata, finalizers } }
    const result =
      finalizers.length === 0 ? await collection.remove(name, row.revision) : await collection.put(name, row.revision, next)
    if (result.outcome === 'committed') return
  }
}
