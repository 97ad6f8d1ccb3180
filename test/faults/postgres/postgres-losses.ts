/**
 * Failovers of PostgreSQL that lose commits: a lagging standby is promoted, or a backup is restored. Replicas have to detect it.
 */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentOf, type Storm, startStorm } from '../../storage/postgres/storm.js'
import { ask, openReplica, type Postgres, type Replica, startPostgres, text, until } from '../../storage/postgres/support.js'
import { lcg, pause } from '../clients/scene.js'
import type { RunOptions } from '../run.js'

/** The result of a run. */
export interface LossSummary {
  readonly rounds: number
  readonly writesAcknowledged: number
  /** Acknowledged writes that were lost, and reported by a new era. */
  readonly writesLostAndTold: number
  readonly problems: readonly string[]
}

/** Time for replicas to catch up at the end of a storm, in milliseconds. */
const LONGEST_MS = 500
/** Maximum duration of a failover, in milliseconds. */
const TIMEOUT_MS = 60_000

/** Causes one of the two in each round, alternating. */
export async function runPostgresLosses({
  seed,
  rounds = Number.POSITIVE_INFINITY,
  ms = Number.POSITIVE_INFINITY,
}: RunOptions): Promise<LossSummary> {
  const random = lcg(seed)
  const end = performance.now() + ms
  const [problems, totals]: [string[], { acknowledged: number; lost: number }] = [[], { acknowledged: 0, lost: 0 }]
  let primary = await startPostgres()
  let standby = await startPostgres({ copyOf: primary })
  const url = `postgresql://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`
  const replicas = [await openReplica({ url }), await openReplica({ url }), await openReplica({ url })]
  let round = 0
  try {
    for (; round < rounds && performance.now() < end; round += 1) {
      // A replica that is still loading has no position to lose.
      await until(() => replicas.every(({ isFollowing }) => isFollowing))
      const before = replicas.map(({ lost }) => lost)
      const storm = startStorm(replicas, seed + round)
      await pause(100 + random() * LONGEST_MS)
      if (round % 2 === 0) {
        // The WAL receiver is disconnected first, so that later commits are lost.
        await ask(standby.url, "alter system set primary_conninfo = ''")
        await ask(standby.url, 'select pg_reload_conf()')
        await pause(50 + random() * LONGEST_MS)
        await primary.kill()
        standby.promote()
        const [old, next] = [primary, standby]
        primary = next
        await allLost(replicas, before)
        await old.stop()
        standby = await startPostgres({ copyOf: next, port: old.port })
      } else {
        await restoreBackup(primary, storm, 50 + random() * LONGEST_MS)
        await allLost(replicas, before)
        await standby.stop()
        standby = await startPostgres({ copyOf: primary, port: standby.port })
      }
      await pause(random() * LONGEST_MS)
      await storm.end()
      await until(() => replicas.every(({ isFollowing }) => isFollowing))
      await Promise.all(replicas.map(({ storage }) => storage.revision()))
      totals.acknowledged += storm.acknowledged.size
      totals.lost += await judge(round, { primary, replicas, storm, problems })
    }
  } finally {
    await Promise.all(replicas.map(({ storage }) => storage.close()))
    await Promise.all([primary, standby].map((server) => server.stop()))
  }
  return { rounds: round, writesAcknowledged: totals.acknowledged, writesLostAndTold: totals.lost, problems }
}

/** Waits until all replicas have reported the loss of their position. */
async function allLost(replicas: readonly Replica[], before: readonly number[]): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  const isTold = ({ lost }: Replica, at: number) => lost > (before[at] as number)
  await until(() => replicas.every(isTold) || performance.now() > end)
  for (const [at, replica] of replicas.entries())
    if (!isTold(replica, at))
      throw new Error(`replica ${at} was not told that it has lost its place; it knows ${replica.changes.length} changes`)
}

/** Takes a backup, waits for later commits, and restores it while the replicas run. */
async function restoreBackup(server: Postgres, { acknowledged }: Storm, ms: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-backup-'))
  const copy = (from: string, to: string) => cpSync(from, to, { recursive: true, preserveTimestamps: true })
  await server.end()
  copy(server.data, folder)
  const before = acknowledged.size
  await server.restart()
  // Without later commits there would be no loss to detect.
  await until(() => acknowledged.size > before)
  await pause(ms)
  await server.end()
  rmSync(server.data, { recursive: true })
  copy(folder, server.data)
  server.own()
  await server.restart()
  rmSync(folder, { recursive: true })
}

interface Scene {
  readonly primary: Postgres
  readonly replicas: readonly Replica[]
  readonly storm: Storm
  readonly problems: string[]
}

/** Compares acknowledged writes and received changes with the log. @returns Number of lost acknowledged writes. */
async function judge(round: number, { primary, replicas, storm, problems }: Scene): Promise<number> {
  const rows = await ask(
    primary.url,
    "select revision::text, key, removed, convert_from(value, 'UTF8') as value from binnacle.log",
  )
  const log = new Map(rows.map(({ revision, key, value }) => [Number(revision), value === null ? `${key} removed` : value]))
  const [meta] = await ask(primary.url, 'select era_start::text, era_before::text from binnacle.meta')
  const [start, before] = [Number(meta?.era_start), Number(meta?.era_before)]
  const say = (text: string) => problems.push(`round ${round}: ${text}`)
  let lost = 0
  for (const [revision, value] of storm.acknowledged) {
    if (log.get(revision) === value) continue
    lost += 1
    // A write is lost if no revision of the current history corresponds to it.
    if (revision <= before || revision >= start) say(`revision ${revision} = ${value} is lost, and no era tells of it`)
  }
  for (const revision of storm.twice) say(`revision ${revision} was given twice`)
  const state = new Map<string, string>()
  for (const { key, value } of [...rows].sort((a, b) => Number(a.revision) - Number(b.revision)))
    if (value === null) state.delete(String(key))
    else state.set(String(key), String(value))
  for (const [at, { changes }] of replicas.entries()) {
    const heard = new Map<string, string>()
    for (const change of changes)
      if (change.value) heard.set(change.key, text(change.value) as string)
      else heard.delete(change.key)
    const differs = [...new Set([...heard.keys(), ...state.keys()])].filter((key) => heard.get(key) !== state.get(key))
    if (differs.length > 0) say(`replica ${at} knows another state of ${differs.join(', ')}`)
    const told = changes.filter((change) => change.revision > start && log.get(change.revision) !== contentOf(change))
    if (told.length > 0) say(`replica ${at} was told revision ${told[0]?.revision} as something else`)
  }
  return lost
}
