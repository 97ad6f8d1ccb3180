import { expect, test } from '@jest/globals'
import { StreamRooms } from '../../src/server/answers/stream-room.js'
import { connectionBody } from '../../src/server/connection-body.js'

const stream = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

test('a long chunk is handed on in pieces, each when the client has read those before', async () => {
  const sizes: number[] = []
  let drained: (() => void) | undefined
  const ended = new Promise<void>((resolve) => {
    connectionBody(stream(new Uint8Array(150_000), new Uint8Array(10)), new StreamRooms(1024 * 1024).open('ann')).start({
      write: (chunk) => {
        expect(drained).toBeUndefined()
        return sizes.push(chunk.length) === 2 ? 65_537 : 0
      },
      onDrained: (callback) => {
        drained = () => {
          drained = undefined
          callback()
        }
      },
      end: resolve,
      abort: () => resolve(),
    })
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(sizes).toEqual([65_536, 65_536])
  drained?.()
  await ended
  expect(sizes).toEqual([65_536, 65_536, 18_928, 10])
})
