/**
 * The store against a plain model, under random interleavings of writes, removals, pages, exact reads and watches.
 */

import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Collection, ListQuery, Selection, WatchQuery } from '../../src/store/index.js'
import type { ManualClock } from '../support/manual-clock.js'
import { object, openStore, select, shown, statusOf, watch } from './support.js'

interface Held {
  readonly value: string
  readonly labels: Record<string, string> | undefined
  readonly revision: number
}
type State = ReadonlyMap<string, Held>

/** The whole past: the state at each revision, from the first. */
class Model {
  readonly states: State[] = [new Map(), new Map()]
  get revision(): number {
    return this.states.length - 1
  }
  at(revision: number): State {
    return this.states[revision] as State
  }
  get now(): State {
    return this.at(this.revision)
  }
  write(key: string, held: Omit<Held, 'revision'> | undefined): void {
    const next = new Map(this.now)
    if (held) next.set(key, { ...held, revision: this.revision + 1 })
    else next.delete(key)
    this.states.push(next)
  }
}

const SELECTIONS = [
  {},
  { namespace: 'a' },
  { namespace: 'a', fields: 'metadata.name=x' },
  { fields: 'metadata.name=x' },
  { fields: 'metadata.namespace!=a' },
  { fields: 'value=1' },
  { namespace: 'b', fields: 'value!=1' },
  { labels: 'l=1' },
  { namespace: 'a', labels: 'l=1' },
  { labels: 'l in (1,2),m!=1' },
  { labels: '!l' },
  { namespace: 'c', labels: 'm', fields: 'value=2' },
] as const

/** What a selection of the table selects, evaluated in the most naive way. */
function selects(index: number, key: string, { value, labels = {} }: Held): boolean {
  const [namespace, name] = key.split('/')
  return [
    true,
    namespace === 'a',
    key === 'a/x',
    name === 'x',
    namespace !== 'a',
    value === '1',
    namespace === 'b' && value !== '1',
    labels.l === '1',
    namespace === 'a' && labels.l === '1',
    (labels.l === '1' || labels.l === '2') && labels.m !== '1',
    labels.l === undefined,
    namespace === 'c' && labels.m !== undefined && value === '2',
  ][index] as boolean
}

const write = (key: string, held: Held) => `${key}=${held.value}@${held.revision}`

const selected = (state: State, index: number): string[] =>
  [...state]
    .filter(([key, held]) => selects(index, key, held))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, held]) => write(key, held))

/** What a watch of a selection sees between two revisions. */
function history(model: Model, index: number, from: number, to: number): string[] {
  const events: string[] = []
  for (let revision = from + 1; revision <= to; revision++) {
    const [before, after] = [model.at(revision - 1), model.at(revision)]
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(key), after.get(key)]
      if (was === is) continue
      const [saw, sees] = [was && selects(index, key, was), is && selects(index, key, is)]
      if (is && sees) events.push(`${saw ? 'MODIFIED' : 'ADDED'} ${write(key, is)}`)
      else if (was && saw) events.push(`DELETED ${write(key, { ...was, revision })}`)
    }
  }
  return events
}

interface Real {
  readonly things: Collection
  readonly clock: ManualClock
  readonly forget: () => void
  readonly watches: {
    readonly index: number
    readonly from: number
    readonly initial: readonly string[]
    readonly seen: readonly string[]
  }[]
  readonly pages: { readonly index: number; readonly revision: number; readonly rows: string[]; token: string | undefined }[]
  floor: number
}

type Step = (model: Model, real: Real) => Promise<void>
const selectionOf = (index: number): Selection => select(SELECTIONS[index] ?? {})
const versionFrom = (model: Model, fraction: number) => Math.max(1, Math.round(model.revision * fraction))

const keys = fc.constantFrom('a/x', 'a/y', 'a-b/x', 'b/x', 'b/z', 'c/x')
const labels = fc.option(fc.record({ l: fc.constantFrom('1', '2'), m: fc.constantFrom('1', '2') }, { requiredKeys: [] }), {
  nil: undefined,
})
const indexes = fc.nat(SELECTIONS.length - 1)
const fractions = fc.double({ min: 0, max: 1, noNaN: true })

const puts = fc.record({ key: keys, value: fc.constantFrom('1', '2', '3'), labels, stale: fc.boolean() }).map(
  ({ key, value, labels, stale }): Step =>
    async (model, { things }) => {
      const held = model.now.get(key)?.revision ?? 0
      const given = object(key, value, labels)
      if (stale) expect(await things.put(key, held + 1, given)).toEqual({ outcome: 'conflict' })
      expect(await things.put(key, held, given)).toMatchObject({ outcome: 'committed', row: { revision: model.revision + 1 } })
      model.write(key, { value, labels })
    },
)

const removals = keys.map(
  (key): Step =>
    async (model, { things }) => {
      const held = model.now.get(key)
      const result = await things.remove(key, held?.revision ?? 0)
      expect(result.outcome).toBe(held ? 'committed' : 'conflict')
      if (held) model.write(key, undefined)
    },
)

