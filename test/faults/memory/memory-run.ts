/**
 * A plane in memory, for comparison: without faults.
 */

import { Workload } from '../clients/workload.js'
import { type RunOptions, runRounds, type Summary } from '../run.js'
import { ServeProcess, TOKEN } from '../serve-process.js'

/** Makes a number of writes in each round. */
export async function runMemory({ seed, ...length }: RunOptions): Promise<Summary> {
  const server = await ServeProcess.start('memory')
  try {
    const sizes = { writers: 12, readers: 3, watchers: 4, keys: 10, padding: 2_000 }
    const workload = new Workload({ server: () => server.url, token: TOKEN, namespace: 'default', seed, ...sizes })
    return await runRounds(workload, length, () => workload.more(200))
  } finally {
    await server.kill()
  }
}
