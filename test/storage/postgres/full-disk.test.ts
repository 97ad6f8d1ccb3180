/**
 * A full disk of PostgreSQL. Needs the program `unshare`, see tools/programs.mjs.
 */

import { expect, test } from '@jest/globals'
import { runFullDisk } from '../../faults/postgres/postgres-full-disk.js'

test('while the disk of PostgreSQL is full, writes are refused with 507 and not stored, and nothing acknowledged is lost', async () => {
  const { problems, refusals, rounds } = await runFullDisk({ seed: 5, rounds: 2 })
  expect(problems).toEqual([])
  expect(rounds).toBe(2)
  expect(refusals['507']).toBeGreaterThan(0)
}, 120_000)
