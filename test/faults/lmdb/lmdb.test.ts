import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildServe, removeServe } from '../serve-process.js'
import { runLmdb } from './lmdb-run.js'

beforeAll(buildServe)
afterAll(removeServe)

test('a plane over LMDB that is killed during writes keeps all acknowledged ones, and its watches continue without a gap', async () => {
  const summary = await runLmdb({ seed: 7, rounds: 3 })
  expect(summary.problems).toEqual([])
  // The history before the kill is available to watches, pages and exact reads of the next process.
  expect(summary).toMatchObject({ rounds: 3, writesLost: 0, gaps: 0, expired: 0 })
  expect(summary.writesUnknown).toBeGreaterThan(0)
  expect(summary.watchEvents).toBeGreaterThan(summary.writesAcknowledged)
}, 120_000)
