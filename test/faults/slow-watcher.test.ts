/**
 * A watch client that does not read.
 */

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from '@jest/globals'
import { defaultLimits } from '../../src/endpoints/index.js'
import { pause } from './clients/scene.js'
import { Workload } from './clients/workload.js'
import { check } from './history/check.js'
import type { WatchRecordEvent } from './history/history.js'
import { type ServedPlane, servePlane } from './served-plane.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
/** The test timeout: no request times out before, however busy the machine is. */
const timeoutMs = 60_000

let served: ServedPlane | undefined
afterEach(() => served?.close())

/** Opens a watch, and reads nothing. */
async function watchWithoutReading(url: string, from: number): Promise<IncomingMessage> {
  const request = get(`${url}${CONFIG_MAPS}?watch=true&resourceVersion=${from}`, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  return response.pause()
}

/**
 * Waits until a watch has caught up, by two events that arrive after that: while it reads past events, the plane does not buffer
 * for it, and this is not tested here.
 *
 * @returns The revision that the watch has reached.
 */
async function caughtUp(url: string, watch: IncomingMessage): Promise<number> {
  const marker = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'marker' } }
  let text = ''
  const isOver = new Promise<void>((resolve) => {
    watch.on('data', (chunk) => {
      text += chunk
      if (text.includes('"DELETED"') && text.endsWith('\n')) resolve()
    })
  })
  watch.resume()
  const headers = { 'content-type': 'application/json' }
  await fetch(url + CONFIG_MAPS, { method: 'POST', headers, body: JSON.stringify(marker) })
  await fetch(`${url}${CONFIG_MAPS}/marker`, { method: 'DELETE' })
  await isOver
  watch.removeAllListeners('data').pause()
  return Number(JSON.parse(text.trim().split('\n').at(-1) ?? '').object.metadata.resourceVersion)
}

/** The complete events that had arrived nevertheless. */
async function whatArrived(response: IncomingMessage): Promise<WatchRecordEvent[]> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk)
  } catch {
    // Aborted by the server, as expected.
  }
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
  return lines.map((line) => {
    const { type, object } = JSON.parse(line)
    const { value = '', patched } = object.data
    const seen = { key: object.metadata.name, revision: Number(object.metadata.resourceVersion) }
    return { type, seen: { ...seen, value: patched === undefined ? value : `${value}+${patched}` } }
  })
}

test('a watcher that does not read loses its stream, does not delay others, and continues later without a gap', async () => {
  served = await servePlane({ limits: { ...defaultLimits, maxWatchBacklogBytes: 512 * 1024 } })
  const { url, sockets } = served
  const sizes = { namespace: 'default', seed: 1, writers: 6, readers: 2, watchers: 2, keys: 4, padding: 100_000, timeoutMs }
  const workload = new Workload({ ...sizes, server: () => url })
  const { metadata } = await (await fetch(url + CONFIG_MAPS)).json()
  const before = new Set(sockets)
  const slow = await watchWithoutReading(url, Number(metadata.resourceVersion))
  const [socket] = [...sockets].filter((candidate) => !before.has(candidate))
  const from = await caughtUp(url, slow)
  await workload.start()
  while (socket && !socket.destroyed) await pause(5)
  await workload.more(20)
  await workload.finish()

  const events = await whatArrived(slow)
  expect(slow.complete).toBe(false)
  const last = events.at(-1)
  const got = last && last.type !== 'BOOKMARK' ? last.seen.revision : from
  const resumed = await watchWithoutReading(url, got)
  setTimeout(() => resumed.destroy(), 500)
  const rest = await whatArrived(resumed)
  const end = check(workload.records)
  const verdict = check([...workload.records, { type: 'watch', from, events }, { type: 'watch', from: got, events: rest }])
  expect(verdict).toMatchObject({ problems: [], gaps: 0, writesLost: 0 })
  expect(verdict.watchEvents - end.watchEvents).toBe(events.length + rest.length)
  expect(workload.counts).toMatchObject({ failed: 0 })
}, 60_000)
