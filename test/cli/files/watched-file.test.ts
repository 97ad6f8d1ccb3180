import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { watchFile } from '../../../src/cli/files/watched-file.js'
import { until } from '../../adapters/until.js'
import { temporaryFolder } from '../../client/node/servers.js'
import { ManualClock } from '../../support/manual-clock.js'

let said: string[]
beforeEach(() => {
  said = []
  jest.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)))
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** A watched file, whose text may not be `bad`. */
async function watched(first: string) {
  const file = path.join(await temporaryFolder(), 'file.txt')
  await writeFile(file, first)
  const clock = new ManualClock()
  const taken: string[] = []
  const take = (text: string) => {
    if (text === 'bad') throw new Error('is bad')
    taken.push(text)
    return text.length
  }
  const watching = watchFile({ flag: 'some-file', path: file, clock }, take)
  /** Time for a look at the file, which is read by another thread. */
  const look = async () => {
    clock.advance(5_000)
    await until(() => clock.pending === 1)
  }
  return { file, taken, watching, look }
}

test('a file is read again when it has changed, and only then', async () => {
  const { file, taken, watching, look } = await watched('one')
  expect(await watching).toBe(3)
  await look()
  await writeFile(file, 'two')
  await look()
  await look()
  expect(taken).toEqual(['one', 'two'])
  expect(said).toEqual([`binnacle: --some-file ${file} has changed and was read again`])
})

test('a refused text, or a deleted file, is reported once and changes nothing', async () => {
  const { file, taken, watching, look } = await watched('one')
  await watching
  await writeFile(file, 'bad')
  await look()
  await look()
  await rm(file)
  await look()
  await look()
  await writeFile(file, 'three')
  await look()
  expect(taken).toEqual(['one', 'three'])
  expect(said).toEqual([
    `binnacle: --some-file ${file}: is bad; what was read before goes on to count`,
    `binnacle: --some-file ${file}: there is no such file; what was read before goes on to count`,
    `binnacle: --some-file ${file} has changed and was read again`,
  ])
})

test('a first text that is refused is a failure of the flag', async () => {
  const { file, watching } = await watched('bad')
  await expect(watching).rejects.toThrow(`--some-file ${file}: is bad`)
})
