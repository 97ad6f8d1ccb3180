import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createMemoryStorage } from '../../../src/storage/index.js'
import { createStore } from '../../../src/store/index.js'
import { type Allocation, type ByteRange, bytesAt, type Slab, SlabAllocator } from '../../../src/store/rows/slab-allocator.js'
import { object, openStore, writer } from '../support.js'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

class Owner implements Allocation {
  slab: Slab
  start: number
  end: number
  moves = 0

  constructor({ slab, start, end }: ByteRange) {
    this.slab = slab
    this.start = start
    this.end = end
  }

  get value(): Uint8Array {
    return bytesAt(this)
  }

  move({ slab, start, end }: ByteRange): void {
    this.slab = slab
    this.start = start
    this.end = end
    this.moves += 1
  }
}

function allocated(slabs: SlabAllocator, content: string): Owner {
  const owner = new Owner(slabs.encode(content))
  slabs.register(owner)
  return owner
}

/** An allocator whose small first slab is full. */
function afterFirst(): SlabAllocator {
  const slabs = new SlabAllocator()
  allocated(slabs, 'x'.repeat(8 * 1024))
  return slabs
}

/** Bytes of all buffers that arrays are in, each counted once. */
const bytesBehind = (values: Iterable<Uint8Array>): number =>
  [...new Set([...values].map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0)

const valuesOf = (owners: Iterable<Owner>) => [...owners].map(({ value }) => value)

describe('slabs', () => {
  test('give back what was put in, whatever the text and its length', () => {
    const slabs = new SlabAllocator()
    const texts = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', minLength: 2_000, maxLength: 9_000 })),
    )
    fc.assert(
      fc.property(texts, (written) => {
        const encoded = written.map((content) => bytesAt(slabs.encode(content)))
        expect(encoded.map(text)).toEqual(written)
        expect(encoded.map((bytes) => text(bytesAt(slabs.copy(bytes))))).toEqual(written)
      }),
      { numRuns: 10 },
    )
  })

  test('begin with a small one, for planes with few objects', () => {
    const slabs = new SlabAllocator()
    const few = Array.from({ length: 8 }, () => allocated(slabs, 'x'.repeat(1_000)))
    expect(bytesBehind(valuesOf(few))).toBe(8 * 1024)
    expect(allocated(slabs, '€'.repeat(4_000)).slab.bytes.length).toBe(64 * 1024)
    expect(allocated(new SlabAllocator(), '€'.repeat(4_000)).slab.bytes.length).toBe(64 * 1024)
  })

  test('are shared by small values, and not used for large ones', () => {
    const slabs = afterFirst()
    const small = Array.from({ length: 60 }, () => allocated(slabs, 'x'.repeat(1_000)))
    expect(new Set(small.map(({ slab }) => slab)).size).toBe(1)
    const large = allocated(slabs, 'x'.repeat(10_000))
    expect([large.value.buffer.byteLength, large.moves]).toEqual([10_000, 0])
    slabs.free(large)
  })

  test('are emptied when less than half of them is current, and never written over', () => {
    const slabs = afterFirst()
    const owners = Array.from({ length: 100 }, (_, i) => allocated(slabs, String(i).padStart(1_000, '.')))
    const first = owners.filter(({ slab }) => slab === owners[0]?.slab)
    const old = first.map(({ value }) => value)
    for (const owner of first.slice(0, 33)) slabs.free(owner)
    const [gone, kept] = [first.slice(0, 33), first.slice(33)]
    expect(gone.every(({ moves }) => moves === 0)).toBe(true)
    expect(kept.every(({ moves, slab }) => moves === 1 && slab !== gone[0]?.slab)).toBe(true)
    for (let i = 0; i < 1_000; i++) slabs.free(allocated(slabs, 'y'.repeat(1_000)))
    expect(old.map(text)).toEqual(first.map((_, i) => String(i).padStart(1_000, '.')))
    expect(kept.map(({ value }) => text(value))).toEqual(old.slice(33).map(text))
  })

  test('are not retained by one value among many freed ones', () => {
    const slabs = new SlabAllocator()
    const staying: Owner[] = []
    for (let i = 0; i < 50_000; i++) {
      const owner = allocated(slabs, 'x'.repeat(1_000))
      if (i % 50 === 0) staying.push(owner)
      else slabs.free(owner)
    }
    expect(bytesBehind(valuesOf(staying))).toBeLessThan(2 * 1_000 * 1_000 + 2 * 65_536)
  })

  test.each(['x', 'é', '€'])(
    'are not retained by texts of any length, of letters such as %s, among many freed ones',
    (letter) => {
      const slabs = new SlabAllocator()
      const staying: Owner[] = []
      for (let i = 0; i < 2_000; i++) {
        const owner = allocated(slabs, letter.repeat(i % 50 === 0 ? 5_000 : 500 + i))
        if (i % 50 === 0) staying.push(owner)
        else slabs.free(owner)
      }
      const bytes = staying.reduce((sum, { value }) => sum + value.length, 0)
      expect(bytesBehind(valuesOf(staying))).toBeLessThan(2 * bytes + 2 * 65_536)
      expect(staying.every(({ value }) => text(value) === letter.repeat(5_000))).toBe(true)
    },
  )

  test('are not kept by owners that are registered late, or by ranges that are discarded', () => {
    const slabs = new SlabAllocator()
    const late: Owner[] = []
    for (let i = 0; i < 10_000; i++) {
      const range = slabs.encode('x'.repeat(1_000))
      if (i % 50 === 0) late.push(new Owner(range))
      else slabs.discard(range)
    }
    for (const owner of late) slabs.register(owner)
    expect(bytesBehind(valuesOf(late))).toBeLessThan(2 * 200 * 1_000 + 2 * 65_536)
  })

  test('take twice what is current at most, however often it is updated, and move as much as was updated at most', () => {
    const slabs = new SlabAllocator()
    const current = Array.from({ length: 1_000 }, () => allocated(slabs, 'x'.repeat(900)))
    let [seed, moves] = [1, 0]
    for (let i = 0; i < 300_000; i++) {
      seed = (seed * 48_271) % 2_147_483_647
      const at = seed % 1_000
      const before = current[at] as Owner
      current[at] = allocated(slabs, 'x'.repeat(900))
      slabs.free(before)
      moves += before.moves
    }
    expect(bytesBehind(valuesOf(current))).toBeLessThan(2 * 1_000 * 900 + 2 * 65_536)
    expect(moves).toBeLessThan(300_000)
  })
})

