/**
 * A store in a test: short words for objects, pages and watches.
 *
 * @module
 */

import { expect } from '@jest/globals'
import { type ApiError, type ApiObject, parseFieldSelector, parseLabelSelector } from '../../src/meta/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import type { Collection, Row, Selection, StoreEvent, StoreOptions, WatchQuery, WriteResult } from '../../src/store/index.js'
import { createStore } from '../../src/store/index.js'
import { ManualClock } from '../support/manual-clock.js'

/** An object with a value, and labels if any. */
export function object(key: string, value: unknown = 'v', labels?: Record<string, string>): ApiObject {
  const [namespace, name] = key.includes('/') ? key.split('/') : [undefined, key]
  const metadata = { name: name as string, ...(namespace && { namespace }), ...(labels && { labels }) }
  return { kind: 'Thing', apiVersion: 'v1', metadata, value }
}

/** A store on memory with one namespaced collection and a clock that stands still. */
export async function openStore(options: Partial<StoreOptions> = {}) {
  const clock = new ManualClock()
  const storage = createMemoryStorage()
  const store = await createStore({ storage, clock, ...options })
  const selectableFields = ({ value }: ApiObject): Record<string, string> => (typeof value === 'string' ? { value } : {})
  const things = store.collection({ prefix: 'things', namespaced: true, selectableFields })
  return { clock, storage, store, things, ...writer(things) }
}

/** Writes that must succeed. */
export function writer(collection: Collection) {
  const done = (result: WriteResult): Row => {
    if (result.outcome !== 'committed') throw new Error('the write met a conflict')
    return result.row
  }
  const held = (key: string) => collection.peek(key)?.revision ?? 0
  return {
    put: async (key: string, value: unknown = 'v', labels?: Record<string, string>) =>
      done(await collection.put(key, held(key), object(key, value, labels))),
    remove: async (key: string) => done(await collection.remove(key, held(key))),
  }
}

/** A selection from the texts of a request. */
export function select(text: { namespace?: string; labels?: string; fields?: string }): Selection {
  return {
    ...(text.namespace !== undefined && { namespace: text.namespace }),
    ...(text.labels !== undefined && { labelSelector: parseLabelSelector(text.labels) }),
    ...(text.fields !== undefined && { fieldSelector: parseFieldSelector(text.fields) }),
  }
}

/** An event as `ADDED a/x=v@2`, a bookmark as `BOOKMARK@2`, the initial one as `SYNCED@2`. */
export function show(event: StoreEvent): string {
  if (event.type === 'BOOKMARK') return `${event.initialEventsEnd ? 'SYNCED' : 'BOOKMARK'}@${event.revision}`
  expect(event.row.object.metadata.resourceVersion).toBe(String(event.row.revision))
  return `${event.type} ${event.row.key}=${event.row.object.value}@${event.row.revision}`
}

/** A subscribed watch that remembers what it saw. */
export function watch(collection: Collection, query: WatchQuery = {}) {
  const events: StoreEvent[] = []
  const seen: string[] = []
  const ends: unknown[] = []
  const subscription = collection.watch(query).subscribe({
    next: (event) => {
      events.push(event)
      seen.push(show(event))
    },
    error: (error: ApiError) => ends.push(error.status),
    complete: () => ends.push('complete'),
  })
  return { events, seen, ends, stop: () => subscription.unsubscribe() }
}

/** Rows as `a/x=v@2`. */
export const shown = (rows: readonly Row[]): string[] => rows.map((row) => `${row.key}=${row.object.value}@${row.revision}`)

/** The status of a refusal. */
export const statusOf = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: ApiError) => error.status,
  )
