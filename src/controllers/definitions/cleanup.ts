/**
 * Deletion of a custom resource definition: it waits until all objects of the type are deleted.
 *
 * @module
 */

import { ApiError, type ApiObject, formatTime, TurnShare } from '../../meta/index.js'
import type { Registry } from '../../registry/index.js'
import { cleanupFinalizerOf, type ResourceDefinition, withTerminating } from '../../resources/index.js'
import type { Collection, Row } from '../../store/index.js'
import { followType } from '../follow-type.js'
import type { LoopParts, StopLoop } from '../loop.js'
import { PLANE } from '../plane-caller.js'
import { RetriedWork } from '../retried-work.js'

/** Whether the deletion of a definition waits for its objects. */
export const isClearing = (definition: ApiObject): boolean =>
  Boolean(definition.metadata.deletionTimestamp) &&
  (definition.metadata.finalizers ?? []).includes(cleanupFinalizerOf(definition))

/** The types whose objects are being deleted. */
export class DefinitionCleanup {
  readonly #parts: LoopParts
  readonly #definitions: Collection
  readonly #retried: RetriedWork
  readonly #watches = new Map<string, StopLoop>()

  /**
   * @param parts - The plane.
   * @param definition - The type CustomResourceDefinition.
   */
  constructor(parts: LoopParts, definition: ResourceDefinition) {
    this.#parts = parts
    this.#definitions = parts.registry.stored(definition)
    this.#retried = new RetriedWork(parts)
  }

  /**
   * Deletes all objects of a type, waits for those with finalizers, and finalizes the definition.
   *
   * @param row - The definition.
   * @param definition - The type that is served for it; undefined when another definition owns the served type.
   */
  start({ name, object }: Row, definition: ResourceDefinition | undefined): void {
    if (this.#watches.has(name)) return
    const release = () => this.#retried.run(() => this.#release(object))
    if (!definition) {
      release()
      return
    }
    const { registry } = this.#parts
    const retried = this.#retried
    const collection = registry.stored(definition)
    const finish = () => {
      if (collection.size > 0) return
      this.stop(name)
      release()
    }
    let work: Promise<unknown> = Promise.resolve()
    const turn = new TurnShare()
    const deleteNext = async (row: Row) => {
      if (turn.isSpent) await turn.next()
      await deleteOne(registry, definition, row)
    }
    // A create in progress may still add an object, which is then deleted too.
    const stop = followType(this.#parts, definition, {
      put(row, change) {
        if (change === 'ADDED') work = work.then(() => retried.run(() => deleteNext(row)))
      },
      remove: finish,
    })
    this.#watches.set(name, stop)
    finish()
  }

  /**
   * Stops the cleanup of a definition.
   *
   * @param name - Its name.
   */
  stop(name: string): void {
    this.#watches.get(name)?.()
    this.#watches.delete(name)
  }

  /** Stops all cleanups. */
  close(): void {
    this.#retried.close()
    for (const name of [...this.#watches.keys()]) this.stop(name)
  }

  /**
   * Removes our finalizer from a definition. Without other finalizers the definition is removed. A re-created one is left alone.
   */
  async #release({ metadata: { name = '', uid } }: ApiObject): Promise<void> {
    const definitions = this.#definitions
    for (;;) {
      const row = await definitions.get(name)
      if (!row || row.object.metadata.uid !== uid || !isClearing(row.object)) return
      const done = withTerminating(row.object, 'completed', formatTime(this.#parts.clock.now()))
      const finalizers = (done.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizerOf(done))
      const next = { ...done, metadata: { ...done.metadata, finalizers } }
      const result =
        finalizers.length === 0 ? await definitions.remove(name, row.revision) : await definitions.put(name, row.revision, next)
      if (result.outcome === 'committed') return
    }
  }
}

/** Deletes an object as the plane; a missing one is no error. */
async function deleteOne(registry: Registry, definition: ResourceDefinition, { namespace, name }: Row): Promise<void> {
  const version = definition.versions[0]
  if (!version) return
  const target = { definition, version, namespace, name, subresource: undefined }
  try {
    await registry.delete(target, PLANE, { fieldManager: PLANE.user.username })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.reason !== 'NotFound') throw error
  }
}