describe('bytes of rows', () => {
  const valuesIn = async ({ load }: { load: () => Promise<{ entries: unknown }> }) =>
    (await load()).entries as readonly { readonly key: string; readonly value: Uint8Array }[]

  test('stay the same for the holder of a row while others are allocated and freed', async () => {
    const { put, remove, things } = await openStore()
    const row = await put('a/kept', 'kept')
    const [before, history] = [text(row.json()), things.peek('a/kept')]
    for (let i = 0; i < 2_000; i++) await put(`a/${i % 7}`, 'x'.repeat(500))
    expect([text(row.json()), things.peek('a/kept')]).toEqual([before, history])
    await remove('a/kept')
    for (let i = 0; i < 2_000; i++) await put(`a/${i % 7}`, 'y'.repeat(500))
    expect(text(row.json())).toBe(before)
  })

  test('are one array with those in the storage, which follows them when they move', async () => {
    const { put, storage } = await openStore()
    for (let i = 0; i < 200; i++) await put(`a/${i}`, 'x'.repeat(800))
    for (let i = 0; i < 20_000; i++) await put(`a/${i % 20}`, 'y'.repeat(800))
    const entries = await valuesIn({ load: () => storage.load() })
    expect(bytesBehind(entries.map(({ value }) => value))).toBeLessThan(2 * 200 * 900 + 2 * 65_536)
    for (const { key, value } of entries) {
      const number = Number(key.slice('/things/a/'.length))
      expect(JSON.parse(text(value)).value).toBe((number < 20 ? 'y' : 'x').repeat(800))
    }
  })

  test('of conflicting writes take no room', async () => {
    const { put, things, storage } = await openStore()
    for (let i = 0; i < 50; i++) {
      await put(`a/${i}`)
      for (let n = 0; n < 200; n++) await things.put(`a/${i}`, 99_999, object(`a/${i}`, 'z'.repeat(500)))
    }
    const entries = await valuesIn({ load: () => storage.load() })
    expect(bytesBehind(entries.map(({ value }) => value))).toBeLessThanOrEqual(2 * 65_536)
  })

  test('are copied from where the storage has them, so that they do not keep a larger buffer', async () => {
    const storage = createMemoryStorage()
    const page = new TextEncoder().encode(JSON.stringify(object('a/x', 'v')).padEnd(1_000_000))
    const value = page.subarray(0, JSON.stringify(object('a/x', 'v')).length)
    await storage.commit({ key: '/things/a/x', expectedRevision: 0, value })
    const things = (await createStore({ storage })).collection({ prefix: 'things', namespaced: true })
    await storage.commit({ key: '/things/a/y', expectedRevision: 0, value })
    const entries = await valuesIn({ load: () => storage.load() })
    expect(bytesBehind(entries.map((entry) => entry.value))).toBe(8 * 1024)
    expect(things.peek('a/x')?.object.value).toBe('v')
  })

  test('stay whole when a type is dropped and registered again', async () => {
    const { store, put, storage } = await openStore()
    for (let i = 0; i < 300; i++) await put(`a/${i}`, `${i}`.padStart(500, '.'))
    store.drop('things')
    const again = store.collection({ prefix: 'things', namespaced: true })
    const more = writer(again)
    for (let i = 0; i < 3_000; i++) await more.put(`a/${i % 100}`, 'x'.repeat(500))
    for (let i = 100; i < 300; i++) expect(again.peek(`a/${i}`)?.object.value).toBe(`${i}`.padStart(500, '.'))
    const entries = await valuesIn({ load: () => storage.load() })
    expect(bytesBehind(entries.map(({ value }) => value))).toBeLessThan(2 * 300 * 600 + 2 * 65_536)
  })
})
