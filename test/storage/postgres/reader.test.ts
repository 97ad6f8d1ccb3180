import { expect, test } from '@jest/globals'
import { systemClock } from '../../../src/meta/index.js'
import { Listeners } from '../../../src/storage/postgres/listeners.js'
import { Reader } from '../../../src/storage/postgres/reader.js'
import type { Server } from '../../../src/storage/postgres/server.js'
import type { Row } from '../../../src/storage/postgres/wire.js'

/** A fake of the schema's functions over a log of five commits; the test controls when they return. */
function startLog() {
  const waiting: (() => void)[] = []
  const rowsAfter = (from: number): Row[] => {
    const left = [1, 2, 3, 4, 5].filter((revision) => revision > from)
    return left.length > 0 ? left.map((revision) => [5, 0, 0, revision, `/k${revision}`, null, true, 1, 1]) : [NOTHING_NEW]
  }
  const session = {
    isPooled: true,
    query: async (text: string, [from]: readonly unknown[]): Promise<readonly Row[]> => {
      if (!text.includes('changes_after')) return [[5, 0, 0, '00000001']]
      await new Promise<void>((resolve) => waiting.push(resolve))
      return rowsAfter(Number(from))
    },
    script: async () => {},
    confirmed: <T>(run: () => Promise<T>) => run(),
    end: async () => {
      for (const answer of waiting.splice(0)) answer()
    },
    destroy: () => {},
  }
  const settings = { clock: systemClock, timeoutMs: 5_000, confirmReads: 'quorum', schema: 'binnacle' }
  const server = { settings, connect: async () => session } as unknown as Server
  const turns = () => new Promise((resolve) => setTimeout(resolve, 10))
  return {
    server,
    /** Completes the query in flight, once there is one. */
    async answer() {
      while (waiting.length === 0) await turns()
      waiting.shift()?.()
      await turns()
    },
    turns,
  }
}

const NOTHING_NEW: Row = [5, 0, 0, null, null, null, null, null, null]

test('a read of the newest revision waits for followers that were added meanwhile from an older one', async () => {
  const log = startLog()
  const listeners = new Listeners(systemClock)
  const reader = new Reader(log.server, listeners)
  // Its first read of the log.
  await log.answer()
  const heard: number[] = []
  let newest: number | undefined
  const asked = reader.ask().then((head) => {
    newest = head
    return heard.length
  })
  await log.turns()
  // A state that was loaded some time ago, as after a failover, at a replica with immediate reads.
  listeners.add(
    3,
    ({ revision }) => heard.push(revision),
    () => {},
  )
  await log.answer()
  expect(newest).toBeUndefined()
  await log.answer()
  expect(await asked).toBe(2)
  expect({ newest, heard }).toEqual({ newest: 5, heard: [4, 5] })
  await reader.close()
})
