import { expect, test } from '@jest/globals'
import { SharedRead } from '../../../src/store/view/shared-read.js'

/** A call that the test answers. */
function calls() {
  const waiting: { readonly resolve: (value: number) => void; readonly reject: (error: Error) => void }[] = []
  const read = new SharedRead(
    () => new Promise<number>((resolve, reject) => waiting.push({ resolve, reject })),
    (begin) => begin(),
  )
  return { waiting, read }
}

const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

test('all callers before a call begins share it', async () => {
  const { waiting, read } = calls()
  const answers = Promise.all([read.ask(), read.ask(), read.ask()])
  await turns()
  expect(waiting).toHaveLength(1)
  waiting[0]?.resolve(7)
  expect(await answers).toEqual([7, 7, 7])
})

test('a read during a call waits for the next call, which may return a newer state', async () => {
  const { waiting, read } = calls()
  const first = read.ask()
  await turns()
  const [second, third] = [read.ask(), read.ask()]
  await turns()
  expect(waiting).toHaveLength(1)
  waiting[0]?.resolve(1)
  expect(await first).toBe(1)
  await turns()
  expect(waiting).toHaveLength(2)
  waiting[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

test('a call that fails rejects for its callers, and for no others', async () => {
  const { waiting, read } = calls()
  const first = read.ask()
  await turns()
  const second = read.ask()
  waiting[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turns()
  waiting[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('callers of one turn of the event loop share a call, however far apart they are in it', async () => {
  let calls = 0
  const read = new SharedRead(async () => {
    calls += 1
    return calls
  })
  const first = read.ask()
  await turns()
  expect(await Promise.all([first, read.ask()])).toEqual([1, 1])
})
