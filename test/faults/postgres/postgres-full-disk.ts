/**
 * Three replicas over a PostgreSQL whose disk is filled by another program's table, and then freed.
 */

import { problemsOf, startStorm } from '../../storage/postgres/storm.js'
import { ask, openReplica, startOnSmallDisk, until } from '../../storage/postgres/support.js'
import { lcg, pause } from '../clients/scene.js'
import type { RunOptions } from '../run.js'

/** The result of a run. */
export interface FullDiskSummary {
  readonly rounds: number
  readonly writesAcknowledged: number
  /** Number of responses to writes, by status. */
  readonly refusals: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

/** In each round, fills the disk, lets the writers continue for a while, and frees space. */
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
      // If the write-ahead log had no space, the server has crashed, and restarts by itself.
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

/** Fills the disk with an unlogged table: first with rows of a mebibyte, then page by page. */
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
