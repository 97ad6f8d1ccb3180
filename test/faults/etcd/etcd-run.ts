/**
 * Replicas of a plane over one etcd, with faults of etcd, of the connections, and of the replicas.
 */

import { type Etcd, type Line, layLine, startEtcd } from '../../storage/etcd/support.js'
import { lcg, pause } from '../clients/scene.js'
import { Workload } from '../clients/workload.js'
import { type RunOptions, runRounds, type Summary } from '../run.js'
import { ServeProcess, TOKEN } from '../serve-process.js'
import { observeEtcd } from './etcd-observer.js'

/** The parts that a fault can affect. */
interface Stage {
  readonly etcd: Etcd
  /** Each replica has a separate connection proxy. */
  readonly lines: readonly Line[]
  readonly replicas: readonly ServeProcess[]
  readonly workload: Workload
  readonly random: () => number
  /** A random number of milliseconds up to a limit. */
  span(limit: number): number
  compact(): Promise<void>
}

/** Maximum duration of a fault, in milliseconds. */
const LONGEST_MS = 800

/** The faults, in the order in which they are caused. */
export const etcdFaults = {
  'etcd is killed, and started again': async ({ etcd, span }) => {
    await etcd.kill()
    await pause(span(LONGEST_MS))
    await etcd.restart()
  },
  'etcd stands still': async ({ etcd, span }) => {
    await etcd.pause()
    await pause(span(LONGEST_MS))
    await etcd.resume()
  },
  'a replica is cut off': ({ lines, random, span }) => disturb(oneOf(lines, random), 'cut', span(LONGEST_MS)),
  'a replica hears nothing back': ({ lines, random, span }) => disturb(oneOf(lines, random), 'deafen', span(LONGEST_MS)),
  'nothing that a replica says arrives': ({ lines, random, span }) => disturb(oneOf(lines, random), 'freeze', span(LONGEST_MS)),
  'etcd forgets its past while everybody reads': async ({ compact, workload }) => {
    for (let times = 0; times < 3; times += 1) {
      await workload.more(5)
      await compact()
    }
  },
  'etcd forgets what a replica that is cut off has not heard of': async ({ lines, random, workload, compact }) => {
    const line = oneOf(lines, random)
    line.cut()
    await workload.more(10)
    await compact()
    line.mend()
  },
  'a replica is killed, and started again': async ({ replicas, random, span }) => {
    const replica = oneOf(replicas, random)
    await replica.kill()
    await pause(span(LONGEST_MS) / 4)
    await replica.restart()
  },
} as const satisfies Readonly<Record<string, (stage: Stage) => Promise<void>>>

const oneOf = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T

async function disturb(line: Line, how: 'cut' | 'deafen' | 'freeze', ms: number): Promise<void> {
  line[how]()
  await pause(ms)
  line.mend()
}

/** Causes one fault in each round. */
export async function runEtcd({
  seed,
  replicas: count,
  ...length
}: RunOptions & { readonly replicas: number }): Promise<Summary> {
  const random = lcg(seed)
  const etcd = await startEtcd()
  const lines = await Promise.all(Array.from({ length: count }, () => layLine(etcd.url)))
  const replicas: ServeProcess[] = []
  let closeObserver = async () => {}
  try {
    replicas.push(...(await Promise.all(lines.map(({ url }) => ServeProcess.start(`etcd:${url}`)))))
    const workload = new Workload({
      server: () => oneOf(replicas, Math.random).url,
      token: TOKEN,
      namespace: 'default',
      seed,
      timeoutMs: 10_000,
      ...{ writers: 8, readers: 3, watchers: 4, keys: 8, padding: 200 },
    })
    const { compact, catchUp, close } = await observeEtcd(etcd.url, workload.recorder)
    closeObserver = close
    const span = (limit: number) => 50 + random() * limit
    const stage: Stage = { etcd, lines, replicas, workload, random, span, compact }
    const faults = Object.values(etcdFaults)
    const rounds = async (round: number) => {
      await faults[round % faults.length]?.(stage)
      // The fault always ends.
      await workload.more(10)
    }
    return await runRounds(workload, length, rounds, catchUp)
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()))
    await closeObserver()
    await Promise.all(lines.map((line) => line.close()))
    await etcd.stop()
  }
}
