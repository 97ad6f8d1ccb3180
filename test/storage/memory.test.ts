import { expect, test } from '@jest/globals'
import { createMemoryStorage } from '../../src/storage/index.js'
import { describeStorage } from './describe-storage.js'

describeStorage('memory', createMemoryStorage)

const value = new Uint8Array([1])

test('an empty memory engine begins at revision 1', async () => {
  expect(await createMemoryStorage().revision()).toBe(1)
})

test('followers of a memory engine receive a commit before the call returns', () => {
  const storage = createMemoryStorage()
  const heard: number[] = []
  storage.follow(1, ({ revision }) => heard.push(revision))
  void storage.commit({ key: '/a', expectedRevision: 0, value })
  expect(heard).toEqual([2])
})

test('a follower that would miss changes is refused', async () => {
  const storage = createMemoryStorage()
  for (let i = 0; i < 500; i++) await storage.commit({ key: `/${i}`, expectedRevision: 0, value })
  expect(() => storage.follow(1, () => {})).toThrow('forgotten')
  await storage.compact(500)
  expect(() => storage.follow(499, () => {})).toThrow('forgotten')
  expect(() => storage.follow(500, () => {})).not.toThrow()
})

test('followers and load receive the committed array itself', async () => {
  const storage = createMemoryStorage()
  const heard: unknown[] = []
  storage.follow(1, (change) => heard.push(change.value))
  await storage.commit({ key: '/a', expectedRevision: 0, value })
  const { entries } = await storage.load()
  for await (const entry of entries) heard.push(entry.value)
  expect(heard.every((held) => held === value)).toBe(true)
  expect(heard).toHaveLength(2)
})

test('a listener that throws does not block later commits to the followers of a memory engine', async () => {
  const storage = createMemoryStorage()
  const heard: number[] = []
  storage.follow(1, ({ revision }) => {
    if (revision === 2) throw new Error('not this one')
    heard.push(revision)
  })
  await expect(storage.commit({ key: '/a', expectedRevision: 0, value })).rejects.toThrow('not this one')
  await storage.commit({ key: '/b', expectedRevision: 0, value })
  expect(heard).toEqual([3])
})
