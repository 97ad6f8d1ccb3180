import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createMemoryStorage, type Storage } from '../../src/public/storage.js'
import { exportState, ImportError, importState } from '../../src/storage/index.js'

const bytes = (text: string) => new TextEncoder().encode(text)

async function stateOf(storage: Storage): Promise<Map<string, readonly number[]>> {
  const entries = new Map<string, readonly number[]>()
  for await (const { key, value } of (await storage.load()).entries) entries.set(key, [...value])
  return entries
}

async function linesOf(storage: Storage): Promise<string[]> {
  const lines: string[] = []
  for await (const line of exportState(storage)) lines.push(line)
  return lines
}

test('an engine has after an import exactly what another one exported, byte for byte', async () => {
  const value = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.json().map(bytes),
    fc.constantFrom('{"a": 1}', '1.0', '{"__proto__":{"a":1}}', '"\\u0061"', 'null').map(bytes),
  )
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), value), async (entries) => {
      const from = createMemoryStorage()
      for (const [key, value] of Object.entries(entries)) await from.commit({ key, expectedRevision: 0, value })
      const to = createMemoryStorage()
      const lines = await linesOf(from)
      for (const line of lines) expect(line).not.toContain('\n')
      expect(await importState(to, lines)).toBe(Object.keys(entries).length)
      expect(await stateOf(to)).toEqual(await stateOf(from))
    }),
    { numRuns: 50 },
  )
})

test('an export has the objects unchanged, in the order in which they were written', async () => {
  const storage = createMemoryStorage()
  await storage.commit({ key: '/b', expectedRevision: 0, value: bytes('{"kind":"Thing"}') })
  await storage.commit({ key: '/a', expectedRevision: 0, value: bytes('no json') })
  expect(await linesOf(storage)).toEqual([
    '{"binnacleExport":1,"revision":3}',
    '{"key":"/b","revision":2,"value":{"kind":"Thing"}}',
    '{"key":"/a","revision":3,"base64":"bm8ganNvbg=="}',
    '{"end":true,"entries":2}',
  ])
})

const HEAD = '{"binnacleExport":1,"revision":3}'
const ENTRY = '{"key":"/a","revision":2,"value":1}'
test.each([
  { what: 'nothing', lines: [], says: 'the export is cut short after 0 entries' },
  { what: 'lines without an end', lines: [HEAD, ENTRY], says: 'the export is cut short after 1 entries' },
  {
    what: 'fewer entries than were counted',
    lines: [HEAD, ENTRY, '{"end":true,"entries":2}'],
    says: 'line 3: 1 entries came, of 2',
  },
  { what: 'a key that is no text', lines: [HEAD, '{"key":5,"value":1}'], says: 'line 2: no entry with a key and a value' },
  { what: 'a list', lines: [HEAD, '[]'], says: 'line 2: no entry with a key and a value' },
  {
    what: 'a value of a hundred thousand levels',
    lines: [HEAD, `{"key":"/a","value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    says: 'line 2: its value is nested too deeply',
  },
  { what: 'more after the end', lines: [HEAD, '{"end":true,"entries":0}', ENTRY], says: 'line 3: the export ended before it' },
  { what: 'a newer format', lines: ['{"binnacleExport":2}'], says: 'line 1: not an export of format 1' },
  { what: 'text', lines: ['hello'], says: 'line 1: not a JSON object' },
  { what: 'an entry without a value', lines: [HEAD, '{"key":"/a"}'], says: 'line 2: no entry with a key and a value' },
  { what: 'an entry twice', lines: [HEAD, ENTRY, ENTRY, '{"end":true,"entries":2}'], says: 'line 3: there is "/a" already' },
])('$what is not an export', async ({ lines, says }) => {
  await expect(importState(createMemoryStorage(), lines)).rejects.toThrow(says)
  await expect(importState(createMemoryStorage(), lines)).rejects.toBeInstanceOf(ImportError)
})

test('only an empty engine takes an import', async () => {
  const storage = createMemoryStorage()
  await storage.commit({ key: '/a', expectedRevision: 0, value: bytes('1') })
  await expect(importState(storage, [HEAD])).rejects.toThrow('the storage is not empty: it holds "/a", for one')
})

test('an entry that the engine refuses ends the import with its line number', async () => {
  const storage = createMemoryStorage()
  const commit = storage.commit.bind(storage)
  storage.commit = async (request) => {
    if (request.key === '/bad') throw new Error('no room for this one')
    return commit(request)
  }
  async function* lines() {
    yield* [HEAD, ENTRY, '{"key":"/bad","value":1}']
    // Long after the refusal, which must not have ended the process as an unhandled rejection.
    await new Promise((resolve) => setTimeout(resolve, 20))
    yield '{"end":true,"entries":2}'
  }
  await expect(importState(storage, lines())).rejects.toThrow('line 3: no room for this one')
})
