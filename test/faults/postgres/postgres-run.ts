/**
 * Three replicas of a plane over one PostgreSQL, one of them through a pooler, with faults of the server, of the connections, and
 * of the replicas. None of them loses commits; faults that do are in `postgres-losses.ts`.
 */

import {
  ask,
  connectByHand,
  type Line,
  layLine,
  type Pooler,
  type Postgres,
  startPooler,
  startPostgres,
  until,
} from '../../storage/postgres/support.js'
import { lcg, pause } from '../clients/scene.js'
import { Workload } from '../clients/workload.js'
import { type RunOptions, runRounds, type Summary } from '../run.js'
import { ServeProcess, TOKEN } from '../serve-process.js'
import { PostgresObserver } from './postgres-observer.js'

/** The parts that a fault can affect. */
interface Stage {
  /** The primary server. */
  primary: Postgres
  /** Confirms every commit of the primary. */
  standby: Postgres
  /** The connection proxy of each replica; the last one is behind a pooler. */
  readonly lines: readonly Line[]
  readonly replicas: readonly ServeProcess[]
  readonly workload: Workload
  readonly observer: PostgresObserver
  readonly random: () => number
  /** A random number of milliseconds up to a limit. */
  span(limit: number): number
}

/** Maximum duration of a fault, in milliseconds. */
const LONGEST_MS = 800
/** Short, so that a standby reconnects soon after a restart of its primary; the default is five seconds. */
const SETTINGS = { wal_retrieve_retry_interval: '100ms' }

const OURS = "application_name = 'binnacle'"
const terminate = ({ primary }: Stage, which: string) =>
  ask(primary.url, `select pg_terminate_backend(pid) from pg_stat_activity where ${OURS} and ${which}`)

/** The faults, in the order in which they are caused. */
export const postgresFaults = {
  'the server is killed, and started again': async ({ primary, span }) => {
    await primary.kill()
    await pause(span(LONGEST_MS))
    await primary.restart()
  },
  'the server stands still': async ({ primary, span }) => {
    primary.pause()
    await pause(span(LONGEST_MS))
    primary.resume()
  },
  'connections of writers are terminated': (stage) => again(stage, () => terminate(stage, "query like '%commit_batch%'")),
  'connections of followers are terminated': (stage) => again(stage, () => terminate(stage, "query not like '%commit_batch%'")),
  'connections are terminated at random': (stage) => again(stage, () => terminate(stage, 'random() < 0.5')),
  'statements are cancelled': (stage) =>
    again(stage, () =>
      ask(stage.primary.url, `select pg_cancel_backend(pid) from pg_stat_activity where ${OURS} and state = 'active'`),
    ),
  'a process of the server is stopped, and goes on': async ({ primary, random, span }) => {
    const pids = await ask(primary.url, `select pid from pg_stat_activity where ${OURS} and state = 'active'`)
    const pid = pids.length > 0 && (oneOf(pids, random).pid as number)
    if (!pid) return
    signal(pid, 'SIGSTOP')
    // Sometimes for longer than the plane's query timeout.
    await pause(random() < 0.1 ? 6_000 : span(LONGEST_MS))
    signal(pid, 'SIGCONT')
  },
  'a replica is cut off': ({ lines, random, span }) => disturb(oneOf(lines, random), 'cut', span(LONGEST_MS)),
  'a replica hears nothing back': ({ lines, random, span }) => disturb(oneOf(lines, random), 'deafen', span(LONGEST_MS)),
  'nothing that a replica says arrives': ({ lines, random, span }) => disturb(oneOf(lines, random), 'freeze', span(LONGEST_MS)),
  'the log forgets its past while everybody reads': async ({ observer, workload }) => {
    for (let times = 0; times < 3; times += 1) {
      await workload.more(5)
      await observer.compact()
    }
  },
  'the log forgets what a replica that is cut off has not heard of': async ({ lines, random, workload, observer }) => {
    const line = oneOf(lines, random)
    line.cut()
    await workload.more(10)
    await observer.compact()
    line.mend()
  },
  'a transaction of another client stays open': async ({ primary, workload }) => {
    const hand = await connectByHand(primary.url)
    await hand.query('begin isolation level repeatable read')
    await hand.query('select count(*) from pg_class')
    await workload.more(50)
    await hand.query('rollback')
    await hand.end()
  },
  'no connection is left, and then all are cut': async ({ primary, workload }) => {
    const hands = []
    for (;;) {
      const hand = await connectByHand(primary.url).catch(() => undefined)
      if (!hand) break
      hands.push(hand)
    }
    await workload.more(10)
    await hands[0]?.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`)
    await pause(LONGEST_MS)
    await Promise.all(hands.map((hand) => hand.end()))
  },
  'a replica is killed, and started again': async ({ replicas, random, span }) => {
    const replica = oneOf(replicas, random)
    await replica.kill()
    await pause(span(LONGEST_MS) / 4)
    await replica.restart()
  },
  'the synchronous standby is promoted': async (stage) => {
    const { primary: old, standby: next } = stage
    await old.kill()
    // Its commits are not confirmed until it has another standby.
    await synchronous(next, false)
    next.promote()
    stage.primary = next
    await old.stop()
    stage.standby = await startPostgres({ copyOf: next, port: old.port, settings: SETTINGS })
    await synchronous(next, true)
  },
} as const satisfies Readonly<Record<string, (stage: Stage) => Promise<unknown>>>

const oneOf = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T

/** Repeats an action, with writes in between. */
async function again({ workload }: Stage, happens: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    await happens()
    await workload.more(3)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited meanwhile.
  }
}

async function disturb(line: Line, how: 'cut' | 'deafen' | 'freeze', ms: number): Promise<void> {
  line[how]()
  await pause(ms)
  line.mend()
}

/** Combines the proxies of two servers, with the address of both. */
async function layBoth(first: string, second: string): Promise<Line> {
  const [one, other] = [await layLine(first), await layLine(second)]
  const [here, there] = [one, other].map(({ url }) => new URL(url).host)
  const both = (what: 'cut' | 'refuse' | 'deafen' | 'freeze' | 'mend') => () => {
    one[what]()
    other[what]()
  }
  return {
    url: `postgresql://postgres@${here},${there}/postgres`,
    get connections() {
      return one.connections + other.connections
    },
    cut: both('cut'),
    refuse: both('refuse'),
    deafen: both('deafen'),
    freeze: both('freeze'),
    mend: both('mend'),
    close: async () => {
      await Promise.all([one.close(), other.close()])
    },
  }
}

