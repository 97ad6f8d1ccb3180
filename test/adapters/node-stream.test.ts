import { expect, test } from '@jest/globals'
import type { ControlPlane } from '../../src/plane/index.js'
import type { RequestHandler } from '../../src/server/index.js'
import { open } from './clients.js'
import { hosts } from './hosts.js'

const CHUNK = new Uint8Array(10_000).fill(0x61)
const CHUNKS = 50

test('writes of one turn are sent as soon as they reach 64 KiB, so that a fast client does not count as a slow one', async () => {
  const waiting: number[] = []
  const handler: RequestHandler = {
    handle: async () => ({
      status: 200,
      headers: [],
      body: {
        start(sink) {
          for (let i = 0; i < CHUNKS; i += 1) waiting.push(sink.write(CHUNK))
          sink.end()
          return () => {}
        },
      },
    }),
  }
  const host = await (hosts.http as (typeof hosts)[string])(handler as ControlPlane)
  const { body } = await open(host, { path: '/' })
  let length = 0
  for await (const chunk of body) length += (chunk as Buffer).length
  expect(length).toBe(CHUNKS * CHUNK.length)
  // The kernel of this machine takes more than all of it at once.
  expect(Math.max(...waiting)).toBeLessThan(64 * 1024)
  await host.close()
})
