import { expect, test } from '@jest/globals'
import { Compactor } from '../../../src/storage/postgres/compactor.js'
import { postgresSettings } from '../../../src/storage/postgres/options.js'
import type { Server } from '../../../src/storage/postgres/server.js'

/** A compactor whose clock can be set, and what it did. */
function compactorAt(start: number) {
  const clock = { time: start }
  const pauses: number[] = []
  const done = { steps: 0, stepMs: 0 }
  const settings = postgresSettings({
    url: 'postgres://127.0.0.1/plane',
    compactionIntervalSeconds: 60,
    clock: {
      now: () => clock.time,
      setTimeout: (callback, delayMs) => {
        pauses.push(delayMs)
        queueMicrotask(callback)
        return () => {}
      },
    },
  })
  const session = {
    query: async () => {
      done.steps += 1
      clock.time += done.stepMs
      return [[done.steps % 2 === 0 ? null : 1]]
    },
    end: async () => {},
  }
  const compactor = new Compactor({ settings, connect: async () => session } as unknown as Server)
  return { compactor, clock, pauses, done }
}

test('PostgreSQL is compacted once in an interval, also after the clock was set back', async () => {
  const { compactor, clock, done } = compactorAt(1_000_000_000)
  await compactor.compact(2)
  await compactor.compact(3)
  expect(done.steps).toBe(2)
  clock.time -= 500_000_000
  await compactor.compact(4)
  expect(done.steps).toBe(2)
  clock.time += 60_000
  await compactor.compact(5)
  expect(done.steps).toBe(4)
})

test('the pause between two steps is an interval at most, even when the clock was set forward during one', async () => {
  const { compactor, pauses, done } = compactorAt(0)
  done.stepMs = 500_000_000
  await compactor.compact(2)
  expect(pauses).toEqual([60_000])
})
