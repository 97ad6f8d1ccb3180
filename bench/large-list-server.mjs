// A plane with many objects behind node:http that reports the length of its event loop turns.
import http from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { threadClock } from '../tools/thread-clock.mjs'
import { configMap, nameOf } from './objects.mjs'

const OBJECTS = Number(process.argv[2])
/** Number of objects with the label that selectors match. */
const EACH_WEB = 1000
const LONG_MS = 10

const plane = await createControlPlane()
const { definition, version } = plane.catalog.find('', 'v1', 'configmaps')
const target = { definition, version, namespace: 'default', name: '', subresource: undefined }
const caller = { user: { username: 'bench', groups: [] }, warn: () => {} }
for (let number = 0; number < OBJECTS; number += 1) {
  const value = configMap('default', nameOf(number), number % EACH_WEB === 0 ? 'web' : 'data')
  await plane.registry.create(target, caller, { value, duplicateFields: [] }, {})
}

let watching
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) if (watching) watching.gcMs = Math.max(watching.gcMs, duration)
}).observe({ entryTypes: ['gc'] })

function look() {
  if (!watching) return
  const now = threadClock()
  const ms = now - watching.last
  watching.turns += 1
  if (ms > watching.longestMs) watching.longestMs = ms
  if (ms > LONG_MS) watching.long.push(ms)
  watching.rss = Math.max(watching.rss, process.memoryUsage.rss())
  watching.last = threadClock()
  setImmediate(look)
}

const server = http.createServer(nodeHandler(plane))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', async ({ job }) => {
  if (job === 'begin') {
    for (let i = 0; i < 3; i += 1) {
      globalThis.gc()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const rss = process.memoryUsage.rss()
    watching = { turns: 0, longestMs: 0, gcMs: 0, long: [], before: rss, rss, last: threadClock(), cpu: threadClock() }
    look()
    process.send({})
    return
  }
  // The last report of the garbage collector.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const { turns, longestMs, gcMs, long, before, rss, cpu } = watching
  watching = undefined
  process.send({ turns, longestMs, gcMs, long, grownMiB: (rss - before) / 1024 / 1024, cpuMs: threadClock() - cpu })
})
