/**
 * A plane over LMDB whose process is repeatedly killed during writes, on one directory.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { lcg, pause } from '../clients/scene.js'
import { Workload } from '../clients/workload.js'
import { type RunOptions, runRounds, type Summary } from '../run.js'
import { ServeProcess, TOKEN } from '../serve-process.js'

/** Kills and restarts the server in each round. */
export async function runLmdb({ seed, ...length }: RunOptions): Promise<Summary> {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-faults-'))
  const random = lcg(seed)
  const server = await ServeProcess.start(`lmdb:${directory}`)
  const workload = new Workload({
    server: () => server.url,
    token: TOKEN,
    namespace: 'default',
    seed,
    ...{ writers: 12, readers: 3, watchers: 4, keys: 10, padding: 2_000 },
  })
  try {
    const summary = await runRounds(workload, length, async () => {
      await workload.more(1 + Math.floor(random() * 80))
      await pause(random() * 10)
      await server.kill()
      await server.restart()
    })
    await server.kill()
    const { problems } = await checkLmdbStorage(directory)
    return { ...summary, problems: [...summary.problems, ...problems] }
  } finally {
    await server.kill()
    rmSync(directory, { recursive: true, force: true })
  }
}
