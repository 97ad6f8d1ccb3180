import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { runPlugin } from '../../src/client/node/exec/run.js'
import { parseKubeconfig } from '../../src/client/node/index.js'
import { platformDialect, systemClock } from '../../src/meta/index.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { testPlane } from '../server/plane.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-attack-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Every file below a folder. */
const filesIn = (at: string): string[] =>
  readdirSync(at, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

describe('names that clients give', () => {
  test('never become files: neither of objects, nor of types, namespaces, keys or managers', async () => {
    writeFileSync(path.join(folder, 'victim'), 'as it was')
    const { plane, send } = await testPlane({ storage: await createLmdbStorage({ directory: path.join(folder, 'state') }) })
    const before = filesIn(folder)
    const names = [
      '..',
      '../../victim',
      '..%2F..%2Fvictim',
      '/etc/passwd',
      'a\u0000b',
      'C:\\x',
      'con',
      '.',
      'data.mdb',
      '../victim',
      'a/../../victim',
    ]
    for (const name of names) {
      const url = `/api/v1/namespaces/default/configmaps`
      await send('POST', url, { body: { metadata: { name } } })
      await send('POST', url, { body: { metadata: { generateName: name } } })
      await send('POST', '/api/v1/namespaces', { body: { metadata: { name } } })
      await send('PUT', `/apis/coordination.platform.io/v1/namespaces/default/leases/${encodeURIComponent(name)}`, {
        body: { metadata: { name }, spec: {} },
      })
      await send('POST', url, { body: { metadata: { name: 'fine', annotations: { [name]: name } }, data: { [name]: name } } })
      await send('PATCH', `${url}/fine?fieldManager=${encodeURIComponent(name)}`, {
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'fine' } },
      })
    }
    expect(filesIn(folder)).toEqual(before)
    await plane.close()
    expect(filesIn(folder)).toContain('victim')
  })
})

test('a directory that a storage makes is open to its own user alone', async () => {
  const directory = path.join(folder, 'new', 'state')
  const storage = await createLmdbStorage({ directory })
  await storage.close()
  expect((statSync(directory).mode & 0o777).toString(8)).toBe('700')
})

test.each([['$(touch victim)'], ['; touch victim'], ['`touch victim`'], ['| touch victim'], ['&& touch victim']])(
  'the command of a credential plugin is not run by a shell: %s',
  async (word) => {
    const apiVersion = 'client.authentication.platform.io/v1'
    const user = {
      exec: { apiVersion, command: process.execPath, args: ['-p', 'process.argv.at(-1)', '--', word], interactiveMode: 'Never' },
    }
    const entry = (await parseKubeconfig(JSON.stringify({ users: [{ name: 'u', user }] }))).users.get('u')?.exec
    if (!entry) throw new Error('the configuration was not understood')
    const { output } = runPlugin(
      { entry, file: entry.command, dialect: platformDialect, cluster: undefined, options: {} },
      undefined,
      systemClock,
    )
    expect(String(await output)).toBe(`${word}\n`)
    expect(filesIn(folder)).toEqual([])
  },
)
