import { expect, test } from '@jest/globals'
import { atOnce, inTurns, type Pausing, TurnShare } from '../../../src/meta/index.js'

function* counting(log: string[]): Pausing<number> {
  for (let step = 0; step < 4; step++) {
    log.push(`step ${step}`)
    yield
  }
  return 42
}

test('work is done at once, pauses or not', () => {
  const log: string[] = []
  expect([atOnce(counting(log)), log.length]).toEqual([42, 4])
})

test('others have their turns at the pauses of work, once its share is spent', async () => {
  const log: string[] = []
  let now = 0
  // Each look at the time is a millisecond later.
  const share = new TurnShare({ now: () => now++, ms: 2, schedule: (callback) => setImmediate(callback) })
  setImmediate(() => log.push('others'))
  expect(await inTurns(counting(log), share)).toBe(42)
  expect(log.indexOf('others')).toBeGreaterThan(0)
  expect(log.indexOf('others')).toBeLessThan(log.indexOf('step 3'))
})

test('work that fails fails in whichever turn it is', async () => {
  function* failing(): Pausing<void> {
    yield
    throw new Error('broken')
  }
  await expect(inTurns(failing())).rejects.toThrow('broken')
})
