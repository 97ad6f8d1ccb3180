import { describe, expect, test } from '@jest/globals'
import { controller, informer } from '../../src/client/index.js'
import { testPlane } from '../../src/testing/index.js'
import { CONFIG_MAPS } from './widget.js'

/** Three watches of the same objects, and who heard what in which order. */
async function heard(seed: number): Promise<readonly string[]> {
  const plane = await testPlane({ seed, shuffleDeliveries: true })
  const maps = plane.client().resource(CONFIG_MAPS)
  const told: string[] = []
  for (const who of ['a', 'b', 'c']) {
    informer(maps).changes.subscribe(({ type, object: { metadata } }) => told.push(`${who} ${type} ${metadata.name}`))
  }
  await plane.settled()
  for (const name of ['1', '2', '3', '4']) await maps.namespace('default').create({ metadata: { name } })
  await maps.namespace('default').delete('2')
  await plane.settled()
  await plane.close()
  return told
}

describe('shuffled deliveries', () => {
  test('deliver everything to every watch in order, for every seed', async () => {
    const order = ['ADDED 1', 'ADDED 2', 'ADDED 3', 'ADDED 4', 'DELETED 2']
    for (let seed = 1; seed <= 20; seed++) {
      const told = await heard(seed)
      for (const who of ['a', 'b', 'c']) {
        expect(told.filter((line) => line.startsWith(who)).map((line) => line.slice(2))).toEqual(order)
      }
    }
  })

  test('are the same for the same seed, and differ for others', async () => {
    const first = await heard(5)
    expect(await heard(5)).toEqual(first)
    const orders = new Set<string>()
    for (let seed = 1; seed <= 10; seed++) orders.add((await heard(seed)).join())
    expect(orders.size).toBeGreaterThan(5)
  })

  test('delay watch events after writes, and settled() waits for them', async () => {
    const plane = await testPlane({ shuffleDeliveries: true })
    const maps = plane.client().resource(CONFIG_MAPS)
    const held = informer(maps)
    await plane.settled()
    const sizes: number[] = []
    for (let n = 0; n < 20; n++) {
      await maps.namespace('default').create({ metadata: { name: `m${n}` } })
      sizes.push(held.size)
    }
    expect(sizes.some((size, n) => size < n + 1)).toBe(true)
    await plane.settled()
    expect(held.size).toBe(20)
    await plane.close()
  })

  test('end with their watches', async () => {
    const plane = await testPlane({ shuffleDeliveries: true })
    const maps = plane.client().resource(CONFIG_MAPS)
    const held = informer(maps)
    await plane.settled()
    void maps.namespace('default').create({ metadata: { name: 'a' } })
    held.stop()
    await plane.settled()
    expect(held.size).toBe(0)
    await plane.close()
  })

  test('make a whole run repeat: two controllers that disagree leave the same history', async () => {
    const run = async (seed: number) => {
      const plane = await testPlane({ seed, shuffleDeliveries: true })
      const told: string[] = []
      for (const user of ['left', 'right']) {
        const maps = plane.client({ user }).resource(CONFIG_MAPS)
        controller({
          for: maps,
          concurrency: 2,
          reconcile: async (map) => {
            const { turns = '0' } = (map.data ?? {}) as { turns?: string }
            told.push(`${user} ${map.metadata.name} ${turns}`)
            if (Number(turns) < 5) await maps.update({ ...map, data: { turns: String(Number(turns) + 1), by: user } })
          },
        })
      }
      const maps = plane.client().resource(CONFIG_MAPS).namespace('default')
      await Promise.all(['x', 'y'].map((name) => maps.create({ metadata: { name } })))
      await plane.advance(10_000)
      const lines = plane.history().map(({ user, verb, name, code }) => `${user} ${verb} ${name} ${code}`)
      const turns = (await maps.list()).items.map(({ data }) => (data as { turns: string }).turns)
      await plane.close()
      return { told, lines, turns }
    }
    await run(0) // what is loaded with the first write is there from now on
    const first = await run(3)
    expect(await run(3)).toEqual(first)
    expect(first.turns).toEqual(['5', '5'])
    expect((await run(4)).told).not.toEqual(first.told)
  })
})
