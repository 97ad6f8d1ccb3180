import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, constants, openSync, readSync } from 'node:fs'
import { mkdtemp, open as openFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { type AuditLogOptions, createAuditLog, tryAuditFile } from '../../../src/adapters/audit-log/index.js'
import type { AuditEvent, OpenAuditBackend } from '../../../src/audit/index.js'
import { platformDialect, systemRandom } from '../../../src/meta/index.js'
import { ManualClock } from '../../support/manual-clock.js'

let folder: string
let clock: ManualClock
let open: OpenAuditBackend[]
const lost: unknown[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'binnacle-audit-'))
  clock = new ManualClock()
  open = []
  lost.splice(0)
})
afterEach(async () => {
  await Promise.all(open.map((log) => log.close()))
  await rm(folder, { recursive: true })
})

const logOf = (options: Partial<AuditLogOptions> = {}) => {
  const log = createAuditLog({ path: path.join(folder, 'audit.log'), mode: 'blocking', ...options }).open({
    dialect: platformDialect,
    clock,
    random: systemRandom,
    onLost: (_count, error) => lost.push(error),
  })
  open.push(log)
  return log
}
const eventOf = (name: string, size = 0): AuditEvent => ({
  level: 'Metadata',
  auditID: name,
  stage: 'ResponseComplete',
  requestURI: `/${'x'.repeat(size)}`,
  verb: 'get',
  user: {},
  requestReceivedTimestamp: '',
  stageTimestamp: '',
})
const idsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as AuditEvent).auditID)
const MEGABYTE = 1024 * 1024

describe('a log of audit events', () => {
  test('has a JSON document on each line, and is appended to after a restart', async () => {
    const first = logOf()
    await first.take(eventOf('a'))
    await first.close()
    const second = logOf({ mode: 'batch' })
    second.take(eventOf('b'))
    second.take(eventOf('c'))
    await second.close()
    const text = await readFile(path.join(folder, 'audit.log'), 'utf8')
    expect(idsIn(text)).toEqual(['a', 'b', 'c'])
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({ kind: 'Event', apiVersion: 'audit.platform.io/v1', ...eventOf('a') })
  })

  test('is readable by its owner only', async () => {
    await logOf().take(eventOf('a'))
    expect((await stat(path.join(folder, 'audit.log'))).mode & 0o777).toBe(0o600)
  })

  test('is rotated before it exceeds its maximum size, under a name with the time', async () => {
    clock.advance(Date.parse('2030-01-02T03:04:05.678Z') - clock.now())
    const log = logOf({ maxSizeMb: 1 })
    await log.take(eventOf('a', MEGABYTE - 500))
    await log.take(eventOf('b', 1000))
    expect((await readdir(folder)).sort()).toEqual(['audit-2030-01-02T03-04-05.678.log', 'audit.log'])
    expect(idsIn(await readFile(path.join(folder, 'audit.log'), 'utf8'))).toEqual(['b'])
  })

  test('counts the size of a file that was there before', async () => {
    await writeFile(path.join(folder, 'audit.log'), `${JSON.stringify(eventOf('old', MEGABYTE - 500))}\n`)
    await logOf({ maxSizeMb: 1 }).take(eventOf('a', 1000))
    expect(await readdir(folder)).toHaveLength(2)
  })

  test('keeps a limited number of rotated files, compressed if configured', async () => {
    const log = logOf({ maxSizeMb: 1, maxBackups: 2, compress: true })
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      clock.advance(1000)
      await log.take(eventOf(name, MEGABYTE - 500))
    }
    const old = (await readdir(folder)).filter((file) => file.endsWith('.log.gz')).sort()
    const ids = await Promise.all(old.map(async (file) => idsIn(gunzipSync(await readFile(path.join(folder, file))).toString())))
    expect(ids).toEqual([['c'], ['d']])
    expect(await readdir(folder)).toHaveLength(3)
  })

  test('removes old files by their age, and nothing else', async () => {
    await writeFile(path.join(folder, 'audit-notes.log'), '')
    const log = logOf({ maxSizeMb: 1, maxAgeDays: 2 })
    for (const name of ['a', 'b', 'c', 'd']) {
      await log.take(eventOf(name, MEGABYTE - 500))
      clock.advance(24 * 3600 * 1000 + 1)
    }
    // Rotated when the next one came: one day ago, and now; the first one two days before that.
    expect(await readdir(folder)).toHaveLength(4)
    expect(await readdir(folder)).toContain('audit-notes.log')
  })

  test('that cannot be written drops events, and reports why', async () => {
    await expect(logOf({ path: folder, mode: 'blocking-strict' }).take(eventOf('a'))).rejects.toThrow('EISDIR')
    expect(lost).toHaveLength(1)
  })

  test('in the legacy format has one line of keys and values for each event, without log injection', async () => {
    const log = logOf({ format: 'legacy' })
    const requestReceivedTimestamp = '2030-01-01T00:00:00.000000Z'
    await log.take({ ...eventOf('a'), requestReceivedTimestamp })
    await log.take({
      ...eventOf('b'),
      requestReceivedTimestamp,
      verb: 'create',
      user: { username: 'ada', groups: ['dev', 'system:authenticated'] },
      impersonatedUser: { username: 'bob', groups: ['ops'] },
      sourceIPs: ['10.0.0.1', '10.0.0.2'],
      userAgent: 'evil"\nAUDIT: id="c',
      objectRef: { namespace: 'default' },
      responseStatus: { metadata: {}, code: 201 },
      requestObject: { secret: 'x' },
    })
    await log.close()
    expect(await readFile(path.join(folder, 'audit.log'), 'utf8')).toBe(
      `${requestReceivedTimestamp} AUDIT: id="a" stage="ResponseComplete" ip="<unknown>" method="get" user="<none>" groups="<none>" as="<self>" asgroups="<lookup>" user-agent="" namespace="<none>" uri="/" response="<deferred>"
${requestReceivedTimestamp} AUDIT: id="b" stage="ResponseComplete" ip="10.0.0.1" method="create" user="ada" groups="\\"dev\\",\\"system:authenticated\\"" as="bob" asgroups="\\"ops\\"" user-agent="evil\\"\\nAUDIT: id=\\"c" namespace="default" uri="/" response="201"
`,
    )
  })
})

