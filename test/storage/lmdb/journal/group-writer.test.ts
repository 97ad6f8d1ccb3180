import { expect, test } from '@jest/globals'
import { GroupWriter } from '../../../../src/storage/lmdb/journal/group-writer.js'

/** A disk that completes a group when the test requests it; no time passes. */
function slowDisk() {
  const groups: (readonly string[])[] = []
  let finish = (): void => {}
  const write = (items: readonly string[]): Promise<void> => {
    groups.push(items)
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  return {
    groups,
    writer: new GroupWriter<string>(
      write,
      (item) => item.length,
      () => 0,
    ),
    finish: () => finish(),
  }
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

test('an item added in the same turn as the first is in its group', async () => {
  const { groups, writer } = slowDisk()
  writer.add('a')
  await undefined
  writer.add('b')
  await turns(3)
  expect(groups).toEqual([['a', 'b']])
})

test('an item added during a write waits for further items of the writers of that group', async () => {
  const { groups, writer, finish } = slowDisk()
  for (const item of ['a1', 'b1']) writer.add(item)
  await turns(3)
  for (const item of ['c1', 'd1']) writer.add(item)
  finish()
  await turns(1)
  writer.add('a2')
  await turns(1)
  writer.add('b2')
  await turns(1)
  expect(groups).toEqual([
    ['a1', 'b1'],
    ['c1', 'd1', 'a2', 'b2'],
  ])
})

test('writers of the last group that add nothing are not waited for', async () => {
  const { groups, writer, finish } = slowDisk()
  for (const item of ['a1', 'b1']) writer.add(item)
  await turns(3)
  writer.add('c1')
  finish()
  await turns(4)
  expect(groups).toEqual([['a1', 'b1'], ['c1']])
})

test('a single writer does not wait for others', async () => {
  const { groups, writer, finish } = slowDisk()
  writer.add('a1')
  await turns(2)
  finish()
  await turns(1)
  writer.add('a2')
  await turns(1)
  expect(groups).toEqual([['a1'], ['a2']])
})

test('an item beyond the bytes of a group is in the next one', async () => {
  const { groups, writer, finish } = slowDisk()
  const [large, small] = ['x'.repeat(1024 * 1024), 'y']
  writer.add(large)
  writer.add(small)
  await turns(3)
  finish()
  await turns(4)
  expect(groups).toEqual([[large], [small]])
})

test('work at rest is done while no group is being written', async () => {
  const { writer, finish } = slowDisk()
  writer.add('a')
  await turns(3)
  let isDone = false
  const action = writer.atRest(() => {
    isDone = true
  })
  await turns(3)
  expect(isDone).toBe(false)
  finish()
  await action
  expect(isDone).toBe(true)
  await writer.idle()
})
