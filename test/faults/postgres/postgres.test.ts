import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildServe, removeServe } from '../serve-process.js'
import { postgresFaults, runPostgres } from './postgres-run.js'

const ROUNDS = Object.keys(postgresFaults).length

beforeAll(buildServe)
afterAll(removeServe)

test('replicas over one PostgreSQL keep the model together, whatever happens to it, to their lines, or to one of them', async () => {
  const summary = await runPostgres({ seed: 7, rounds: ROUNDS })
  expect(summary.problems).toEqual([])
  expect(summary).toMatchObject({ rounds: ROUNDS, writesLost: 0, gaps: 0 })
  expect(summary.watchEvents).toBeGreaterThan(summary.writesAcknowledged)
}, 300_000)
