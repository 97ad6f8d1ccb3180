import { expect, test } from '@jest/globals'
import { atOnce, inTurns, type Pausing, TurnShare } from '../../../src/meta/index.js'

function* counting(log: string[]): Pausing<number> {
  for (let step = 0; step < 4; step++) {
    log.push(`step ${step}`)
    yield
  }
  return 42
}

test('atOnce runs work synchronously, ignoring its pauses', () => {
  const log: string[] = []
  expect([atOnce(counting(log)), log.length]).toEqual([42, 4])
})

test('the event loop runs at the pauses of work that has used its share', async () => {
  const log: string[] = []
  let now = 0
  // Each look at the time is a millisecond later.
  const share = new TurnShare({ now: () => now++, ms: 2, schedule: (callback) => setImmediate(callback) })
  setImmediate(() => log.push('others'))
  expect(await inTurns(counting(log), share)).toBe(42)
  expect(log.indexOf('others')).toBeGreaterThan(0)
  expect(log.indexOf('others')).toBeLessThan(log.indexOf('step 3'))
})

test('an error of work is thrown in whichever turn it occurs', async () => {
  function* failing(): Pausing<void> {
    yield
    throw new Error('broken')
  }
  await expect(inTurns(failing())).rejects.toThrow('broken')
})
