import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type FileLimits, readNamedFile, readTextFile } from '../../../src/client/node/index.js'

let folder: string
const at = (name: string) => path.join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'files-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

const pipe = (name: string): string => {
  execFileSync('mkfifo', [at(name)])
  return at(name)
}

const read = (file: string, limits?: FileLimits): Promise<string> =>
  readTextFile(file, limits).catch((error: Error) => `refused: ${error.message}`)

describe('a file is read', () => {
  test('to its end', async () => {
    writeFileSync(at('plain'), 'Grüße\n')
    expect(await read(at('plain'))).toBe('Grüße\n')
    expect(await read('/dev/null')).toBe('')
  })

  test('without the byte order mark of some editors', async () => {
    writeFileSync(at('mark'), '\ufeffa: 1\n')
    expect(await read(at('mark'))).toBe('a: 1\n')
  })

  test.each([
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffa: 1\n', 'utf16le')],
    ['UTF-16 without one', Buffer.from('a: 1\n', 'utf16le')],
    ['Latin-1', Buffer.from('Grüße', 'latin1')],
    ['NUL', Buffer.from('a: "\0"\n')],
  ])('and refused when it is in %s', async (_, bytes) => {
    writeFileSync(at('odd'), bytes)
    expect(await read(at('odd'))).toBe('refused: it is no text in UTF-8')
    expect(await readNamedFile(at('odd'))).toEqual(bytes)
  })

  test.each(['/dev/zero', '/dev/urandom'])('and no further than to its bound: %s', async (file) => {
    expect(await read(file)).toBe('refused: it is larger than 16777216 bytes')
    expect(await read(file, { maxBytes: 1000 })).toBe('refused: it is larger than 1000 bytes')
  })

  test('up to its bound, and not a byte beyond', async () => {
    writeFileSync(at('bound'), 'x'.repeat(1000))
    expect(await read(at('bound'), { maxBytes: 1000 })).toHaveLength(1000)
    expect(await read(at('bound'), { maxBytes: 999 })).toBe('refused: it is larger than 999 bytes')
  })

  test('and closed once: a descriptor that another file gets meanwhile stays open', async () => {
    writeFileSync(at('next'), 'next')
    for (let i = 0; i < 50; i++) {
      await read('/dev/zero', { maxBytes: 1000 })
      const next = await open(at('next'))
      await readNamedFile('/dev/null')
      expect(await next.readFile('utf8')).toBe('next')
      await next.close()
    }
  })

  test('and a folder is refused', async () => {
    expect(await read(folder)).toMatch(/^refused: EISDIR/)
  })
})

describe('a pipe is read', () => {
  test('to the end of what is written into it, however late that begins', async () => {
    const file = pipe('late')
    const text = read(file)
    await readNamedFile('/dev/null')
    await writeFile(file, 'x'.repeat(200_000))
    expect(await text).toHaveLength(200_000)
  })

  test('for as long as something comes: more of them than there are threads for files keep no other file from being read', async () => {
    writeFileSync(at('other'), 'other')
    const silent = Array.from({ length: 8 }, (_, i) => read(pipe(`silent${i}`), { idleMs: 500 }))
    expect(await read(at('other'))).toBe('other')
    for (const text of await Promise.all(silent))
      expect(text).toBe('refused: it is a pipe, and nothing came out of it for 500 ms')
  })

  test('and no further than to its bound', async () => {
    const file = pipe('endless')
    const text = read(file, { maxBytes: 100_000 })
    const writer = await open(file, 'w')
    await writer.write('x'.repeat(200_000)).catch((error: { code: string }) => expect(error.code).toBe('EPIPE'))
    await writer.close()
    expect(await text).toBe('refused: it is larger than 100000 bytes')
  })
})

describe('a file that changes while it is read', () => {
  test('is read again, so that no part of it is taken for the whole', async () => {
    writeFileSync(at('growing'), 'a'.repeat(15_000_000))
    const text = read(at('growing'))
    await readNamedFile('/dev/null')
    appendFileSync(at('growing'), 'b'.repeat(10))
    expect(await text).toHaveLength(15_000_010)
    expect((await text).slice(-11)).toBe('abbbbbbbbbb')
  })

  test('each time is refused', async () => {
    writeFileSync(at('restless'), 'a'.repeat(15_000_000))
    let isOver = false
    const text = read(at('restless')).finally(() => {
      isOver = true
    })
    while (!isOver) {
      appendFileSync(at('restless'), 'b')
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(await text).toBe('refused: it changes while it is read')
  })
})
