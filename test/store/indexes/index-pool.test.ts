import { beforeEach, describe, expect, test } from '@jest/globals'
import { parseLabelSelector } from '../../../src/meta/index.js'
import { CollectionIndexes } from '../../../src/store/indexes/collection-indexes.js'
import { IndexPool } from '../../../src/store/indexes/index-pool.js'
import { Matcher } from '../../../src/store/rows/matcher.js'
import type { StoredRow } from '../../../src/store/rows/row.js'
import { createTree } from '../../../src/store/rows/tree.js'
import { ManualClock, settle } from '../../support/manual-clock.js'

const ROWS = 5_000
const rowOf = (labels: Record<string, string>) => ({ labels }) as unknown as StoredRow
const keyOf = (number: number) => `n/${String(number).padStart(5, '0')}`
const rows = createTree<StoredRow>()
for (let i = 0; i < ROWS; i += 1) rows.set(keyOf(i), rowOf({ own: `v${i}`, few: String(i % 10), other: String(i % 10) }))

let clock: ManualClock
beforeEach(() => {
  clock = new ManualClock()
})
/** So many turns as building takes that shares them with others. */
const build = async () => {
  for (let i = 0; i < 100; i += 1) await settle()
}
const ask = (indexes: CollectionIndexes, labels: string) =>
  indexes.find(new Matcher({ labelSelector: parseLabelSelector(labels) }, true), () => ROWS)

describe('the indexes of a store', () => {
  test('have a memory limit: one that would use all of it is discarded, and not built again', async () => {
    const pool = new IndexPool(clock, 200_000)
    const indexes = new CollectionIndexes({ rows, pool })
    ask(indexes, 'own=v1')
    await build()
    expect(ask(indexes, 'own=v1')).toBeUndefined()
    expect(pool.size).toBe(1)
    ask(indexes, 'few=1')
    await build()
    expect(ask(indexes, 'few=1')).toHaveLength(1)
    // It is tried again when it has gone for want of use.
    clock.advance(10 * 60_000)
    expect(pool.size).toBe(0)
  })

  test('are evicted when they were not used recently', async () => {
    const pool = new IndexPool(clock, 100_000)
    const indexes = new CollectionIndexes({ rows, pool })
    ask(indexes, 'few=1')
    await build()
    expect(ask(indexes, 'few=1')).toHaveLength(1)
    clock.advance(61_000)
    ask(indexes, 'other=1')
    await build()
    expect(ask(indexes, 'other=1')).toHaveLength(1)
    expect(pool.size).toBe(1)
  })

  test('are 32: a client with ever new labels does not evict what others use', async () => {
    const pool = new IndexPool(clock)
    const indexes = new CollectionIndexes({ rows, pool })
    for (let i = 0; i < 40; i += 1) ask(indexes, `label-${i}=x`)
    await build()
    expect(pool.size).toBe(32)
    expect(ask(indexes, 'label-1=x')).toEqual([])
    expect(ask(indexes, 'label-39=x')).toBeUndefined()
    clock.advance(61_000)
    ask(indexes, 'label-39=x')
    await build()
    expect(ask(indexes, 'label-39=x')).toEqual([])
    expect(pool.size).toBe(32)
  })

  test('of one selection are four at most', () => {
    const pool = new IndexPool(clock)
    ask(new CollectionIndexes({ rows, pool }), 'a=1,b=1,c=1,d=1,e=1,f=1')
    expect(pool.size).toBe(4)
  })
})
