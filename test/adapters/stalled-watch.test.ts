import { afterEach, describe, expect, test } from '@jest/globals'
import { createControlPlane } from '../../src/plane/index.js'
import type { RequestHandler } from '../../src/server/index.js'
import { requestOf } from '../server/requests.js'
import { open } from './clients.js'
import { hosts } from './hosts.js'
import { until } from './until.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const OBJECTS = 500
const EVENT_BYTES = 32_000
/** All together they are more than a kernel keeps for a connection. */
const data = { k: 'x'.repeat(EVENT_BYTES - 1_000) }
/** What waits may pass the bound by the event that reaches it. */
const MOST_WAITING = 64 * 1024 + EVENT_BYTES

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

/** Watches what a body makes wait in its host. */
function measured(handler: RequestHandler) {
  const seen = { mostWaiting: 0, written: 0 }
  const watched: RequestHandler = {
    async handle(request) {
      const response = await handler.handle(request)
      const { body } = response
      if (body instanceof Uint8Array) return response
      return {
        ...response,
        body: {
          start: (sink) =>
            body.start({
              write(chunk) {
                const waiting = sink.write(chunk)
                seen.written += 1
                seen.mostWaiting = Math.max(seen.mostWaiting, waiting)
                return waiting
              },
              onDrained: (callback) => sink.onDrained(callback),
              end: () => sink.end(),
              abort: () => sink.abort(),
            }),
        },
      }
    },
  }
  return { watched, seen }
}

describe('a client that does not read the state that its watch starts with', () => {
  test.each(['http', 'https', 'http2', 'http2 in clear text'])(
    'behind %s makes 64 KiB wait and no more, and gets all of it when it reads',
    async (name) => {
      const plane = await createControlPlane()
      for (let i = 0; i < OBJECTS; i += 1) {
        await plane.handle(requestOf(CONFIG_MAPS, { method: 'POST', body: { metadata: { name: `c${i}` }, data } }))
      }
      const { watched, seen } = measured(plane)
      const host = await (hosts[name] as (typeof hosts)[string])(watched)
      cleanUp.push(
        () => plane.close(),
        () => host.close(),
      )
      const watch = await open(host, { path: `${CONFIG_MAPS}?watch=1&allowWatchBookmarks=1` })
      watch.body.pause()
      // The kernel takes some first. It is over when nothing more is written for a while.
      for (let before = -1; seen.written === 0 || seen.written !== before; ) {
        before = seen.written
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      expect(seen.written).toBeLessThan(OBJECTS)
      expect(seen.mostWaiting).toBeLessThan(MOST_WAITING)
      let text = ''
      let lines = 0
      watch.body.on('data', (chunk: Buffer) => {
        text = (text + chunk.toString()).slice(-2_000)
        for (const byte of chunk) if (byte === 0x0a) lines += 1
      })
      watch.body.resume()
      await until(() => text.includes('initial-events-end'))
      expect(lines).toBe(OBJECTS + 1)
      expect(seen.mostWaiting).toBeLessThan(MOST_WAITING)
      watch.leave()
    },
  )
})
