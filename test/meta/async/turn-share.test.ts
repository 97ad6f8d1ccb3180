import { describe, expect, test } from '@jest/globals'
import { afterThisTurn, laterTurn, TurnShare, whenThereIsTime } from '../../../src/meta/index.js'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('work in turns', () => {
  test('is used up after some milliseconds, and continues with a new share', () => {
    const later: (() => void)[] = []
    let ms = 0
    const share = new TurnShare({ schedule: (callback) => later.push(callback), now: () => ms })
    expect(share.isSpent).toBe(false)
    ms = 1.9
    expect(share.isSpent).toBe(false)
    ms = 2
    expect(share.isSpent).toBe(true)
    let wentOn = false
    share.goOn(() => {
      wentOn = true
    })
    expect(wentOn).toBe(false)
    later[0]?.()
    expect([wentOn, share.isSpent]).toEqual([true, false])
  })

  test('gets a new share in the same turn by begin()', () => {
    let ms = 0
    const share = new TurnShare({ schedule: (callback) => callback(), now: () => ms, ms: 10 })
    ms = 9
    expect(share.isSpent).toBe(false)
    ms = 10
    expect(share.isSpent).toBe(true)
    share.begin()
    ms = 19
    expect(share.isSpent).toBe(false)
  })

  test('of many callers continues in order, and later callers are last', async () => {
    const called: string[] = []
    for (const name of ['a', 'b', 'c']) {
      afterThisTurn(() => {
        called.push(name)
        if (name === 'a') afterThisTurn(() => called.push('later'))
      })
    }
    expect(called).toEqual([])
    while (called.length < 4) await turn()
    expect(called).toEqual(['a', 'b', 'c', 'later'])
  })

  test('of which one caller uses a whole turn continues for the others in the next one', async () => {
    const called: string[] = []
    afterThisTurn(() => {
      spendMs(4)
      called.push('a')
    })
    afterThisTurn(() => called.push('b'))
    let between = 0
    while (called.length < 2) {
      await turn()
      if (called.length === 1) between += 1
    }
    expect([called, between]).toEqual([['a', 'b'], 1])
  })

  test('of callers that wait for promises counts what they do when these are settled', async () => {
    const called: string[] = []
    const work = async (name: string) => {
      await laterTurn()
      await Promise.resolve()
      spendMs(4)
      called.push(name)
    }
    const all = Promise.all(['a', 'b', 'c'].map(work))
    const seen: string[] = []
    while (called.length < 3) {
      await turn()
      seen.push(called.join(''))
    }
    await all
    expect([...new Set(seen.filter((names) => names !== ''))]).toEqual(['a', 'ab', 'abc'])
  })

  test('of one user waits for that of others, however much of it waits', async () => {
    const called: string[] = []
    for (const name of ['a1', 'a2', 'a3', 'b1']) afterThisTurn(() => called.push(name), name.charAt(0))
    while (called.length < 4) await turn()
    expect(called).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  test('of requests waits for another turn once those of this turn took long', async () => {
    await turn()
    expect(whenThereIsTime('a')).toBeUndefined()
    spendMs(26)
    await expect(whenThereIsTime('a')).resolves.toBeUndefined()
    await turn()
    expect(whenThereIsTime('a')).toBeUndefined()
  })

  test('of requests that wait comes before that of later ones, which find time in the turn', async () => {
    await turn()
    const called: string[] = []
    const work = (name: string) => {
      const waiting = whenThereIsTime('a')
      const begin = () => {
        called.push(name)
        spendMs(15)
      }
      return waiting ? waiting.then(begin) : begin()
    }
    const earlier = ['1', '2', '3', '4', '5'].map(work)
    await turn()
    await Promise.all([...earlier, work('later')])
    expect(called).toEqual(['1', '2', '3', '4', '5', 'later'])
  })
})

function spendMs(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
