/**
 * Lists and watches by selector over more rows than are looked at one by one, against a plain filter of the whole list.
 */

import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { StoredCollection } from '../../../src/store/collection.js'
import type { Selection } from '../../../src/store/index.js'
import { Matcher } from '../../../src/store/rows/matcher.js'
import { settle } from '../../support/manual-clock.js'
import { openStore, select, shown, watch } from '../support.js'

type Labels = Readonly<Record<string, string>>
type Shown = { readonly key: string; readonly labels: Labels | undefined; readonly fields: Labels | undefined }

/** Selections, and what each of them selects in the most naive way. */
const SELECTIONS: readonly (readonly [Parameters<typeof select>[0], (row: Shown) => boolean])[] = [
  [{ labels: 'l=1' }, ({ labels }) => labels?.l === '1'],
  [{ namespace: 'a', labels: 'l=1' }, ({ key, labels }) => key.startsWith('a/') && labels?.l === '1'],
  [{ labels: 'l in (1,2,none)' }, ({ labels }) => labels?.l === '1' || labels?.l === '2'],
  [{ labels: 'm' }, ({ labels }) => labels?.m !== undefined],
  [{ labels: 'l=1,m=2' }, ({ labels }) => labels?.l === '1' && labels?.m === '2'],
  [{ labels: 'l in (1,2),m!=1' }, ({ labels }) => (labels?.l === '1' || labels?.l === '2') && labels?.m !== '1'],
  [{ labels: 'l=1,l=2' }, () => false],
  [{ labels: 'constructor=x' }, () => false],
  [{ labels: '!l' }, ({ labels }) => labels?.l === undefined],
  [{ fields: 'value=1' }, ({ fields }) => fields?.value === '1'],
  [{ fields: 'value=' }, ({ fields }) => fields?.value === undefined],
  [{ fields: 'metadata.name=00007' }, ({ key }) => key.endsWith('/00007')],
  [
    { namespace: 'b', labels: 'l', fields: 'value=2' },
    (row) => row.key.startsWith('b/') && row.labels?.l !== undefined && row.fields?.value === '2',
  ],
]

const ROWS = 600
const keyOf = (number: number) => `${number % 2 === 0 ? 'a' : 'b'}/${String(number).padStart(5, '0')}`
const someLabels = fc.option(
  fc.record({ l: fc.constantFrom('1', '2', '3'), m: fc.constantFrom('1', '2') }, { requiredKeys: [] }),
  { nil: undefined },
)
const changes = fc.array(
  fc.record({
    number: fc.integer({ min: 0, max: ROWS + 20 }),
    labels: someLabels,
    value: fc.constantFrom('1', '2', 3),
    gone: fc.boolean(),
  }),
  { maxLength: 30 },
)

async function openMany() {
  const opened = await openStore()
  for (let i = 0; i < ROWS; i += 1) await opened.put(keyOf(i), 'other', i % 40 === 0 ? { l: '1', m: '1' } : { l: '9' })
  const collection = opened.things as StoredCollection
  const isIndexed = (index: number) => {
    const matcher = new Matcher(select(SELECTIONS[index]?.[0] ?? {}), true)
    return collection.state.candidates(matcher, opened.store.revision) !== undefined
  }
  const change = async (program: readonly { number: number; labels: Labels | undefined; value: unknown; gone: boolean }[]) => {
    for (const { number, labels, value, gone } of program) {
      const key = keyOf(number)
      if (!gone) await opened.put(key, value, labels && { ...labels })
      else if (opened.things.peek(key)) await opened.remove(key)
    }
  }
  return { ...opened, isIndexed, change }
}

test('lists by selector are the whole list filtered: now, at exact versions, in pages, and where an index is being built', async () => {
  const cuts = fc.record({
    before: changes,
    between: changes,
    after: changes,
    limit: fc.integer({ min: 1, max: 9 }),
    settles: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(cuts, fc.nat(SELECTIONS.length - 1), async ({ before, between, after, limit, settles }, index) => {
      const { things, change, store } = await openMany()
      const [text, isSelected] = SELECTIONS[index] as (typeof SELECTIONS)[number]
      const selection: Selection = select(text)
      const exactly = async (revision: number) => {
        const query = { resourceVersion: String(revision), resourceVersionMatch: 'Exact' }
        const wanted = shown((await things.list(query)).rows.filter(isSelected))
        expect(shown((await things.list({ ...query, ...selection })).rows)).toEqual(wanted)
        return wanted
      }
      const first = store.revision
      await things.list(selection)
      if (settles) await settle()
      await change(before)
      const middle = store.revision
      const page = await things.list({ ...selection, limit })
      const started = watch(things, selection)
      await change(between)
      await settle()
      const wanted = await exactly(middle)
      expect(started.seen.slice(0, wanted.length)).toEqual(wanted.map((row) => `ADDED ${row}`))
      const pages = [...page.rows]
      for (let token = page.continue; token !== undefined; ) {
        const next = await things.list({ ...selection, limit, continue: token })
        pages.push(...next.rows)
        token = next.continue
      }
      expect(shown(pages)).toEqual(wanted)
      await change(after)
      for (const revision of [first, middle, store.revision]) await exactly(revision)
      expect(shown((await things.list(selection)).rows)).toEqual(await exactly(store.revision))
      await store.close()
    }),
    { numRuns: 60, endOnFailure: true },
  )
}, 60_000)

test.each(SELECTIONS.map(([text], index) => [JSON.stringify(text), index] as const))(
  '%s is looked up once its index is built, unless only looking at all rows can tell',
  async (text, index) => {
    const { things, isIndexed } = await openMany()
    expect(isIndexed(index)).toBe(false)
    await things.list(select(SELECTIONS[index]?.[0] ?? {}))
    await settle()
    expect(isIndexed(index)).toBe(!text.includes('!l'))
  },
)

test('a value of many rows is read in the order of keys, without the index', async () => {
  const { things, isIndexed } = await openMany()
  await things.list(select({ labels: 'l=9' }))
  await settle()
  const matcher = new Matcher(select({ labels: 'l=9' }), true)
  expect((things as StoredCollection).state.candidates(matcher, 1)).toBeUndefined()
  expect(isIndexed(0)).toBe(true)
})

test('a state with many changes since is read without an index', async () => {
  const { things, put, isIndexed, store } = await openMany()
  const { revision } = store
  await things.list(select({ labels: 'l=1' }))
  await settle()
  const matcher = new Matcher(select({ labels: 'l=1' }), true)
  for (let i = 0; i <= 1_000; i += 1) await put(keyOf(1), String(i))
  expect((things as StoredCollection).state.candidates(matcher, revision)).toBeUndefined()
  expect(isIndexed(0)).toBe(true)
})

test('an unused index is dropped after ten minutes, and with the store', async () => {
  const { things, clock, store } = await openMany()
  const { indexes } = (things as StoredCollection).view
  await things.list(select({ labels: 'l=1' }))
  await things.list(select({ fields: 'value=1' }))
  await settle()
  expect(indexes.size).toBe(2)
  clock.advance(9 * 60_000)
  await things.list(select({ labels: 'l=1' }))
  clock.advance(60_000)
  expect(indexes.size).toBe(1)
  clock.advance(10 * 60_000)
  expect([indexes.size, clock.pending]).toEqual([0, 0])
  await things.list(select({ labels: 'l=1' }))
  expect(indexes.size).toBe(1)
  store.drop('things')
  expect([indexes.size, clock.pending]).toEqual([0, 0])
})
