import { describe, expect, test } from '@jest/globals'
import { parseLabelSelector } from '../../src/meta/index.js'
import { Matcher } from '../../src/store/rows/matcher.js'
import type { StoredRow } from '../../src/store/rows/row.js'
import { Reading, ROWS_PER_TURN } from '../../src/store/rows/scan.js'
import { createTree } from '../../src/store/rows/tree.js'
import { openStore, watch } from './support.js'

const COUNT = ROWS_PER_TURN * 2 + 10
const name = (i: number) => `n/${String(i).padStart(6, '0')}`

/** A store with more objects than are looked at in a turn. */
async function openLarge() {
  const opened = await openStore()
  for (let i = 0; i < COUNT; i += 1) await opened.put(name(i), 'old')
  return opened
}
/** Lets the event loop turn until something is so, and counts the turns. */
async function turnsUntil(done: () => boolean): Promise<number> {
  let turns = 0
  for (; !done(); turns += 1) await new Promise((resolve) => setImmediate(resolve))
  return turns
}

describe('many objects', () => {
  test('are scanned a limited number in each turn, even if none is selected', () => {
    const tree = createTree<StoredRow>()
    let looks = 0
    const row = {
      get labels() {
        looks += 1
        return undefined
      },
    } as unknown as StoredRow
    for (let i = 0; i < COUNT; i += 1) tree.set(name(i), row)
    const reading = new Reading(new Matcher({ labelSelector: parseLabelSelector('a=b') }, true), undefined, 0)
    const seen: number[] = []
    for (let more = true; more; ) {
      const before = looks
      more = reading.readOn({ tree })
      seen.push(looks - before)
    }
    expect(seen).toEqual([ROWS_PER_TURN, ROWS_PER_TURN, 10])
    expect(reading.rows).toEqual([])
  })

  test('are listed as they were at one revision, with writes between the turns', async () => {
    const { things, put, remove, store } = await openLarge()
    const { revision } = store
    let page: Awaited<ReturnType<typeof things.list>> | undefined
    const listing = things.list({}).then((found) => {
      page = found
    })
    let writes = 0
    let looks = 0
    const turns = await turnsUntil(() => {
      if (page) return true
      looks += 1
      // The list has not begun yet.
      if (looks === 1) return false
      void put(name(COUNT - 1 - writes), 'new')
      void put(`n/added-${writes}`)
      writes += 1
      return false
    })
    await listing
    expect(turns).toBeGreaterThan(1)
    expect(page?.revision).toBe(revision)
    expect(page?.rows.map((row) => row.key)).toEqual(Array.from({ length: COUNT }, (_, i) => name(i)))
    expect(page?.rows.filter((row) => row.object.value !== 'old')).toEqual([])
    await remove(name(0))
    expect((await things.list({})).rows.length).toBe(COUNT - 1 + writes)
  })

  test('on a page of more than a turn are followed by the others', async () => {
    const { things, put } = await openLarge()
    const listing = things.list({ limit: ROWS_PER_TURN + 5 })
    await new Promise((resolve) => setImmediate(resolve))
    await put('n/000000-new')
    const first = await listing
    expect(first.remainingItemCount).toBe(COUNT - ROWS_PER_TURN - 5)
    const second = await things.list({ continue: first.continue ?? '' })
    expect([...first.rows, ...second.rows].map((row) => row.key)).toEqual(Array.from({ length: COUNT }, (_, i) => name(i)))
  })

  test('that a watch starts with come in several turns, before all that happens meanwhile', async () => {
    const { things, put, store } = await openLarge()
    const { revision } = store
    const started: number[] = []
    const query = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true }
    const { events, stop } = watch(things, { ...query, onStarted: () => started.push(events.length) })
    expect(events.length).toBe(ROWS_PER_TURN)
    await put(name(COUNT - 1), 'new')
    await turnsUntil(() => started.length > 0)
    expect(started).toEqual([COUNT + 2])
    expect(events.slice(0, COUNT).map((event) => event.type)).toEqual(Array.from({ length: COUNT }, () => 'ADDED'))
    expect(events.slice(COUNT)).toMatchObject([
      { type: 'BOOKMARK', revision, initialEventsEnd: true },
      { type: 'MODIFIED', revision: revision + 1 },
    ])
    stop()
  })

  test('that have changed since a version are sent over several turns, in order', async () => {
    const { things, put } = await openLarge()
    let isStarted = false
    const query = { resourceVersion: '1', onStarted: () => (isStarted = true) }
    const { events } = watch(things, query as never)
    expect(events.length).toBe(ROWS_PER_TURN)
    await put(name(0), 'new')
    expect(events.length).toBe(ROWS_PER_TURN)
    await turnsUntil(() => isStarted)
    const revisions = events.map((event) => event.revision)
    expect(revisions).toEqual([...revisions].sort((left, right) => left - right))
    expect([events.length, events.at(-1)?.type]).toEqual([COUNT + 1, 'MODIFIED'])
  })

  test('are not sent to a watch that has ended', async () => {
    const { things } = await openLarge()
    const { events, stop } = watch(things)
    stop()
    for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(events.length).toBe(ROWS_PER_TURN)
  })
})
