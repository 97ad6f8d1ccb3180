import { expect, test } from '@jest/globals'
import { onceAllAreRead } from '../../src/adapters/node-turns.js'
import { StartQueue } from '../../src/adapters/start-queue.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('thousands of requests on one connection do not delay the first on another', async () => {
  const started: string[] = []
  const crowd = new StartQueue()
  for (let i = 0; i < 5_000; i += 1) crowd.add(() => started.push(`crowd ${i}`))
  const pair = new StartQueue()
  for (const name of ['a', 'b']) pair.add(() => started.push(name))
  onceAllAreRead(() => started.push('other'))
  while (started.length < 5_003) await turn()
  expect(started.slice(0, 6)).toEqual(['crowd 0', 'a', 'other', 'crowd 1', 'b', 'crowd 2'])
  expect(started.at(-1)).toBe('crowd 4999')
})

test('requests that may not start wait in their order', async () => {
  const started: number[] = []
  let places = 2
  const queue = new StartQueue(() => places > 0)
  for (let i = 0; i < 4; i += 1) {
    queue.add(() => {
      places -= 1
      started.push(i)
    })
  }
  await turn()
  expect([started, queue.size]).toEqual([[0, 1], 2])
  places = 1
  queue.next()
  queue.next()
  await turn()
  expect([started, queue.size]).toEqual([[0, 1, 2], 1])
})
