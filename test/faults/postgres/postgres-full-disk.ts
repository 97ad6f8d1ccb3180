/**
 * Three replicas over a PostgreSQL whose disk fills up, by another program's table, and has room again.
 */

import { problemsOf, startStorm } from '../../storage/postgres/storm.js'
import { ask, openReplica, startOnSmallDisk, until } from '../../storage/postgres/support.js'
import { lcg, pause } from '../clients/scene.js'
import type { RunOptions } from '../run.js'

/** What a run found. */
export interface FullDiskSummary {
  readonly rounds: number
  readonly writesAcknowledged: number
  /** How often each status was answered to a write. */
  readonly refusals: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

/** Fills the disk, lets the writers go on for a while, and makes room again, in each round. */
export async function runFullDisk({
  seed,
  rounds = Number.POSITIVE_INFINITY,
  ms = Number.POSITIVE_INFINITY,
}: RunOptions): Promise<FullDiskSummary> {
  const random = lcg(seed)
  const end = performance.now() + ms
  const { url, stop } = await startOnSmallDisk('160m')
  const replicas = [await openReplica({ url }), await openReplica({ url }), await openReplica({ url })]
  let round = 0
  try {
    const storm = startStorm(replicas, seed)
    for (; round < rounds && performance.now() < end; round += 1) {
      const { size } = storm.acknowledged
      await until(() => storm.acknowledged.size > size + 50)
      await fill(url)
      await pause(200 + random() * 500)
      // Where it was the write-ahead log that found no room, the server has ended, and starts again by itself.
      await until(() =>
        ask(url, 'drop table if exists ballast').then(
          () => true,
          () => false,
        ),
      )
    }
    await storm.end()
    const refusals = Object.fromEntries(storm.codes)
    return { rounds: round, writesAcknowledged: storm.acknowledged.size, refusals, problems: problemsOf(replicas, storm) }
  } finally {
    await Promise.all(replicas.map(({ storage }) => storage.close()))
    await stop()
  }
}

/** Fills the disk with a table that is not in the write-ahead log: by the mebibyte, and in the end by the page. */
async function fill(url: string): Promise<void> {
  await ask(url, 'create unlogged table ballast (bytes text)')
  await ask(url, 'alter table ballast alter column bytes set storage plain')
  for (const rows of [200, 1]) {
    for (let isOver = false; !isOver; ) {
      const text = `insert into ballast select repeat('x', 7000) from generate_series(1, ${rows})`
      isOver = await ask(url, text).then(
        () => false,
        () => true,
      )
    }
  }
}