describe('a log of audit events on', () => {
  const pipe = () => {
    const file = path.join(folder, 'pipe')
    execFileSync('mkfifo', [file])
    return file
  }

  test('a pipe without a reader loses events until there is one, and can be closed', async () => {
    const file = pipe()
    await tryAuditFile(file)
    const log = logOf({ path: file })
    await log.take(eventOf('a'))
    expect(lost).toEqual([expect.objectContaining({ code: 'ENXIO' })])
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    await log.take(eventOf('b'))
    expect(lost).toHaveLength(1)
    const text = Buffer.alloc(10_000)
    expect(idsIn(text.toString('utf8', 0, readSync(reader, text)))).toEqual(['b'])
    closeSync(reader)
    await log.close()
  })

  test('a pipe that is not read loses events when it is full, is not rotated, and can be closed', async () => {
    const file = pipe()
    const reader = openSync(file, constants.O_RDWR | constants.O_NONBLOCK)
    const log = logOf({ path: file, maxSizeMb: 0.01 })
    for (let i = 0; i < 10; i++) await log.take(eventOf(`e${i}`, 20_000))
    expect(lost.length).toBeGreaterThan(0)
    expect(lost).toEqual(lost.map(() => expect.objectContaining({ code: 'EAGAIN' })))
    expect(await readdir(folder)).toEqual(['pipe'])
    await log.close()
    closeSync(reader)
  })

  test('a device is not rotated', async () => {
    const log = logOf({ path: '/dev/null', maxSizeMb: 0.0001 })
    for (let i = 0; i < 3; i++) await log.take(eventOf(`e${i}`, 1_000))
    expect(lost).toEqual([])
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
  })

  test('a full disk loses events, each with its cause', async () => {
    const log = logOf({ path: '/dev/full' })
    await log.take(eventOf('a'))
    expect(lost).toEqual([expect.objectContaining({ code: 'ENOSPC' })])
  })

  test('a file that has taken a part of a line begins the next event on a line of its own', async () => {
    const file = path.join(folder, 'audit.log')
    const log = logOf()
    await log.take(eventOf('a'))
    const write = jest.spyOn(Object.getPrototypeOf(await fileHandle(file)), 'appendFile')
    write.mockImplementationOnce(async () => {
      appendFileSync(file, '{"kind":"Ev')
      throw new Error('the disk is full')
    })
    await log.take(eventOf('b'))
    write.mockRestore()
    await log.take(eventOf('c'))
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual([
      expect.stringContaining('"a"'),
      '{"kind":"Ev',
      expect.stringContaining('"c"'),
    ])
  })

  test('a folder is refused', async () => {
    await expect(tryAuditFile(folder)).rejects.toMatchObject({ code: 'EISDIR' })
  })
})

/** A handle, for its prototype. */
async function fileHandle(file: string) {
  const handle = await openFile(file)
  await handle.close()
  return handle
}
