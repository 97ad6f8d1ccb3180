import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { Client, LeaseFields } from '../../src/client/index.js'
import { CLIENT_LOOPS, type ClientLoop } from '../../src/controllers/client-loops.js'
import { createControllerManager } from '../../src/public/controllers.js'
import { type TestPlane, testPlane } from '../../src/public/testing.js'
import { kinds } from '../admission/kinds.js'
import { LOOP_CASES, type LoopCase, ROOT } from './loop-cases.js'
import { deletedBy, leftBehind, wrongChanges } from './ownership.js'

const TESTER = 'tester'
const LOOP = 'loop'
const LEASES = { group: 'coordination.platform.io', version: 'v1', resource: 'leases' } as const

/** Loops that work together, and what comes of that. */
interface Case extends LoopCase {
  readonly loops: readonly ClientLoop[]
}

const cases: readonly (readonly [name: string, row: Case])[] = CLIENT_LOOPS.map((loop) => {
  const row = LOOP_CASES[loop.name]
  if (!row) throw new Error(`the loop ${loop.name} has nothing to do here`)
  return [loop.name, { ...row, loops: [loop] }]
})

/** What is asked of all of them, of one plane. */
const together: Case = {
  loops: CLIENT_LOOPS,
  plane: Object.assign({}, ...cases.map(([, { plane }]) => plane)),
  async work(client, lab) {
    for (const [, row] of cases) await row.work(client, lab)
  },
  outcome: async (client) =>
    Object.fromEntries(await Promise.all(cases.map(async ([name, row]) => [name, await row.outcome(client)] as const))),
  done: Object.fromEntries(cases.map(([name, { done }]) => [name, done])),
  deletes: cases.flatMap(([, { deletes = [] }]) => deletes),
}
const rows = [...cases, ['all of them', together] as const]

const open = (row: Case) => testPlane({ logger: { info() {}, error() {} }, ...row.plane })
const testerOf = (lab: TestPlane): Client => lab.client({ user: TESTER })

/**
 * Starts loops by their names, as any program with a client does.
 *
 * @param user - As whom they ask.
 * @param isReplica - Whether there are others, of which only one works.
 * @returns A function that stops them.
 */
async function start(
  lab: TestPlane,
  loops: readonly ClientLoop[],
  user = LOOP,
  isReplica = false,
): Promise<() => Promise<unknown>> {
  const client = lab.client({ user })
  const leases = client.resource<LeaseFields>(LEASES).namespace('default')
  const manager = createControllerManager(client, {
    controllers: loops.map(({ name }) => name),
    ...(isReplica && { leaderElection: { leases, name: 'loops', identity: user } }),
    ...{ rootCertificates: ROOT, issueSecretToken: async () => 'a token', resources: kinds },
  })
  return () => manager.stop()
}

/** Everything that should go has gone, and nothing else. */
async function expectDone(lab: TestPlane, row: Case, asked = deletedBy(lab, TESTER)): Promise<void> {
  expect(await row.outcome(testerOf(lab))).toEqual(row.done)
  expect(wrongChanges(lab, { asked, names: row.deletes ?? [] })).toEqual([])
  if (row.loops.some(({ name }) => name === 'garbagecollector')) expect(leftBehind(lab)).toEqual([])
}

/** Parts that time passes in. */
const PARTS = 12
/** What is busy for so long by the clock on the wall waits for that of the plane: a loop for its informer, that for its next try. */
const LONGEST_WORK_MS = 1_000

/** Time passes. Work that takes no time of the clock, such as making a key, is waited for between the parts: retries may come after it. */
async function pass(lab: TestPlane, ms: number): Promise<void> {
  for (let part = 0; part < PARTS; part++) {
    await lab.advance(ms / PARTS)
    const end = new AbortController()
    await Promise.race([lab.settled(), pause(LONGEST_WORK_MS, undefined, end).catch(() => {})])
    end.abort()
  }
}

const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection'] as const
const READS = ['get', 'list', 'watch'] as const
const FAULTS: readonly [situation: string, spoil: (lab: TestPlane) => void][] = [
  ['watches break', ({ faults }) => void faults.add({ user: LOOP, verb: 'watch', times: 30 }, { cutAfterEvents: 2 })],
  [
    'the place of watches is forgotten',
    ({ faults }) => void faults.add({ user: LOOP, verb: 'watch', times: 20 }, { status: 410 }),
  ],
  [
    'watches come late',
    ({ faults }) => void faults.add({ user: LOOP, verb: 'watch', times: Number.POSITIVE_INFINITY }, { delayMs: 700 }),
  ],
  [
    'reads are refused',
    ({ faults }) => {
      for (const verb of READS) faults.add({ user: LOOP, verb, times: 10 }, { status: 503 })
    },
  ],
  [
    'others write in between',
    ({ faults }) => {
      for (const verb of WRITES) faults.add({ user: LOOP, verb, times: 4 }, { status: 409 })
    },
  ],
  [
    'the answers to writes are lost',
    ({ faults }) => {
      for (const verb of WRITES) faults.add({ user: LOOP, verb, times: 4 }, { loseAnswer: true })
    },
  ],
]

describe.each(rows)('%s', (_, row) => {
  test('when all is well, within half a minute', async () => {
    const lab = await open(row)
    const stop = await start(lab, row.loops)
    await row.work(testerOf(lab), lab)
    await pass(lab, 30_000)
    await expectDone(lab, row)
    await stop()
    await lab.close()
  }, 60_000)

  test.each(FAULTS)(
    'when %s',
    async (_situation, spoil) => {
      const lab = await open(row)
      spoil(lab)
      const stop = await start(lab, row.loops)
      await row.work(testerOf(lab), lab)
      await pass(lab, 20 * 60_000)
      expect(lab.faults.count).toBeGreaterThan(0)
      await expectDone(lab, row)
      await stop()
      await lab.close()
    },
    60_000,
  )

  test('when their plane is killed in the midst of it', async () => {
    let lab = await open(row)
    await start(lab, row.loops)
    await row.work(testerOf(lab), lab)
    const asked = deletedBy(lab, TESTER)
    // At moments that differ, each time with something begun and something not.
    for (const ms of [0, 500, 1_000, 1_500, 4_000]) {
      await lab.advance(ms)
      const next = await lab.fork()
      await lab.close()
      lab = next
      await start(lab, row.loops)
    }
    await pass(lab, 20 * 60_000)
    await expectDone(lab, row, asked)
    await lab.close()
  }, 60_000)

  test('when the leader of two replicas stalls, and resumes late', async () => {
    const lab = await open(row)
    const first = await start(lab, row.loops, 'first', true)
    await lab.advance(1_000)
    const second = await start(lab, row.loops, 'second', true)
    await lab.advance(1_000)
    const frozen = lab.faults.add({ user: 'first', times: Number.POSITIVE_INFINITY }, { refuseConnection: true })
    await row.work(testerOf(lab), lab)
    await pass(lab, 60_000)
    await expectDone(lab, row)
    frozen.remove()
    const from = lab.revision
    await pass(lab, 60_000)
    // Only Leases are renewed.
    expect(lab.diff(from).filter(({ kind }) => kind !== 'Lease')).toEqual([])
    await Promise.all([first(), second()])
    await lab.close()
  }, 60_000)
})

test('each case belongs to an existing loop', () => {
  expect(Object.keys(LOOP_CASES).sort()).toEqual(CLIENT_LOOPS.map(({ name }) => name).sort())
})
