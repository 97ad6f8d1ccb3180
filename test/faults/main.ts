/**
 * Long runs: `npm run faults -- --engine lmdb|etcd|postgres|postgres-losses|postgres-full-disk|memory --minutes N --seed S [--replicas N] [--fault TEXT]`.
 * Prints one line of JSON.
 */

import { parseArgs } from 'node:util'
import { runEtcd } from './etcd/etcd-run.js'
import { runLmdb } from './lmdb/lmdb-run.js'
import { runMemory } from './memory/memory-run.js'
import { runFullDisk } from './postgres/postgres-full-disk.js'
import { runPostgresLosses } from './postgres/postgres-losses.js'
import { runPostgres } from './postgres/postgres-run.js'
import type { RunOptions } from './run.js'
import { buildServe, removeServe } from './serve-process.js'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'lmdb' },
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    replicas: { type: 'string', default: '2' },
    fault: { type: 'string', default: '' },
  },
})

const engines: Readonly<Record<string, (options: RunOptions) => Promise<{ readonly problems: readonly string[] }>>> = {
  lmdb: runLmdb,
  memory: runMemory,
  postgres: (options) => runPostgres({ ...options, fault: values.fault }),
  'postgres-losses': runPostgresLosses,
  'postgres-full-disk': runFullDisk,
  etcd: (options) => runEtcd({ ...options, replicas: Number(values.replicas) }),
}
/** Maximum number of printed problems; the first ones are the most useful. */
const SHOWN = 20

const run = engines[values.engine]
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!run || !(minutes > 0) || !Number.isInteger(seed)) {
  console.error(
    'usage: npm run faults -- --engine lmdb|etcd|postgres|postgres-losses|postgres-full-disk|memory --minutes N --seed S [--replicas N] [--fault TEXT]',
  )
  process.exit(2)
}
await buildServe()
try {
  const { problems, ...figures } = await run({ seed, ms: minutes * 60_000 })
  const summary = {
    engine: values.engine,
    ...(values.fault && { fault: values.fault }),
    minutes,
    seed,
    ...figures,
    problems: problems.length,
  }
  console.log(JSON.stringify(summary))
  for (const problem of problems.slice(0, SHOWN)) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  removeServe()
}
process.exit()