const reads = fc.record({ index: indexes, fraction: fractions, exact: fc.boolean() }).map(
  ({ index, fraction, exact }): Step =>
    async (model, { things, floor }) => {
      const revision = versionFrom(model, fraction)
      const query: ListQuery = {
        ...selectionOf(index),
        resourceVersion: String(revision),
        resourceVersionMatch: exact ? 'Exact' : 'NotOlderThan',
      }
      if (exact && revision < floor) {
        expect(await statusOf(things.list(query))).toMatchObject({ code: 410 })
        return
      }
      const page = await things.list(query)
      expect(page.revision).toBe(exact ? revision : model.revision)
      expect(shown(page.rows)).toEqual(selected(model.at(page.revision), index))
    },
)

const firstPages = fc.record({ index: indexes, limit: fc.integer({ min: 1, max: 3 }) }).map(
  ({ index, limit }): Step =>
    async (model, { things, pages }) => {
      const page = await things.list({ ...selectionOf(index), limit })
      pages.push({ index, revision: model.revision, rows: shown(page.rows), token: page.continue })
      if (!('labels' in (SELECTIONS[index] ?? {})) && !('fields' in (SELECTIONS[index] ?? {}))) {
        const all = selected(model.now, index).length
        expect(page.remainingItemCount).toBe(all > limit ? all - limit : undefined)
      }
    },
)

const nextPages = fc.record({ which: fc.nat(), limit: fc.nat(3) }).map(
  ({ which, limit }): Step =>
    async (_, { things, pages, floor }) => {
      const list = pages[which % Math.max(1, pages.length)]
      if (!list?.token) return
      const query = { ...selectionOf(list.index), limit, continue: list.token }
      if (list.revision < floor) {
        expect(await statusOf(things.list(query))).toMatchObject({ code: 410 })
        return
      }
      const page = await things.list(query)
      expect(page.revision).toBe(list.revision)
      list.rows.push(...shown(page.rows))
      list.token = page.continue
    },
)

const watches = fc.record({ index: indexes, fraction: fractions, start: fc.constantFrom('state', 'version', 'future') }).map(
  ({ index, fraction, start }): Step =>
    async (model, { things, watches, floor }) => {
      const revision = versionFrom(model, fraction)
      const from = start === 'state' ? model.revision : start === 'future' ? model.revision + 2 : revision
      const query: WatchQuery = { ...selectionOf(index), ...(start !== 'state' && { resourceVersion: String(from) }) }
      const { seen, ends } = watch(things, query)
      if (from < floor) {
        expect(ends).toEqual([expect.objectContaining({ code: 410 })])
        return
      }
      const initial = start === 'state' ? selected(model.now, index).map((text) => `ADDED ${text}`) : []
      watches.push({ index, from, initial, seen })
    },
)

const forgetting = fc.constant<Step>(async (model, real) => {
  real.forget()
  real.floor = model.revision
})

const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: puts },
    { weight: 4, arbitrary: removals },
    { weight: 3, arbitrary: reads },
    { weight: 2, arbitrary: firstPages },
    { weight: 3, arbitrary: nextPages },
    { weight: 2, arbitrary: watches },
    { weight: 1, arbitrary: forgetting },
  ),
  { maxLength: 60, size: 'max' },
)

test('every read, page and watch agrees with the model, in any interleaving', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (program) => {
      const { things, store, clock } = await openStore()
      const model = new Model()
      const real: Real = { things, clock, forget: () => store.forgetHistory(), watches: [], pages: [], floor: 1 }
      for (const step of program) await step(model, real)
      expect(store.revision).toBe(model.revision)
      for (const { index, from, initial, seen } of real.watches) {
        expect(seen).toEqual([...initial, ...history(model, index, from, model.revision)])
      }
      for (const list of real.pages) {
        const whole = selected(model.at(list.revision), list.index)
        expect(list.rows).toEqual(list.token ? whole.slice(0, list.rows.length) : whole)
      }
      await store.close()
      expect([store.watcherCount, clock.pending]).toEqual([0, 0])
    }),
    { numRuns: 150 },
  )
})

test('a list, and the events after it, give the list now', async () => {
  const writes = fc.array(fc.record({ key: keys, value: fc.constantFrom('1', '2'), labels, gone: fc.boolean() }), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(writes, indexes, fractions, async (program, index, fraction) => {
      const { things, put, remove, store } = await openStore()
      const selection = selectionOf(index)
      const cut = Math.round(program.length * fraction)
      const run = async (part: typeof program) => {
        for (const { key, value, labels, gone } of part) {
          if (!gone) await put(key, value, labels)
          else if (things.peek(key)) await remove(key)
        }
      }
      await run(program.slice(0, cut))
      const { rows, revision } = await things.list(selection)
      await run(program.slice(cut))
      const state = new Map(rows.map((row) => [row.key, row]))
      for (const event of watch(things, { ...selection, resourceVersion: String(revision) }).events) {
        if (event.type === 'DELETED') state.delete(event.row.key)
        else if (event.type !== 'BOOKMARK') state.set(event.row.key, event.row)
      }
      const now = await things.list(selection)
      expect(shown([...state.values()]).sort()).toEqual(shown(now.rows).sort())
      await store.close()
    }),
    { numRuns: 100 },
  )
})