/** Enables or disables synchronous replication of a server. */
export async function synchronous(server: Postgres, isOn: boolean): Promise<void> {
  await ask(server.url, `alter system set synchronous_standby_names = '${isOn ? '*' : ''}'`)
  await ask(server.url, 'select pg_reload_conf()')
  if (isOn)
    await until(async () => (await ask(server.url, "select from pg_stat_replication where sync_state = 'sync'")).length === 1)
}

/** Causes one fault in each round: all in turn, or only those whose names contain a text. */
export async function runPostgres({ seed, fault = '', ...length }: RunOptions & { readonly fault?: string }): Promise<Summary> {
  const faults = Object.entries(postgresFaults).filter(([name]) => name.includes(fault))
  if (faults.length === 0) throw new Error(`no fault is called ${fault}: ${Object.keys(postgresFaults).join(', ')}`)
  const random = lcg(seed)
  const primary = await startPostgres({ settings: SETTINGS })
  const standby = await startPostgres({ copyOf: primary, settings: SETTINGS })
  await synchronous(primary, true)
  const lines: Line[] = []
  const replicas: ServeProcess[] = []
  let pooler: Pooler | undefined
  let stage: Stage | undefined
  try {
    pooler = await startPooler(primary)
    for (const url of [primary.url, primary.url, pooler.url]) lines.push(await layBoth(url, standby.url))
    replicas.push(...(await Promise.all(lines.map(({ url }) => ServeProcess.start(`postgres:${url}`)))))
    const workload = new Workload({
      server: () => oneOf(replicas, Math.random).url,
      token: TOKEN,
      namespace: 'default',
      seed,
      timeoutMs: 15_000,
      ...{ writers: 8, readers: 3, watchers: 4, keys: 8, padding: 200 },
    })
    const observer = new PostgresObserver(() => (stage as Stage).primary.url, workload.recorder)
    const span = (limit: number) => 50 + random() * limit
    stage = { primary, standby, lines, replicas, workload, observer, random, span }
    const rounds = async (round: number) => {
      await faults[round % faults.length]?.[1](stage as Stage)
      // The fault always ends.
      await workload.more(10)
      await observer.note()
    }
    return await runRounds(workload, length, rounds, () => observer.note())
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()))
    await Promise.all(lines.map((line) => line.close()))
    pooler?.stop()
    await Promise.all([stage?.primary ?? primary, stage?.standby ?? standby].map((server) => server.stop()))
  }
}
