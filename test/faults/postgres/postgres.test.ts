import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildServe, removeServe } from '../serve-process.js'
import { postgresFaults, runPostgres } from './postgres-run.js'

const ROUNDS = Object.keys(postgresFaults).length

beforeAll(buildServe)
afterAll(removeServe)

test('replicas over one PostgreSQL satisfy the model through failures of the database, of their connections, and of a replica', async () => {
  const summary = await runPostgres({ seed: 7, rounds: ROUNDS })
  expect(summary.problems).toEqual([])
  expect(summary).toMatchObject({ rounds: ROUNDS, writesLost: 0, gaps: 0 })
  expect(summary.watchEvents).toBeGreaterThan(summary.writesAcknowledged)
}, 300_000)
