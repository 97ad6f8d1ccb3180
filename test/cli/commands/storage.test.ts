import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { kubernetesDialect } from '../../../src/meta/index.js'
import { createControlPlane } from '../../../src/plane/index.js'
import { createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { build, main, runCommand } from '../run-command.js'

const folder = mkdtempSync(path.join(tmpdir(), 'binnacle-cli-storage-'))
const directory = path.join(folder, 'state')

beforeAll(async () => {
  await build()
  const storage = await createLmdbStorage({ directory })
  const value = new TextEncoder().encode('{"kind":"Thing"}')
  await storage.commit({ key: '/things/a/x', expectedRevision: 0, value })
  await storage.close()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('binnacle storage', () => {
  test('check reports an intact storage', async () => {
    expect(await runCommand(['storage', 'check', directory])).toEqual({
      exitCode: 0,
      stdout: '1 entries and 1 commits of history up to revision 2: all is well\n',
      stderr: '',
    })
  })

  test('compact prints the space that it has freed', async () => {
    const { exitCode, stdout } = await runCommand(['storage', 'compact', directory])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d MiB before, \d+\.\d MiB now\n$/)
  })

  test('export writes lines of JSON', async () => {
    expect((await runCommand(['storage', 'export', directory])).stdout).toBe(
      [
        '{"binnacleExport":1,"revision":2}',
        '{"key":"/things/a/x","revision":2,"value":{"kind":"Thing"}}',
        '{"end":true,"entries":1}',
        '',
      ].join('\n'),
    )
  })

  test('export ends quietly when its reader has closed the pipe', async () => {
    const large = path.join(folder, 'large')
    const storage = await createLmdbStorage({ directory: large })
    const value = new TextEncoder().encode(JSON.stringify('x'.repeat(100_000)))
    for (let i = 0; i < 30; i += 1) await storage.commit({ key: `/things/a/${i}`, expectedRevision: 0, value })
    await storage.close()
    const line = `node ${main} storage export ${large} | head -n 1; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: '{"binnacleExport":1,"revision":31}\n0\n', stderr: '' })
  })

  test.each([
    { what: 'no entry', lines: '{"key":1}', says: 'line 2: no entry with a key and a value' },
    {
      what: 'a key that is too long',
      lines: `{"key":"/${'x'.repeat(2_000)}","value":1}`,
      says: 'line 2: the storage takes keys of well-formed text, up to 1900 bytes',
    },
    {
      what: 'a line that would fill the memory',
      lines: 'x'.repeat(70_000_000),
      says: 'line 2: it is longer than 67108864 characters',
    },
  ])('import of $what fails with one line that names the line of the file', ({ lines, says }) => {
    const place = path.join(folder, 'hostile')
    const input = `{"binnacleExport":1,"revision":5}\n${lines}\n`
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'storage', 'import', place], {
      input,
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `binnacle: import into ${place}: ${says}\n` })
    rmSync(place, { recursive: true, force: true })
  })

  test('import refuses a storage that holds something, and an export that is cut short', async () => {
    expect(await runCommand(['storage', 'import', directory])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `binnacle: import into ${directory}: the storage is not empty: it holds "/things/a/x", for one\n`,
    })
    // The command's input is empty here.
    expect(await runCommand(['storage', 'import', path.join(folder, 'empty')])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('the export is cut short after 0 entries'),
    })
  })

  test.each([
    { args: [], exitCode: 2, says: 'expected check, compact, copy, export, import or migrate' },
    { args: ['polish', directory], exitCode: 2, says: 'expected check, compact, copy, export, import or migrate' },
    { args: ['check'], exitCode: 2, says: 'storage check needs a directory' },
    { args: ['check', directory, 'more'], exitCode: 2, says: 'unexpected argument "more"' },
    { args: ['copy', directory], exitCode: 2, says: 'storage copy needs two places: storage copy FROM TO' },
    { args: ['copy', directory, directory, 'more'], exitCode: 2, says: 'unexpected argument "more"' },
    { args: ['copy', path.join(folder, 'none'), path.join(folder, 'copy')], exitCode: 1, says: 'there is no storage' },
    { args: ['check', path.join(folder, 'none')], exitCode: 1, says: 'there is no storage' },
    { args: ['migrate', path.join(folder, 'none')], exitCode: 1, says: 'there is no storage' },
    {
      args: ['migrate', directory, '--resource', 'x'],
      exitCode: 2,
      says: 'unknown option --resource: did you mean --resources?',
    },
    { args: ['export', path.join(folder, 'none')], exitCode: 1, says: 'there is no storage' },
    // Whatever hides a storage is named, as by check: not every failure means that nothing is there.
    { args: ['export', main], exitCode: 1, says: 'it is a file; a directory is needed' },
    { args: ['copy', main, path.join(folder, 'copy')], exitCode: 1, says: 'it is a file; a directory is needed' },
    { args: ['migrate', main], exitCode: 1, says: 'it is a file; a directory is needed' },
    { args: ['export', 'etcd:nowhere'], exitCode: 2, says: 'expected DIR, lmdb:DIR, etcd:URL[,URL] or postgres:URL' },
  ])('storage $args is refused in one line', async ({ args, exitCode, says }) => {
    const outcome = await runCommand(['storage', ...args])
    expect(outcome).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(says) })
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('copy copies a state into another directory, compares the two, and succeeds again when nothing is left to copy', async () => {
    const target = path.join(folder, 'copied')
    const [first, again] = [
      await runCommand(['storage', 'copy', directory, target]),
      await runCommand(['storage', 'copy', directory, target]),
    ]
    const said =
      /^(\d+) entries copied(, of which \1 were there already)?: revision \d+ became \d+, sha256 of both ([0-9a-f]{64})\n$/
    const [[, , before, digest] = [], [, , after, same] = []] = [said.exec(first.stdout) ?? [], said.exec(again.stdout) ?? []]
    expect([before, after !== undefined, digest !== undefined && digest === same]).toEqual([undefined, true, true])
    const lines = async (place: string) => (await runCommand(['storage', 'export', place])).stdout.replace(/"revision":\d+/g, '')
    expect(await lines(target)).toBe(await lines(directory))
  })

  test('migrate rewrites the objects of a plane in the current storage versions', async () => {
    const left = path.join(folder, 'left')
    const plane = await createControlPlane({ dialect: kubernetesDialect, storage: await createLmdbStorage({ directory: left }) })
    await plane
      .client()
      .resource({ group: '', version: 'v1', kind: 'ConfigMap' })
      .namespace('default')
      .create({ metadata: { name: 'a' }, data: { k: 'v' } })
    await plane.close()
    const { exitCode, stdout, stderr } = await runCommand(['storage', 'migrate', left])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^\d+ objects are in their present versions, 0 could not be rewritten\n$/)
  })

  test('a plane over a file that is cut short ends at once, with one line', async () => {
    const spoilt = path.join(folder, 'spoilt')
    const storage = await createLmdbStorage({ directory: spoilt })
    await storage.close()
    truncateSync(path.join(spoilt, 'data.mdb'), 5_000)
    const outcome = await runCommand(['serve', '--storage', `lmdb:${spoilt}`])
    expect(outcome).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `binnacle: storage directory ${spoilt}: its data file data.mdb is cut short\n`,
    })
  })
})
