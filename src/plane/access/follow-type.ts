/**
 * Following a type: all its objects, then every change, for as long as the plane runs.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import type { ApiObject } from '../../meta/index.js'
import type { Target } from '../../registry/index.js'
import type { Row, StoreEvent } from '../../store/index.js'
import type { AccessParts } from './access-control.js'

/** Is told of objects, synchronously with their commits. */
export interface TypeListener {
  readonly put: (object: ApiObject) => void
  readonly remove: (namespace: string, name: string) => void
}

/** How long to wait before a type is read again whose watch broke, in milliseconds. */
const RETRY_MS = 1_000

/**
 * Tells of the objects of a type, now and later. An object that cannot be read counts as removed, so that it gives nobody
 * anything; a watch that breaks is begun anew.
 *
 * @param target - The type.
 * @param listener - Is told.
 * @param parts - The registry and its surroundings.
 * @returns A function that stops; the objects that there are have been told of.
 */
export async function followType(target: Target, listener: TypeListener, parts: AccessParts): Promise<() => void> {
  const { registry, clock, reportError } = parts
  const known = new Map<string, Row>()
  let stopped = false
  let watch: Subscription | undefined
  let cancelRetry: (() => void) | undefined

  const remove = (row: Row) => {
    if (known.delete(row.key)) listener.remove(row.namespace, row.name)
  }
  const put = (row: Row) => {
    try {
      listener.put(row.object)
      known.set(row.key, row)
    } catch (error) {
      reportError(error)
      remove(row)
    }
  }
  const next = (event: StoreEvent) => {
    if (event.type === 'BOOKMARK') return
    if (event.type === 'DELETED') remove(event.row)
    else put(event.row)
  }
  const begin = async () => {
    const { rows, revision } = await registry.list(target, {})
    if (stopped) return
    const listed = new Set(rows.map(({ key }) => key))
    for (const row of [...known.values()]) if (!listed.has(row.key)) remove(row)
    for (const row of rows) put(row)
    watch = registry.watch(target, { resourceVersion: String(revision) }).subscribe({ next, error: retry })
  }
  const retry = (error: unknown) => {
    if (stopped) return
    reportError(error)
    cancelRetry = clock.setTimeout(() => void begin().catch(retry), RETRY_MS)
  }
  await begin()
  return () => {
    stopped = true
    watch?.unsubscribe()
    cancelRetry?.()
  }
}
