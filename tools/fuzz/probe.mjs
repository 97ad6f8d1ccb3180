// Loaded before `binnacle serve` in the tested process: measures its event loop turns and memory, checks built-in prototypes,
// and performs calls of the in-process client on a separate plane in the same process.
import { setTimeout as pause } from 'node:timers/promises'
import { threadClock } from '../thread-clock.mjs'

const TIMEOUT_MS = 20_000
/** Sampling interval; turns are overestimated by at most this much. */
const TICK_MS = 5
// Waiting for a processor, and work of other threads, must not count: a turn is the processor time of this thread between two
// samples. Each round of the loop that takes longer than a tick has a sample.
let longestMs = 0
let last = threadClock()
function look() {
  const now = threadClock()
  longestMs = Math.max(longestMs, now - last)
  last = now
}
setInterval(look, TICK_MS).unref()

const rejections = []
process.on('unhandledRejection', (error) => rejections.push(String(error?.stack ?? error)))
process.on('uncaughtException', (error) => {
  // Without this listener the process would have ended.
  rejections.push(`uncaught: ${error?.stack ?? error}`)
})

const PROTOTYPES = Object.entries({ Object, Array, String, Number, Function, Map, Set, Promise, Uint8Array })
const namesOf = ([name, { prototype }]) => Reflect.ownKeys(prototype).map((key) => `${name}.prototype.${String(key)}`)
const before = new Set(PROTOTYPES.flatMap(namesOf))
const polluted = () => PROTOTYPES.flatMap(namesOf).filter((name) => !before.has(name))

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const asks = {
  /** The events since the last call. A turn that has just ended is included once the timers have run. */
  async measure() {
    await nextTurn()
    await nextTurn()
    look()
    const report = {
      turnMs: longestMs,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      residentBytes: process.memoryUsage.rss(),
      rejections: rejections.splice(0),
      polluted: polluted(),
    }
    longestMs = 0
    return report
  },

  async call(call) {
    const { createClient, carryOut } = await inProcess()
    return carryOut(createClient(call), call)
  },
}

let made
function inProcess() {
  made ??= (async () => {
    const { createControlPlane, kubernetesDialect } = await import('binnacle')
    const plane = await createControlPlane({ dialect: kubernetesDialect, authorizer: 'RBAC' })
    const admin = plane.client()
    for (const name of ['fuzz-a', 'fuzz-b']) {
      await admin.resource({ group: '', version: 'v1', kind: 'Namespace' }).create({ metadata: { name } })
    }
    const { carryOut } = await import('./calls.mjs')
    return { createClient: ({ user }) => (user === undefined ? admin : plane.client({ user })), carryOut }
  })()
  return made
}

process.on('message', async ({ id, ask, value }) => {
  const late = pause(TIMEOUT_MS, { late: true }, { ref: false })
  try {
    process.send({ id, result: await Promise.race([asks[ask](value), late]) })
  } catch (error) {
    process.send({ id, result: { failed: String(error?.stack ?? error) } })
  }
})
process.channel.unref()
