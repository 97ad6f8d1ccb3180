import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from '@jest/globals'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** Writes the URL of each module that is loaded, whether by `import` or by `require`, on a line of its own. */
const HOOKS = `
import { writeSync } from 'node:fs'
export async function load(url, context, next) {
  writeSync(1, 'loaded ' + url + '\\n')
  return next(url, context)
}`
const PROGRAM = (entry: string, use: string) => `
import { createRequire, register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOKS)}))
const entry = await import('${entry}')
${use}
for (const file of Object.keys(createRequire(process.cwd() + '/x.js').cache)) console.log('loaded file://' + file)
process.exit(0)`

async function loadedBy(entry: string, use = ''): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM(entry, use)], { cwd: root })
  const urls = stdout.split('\n').filter((line) => line.startsWith('loaded file:'))
  return [...new Set(urls.map((line) => line.slice('loaded '.length)))]
}

const packagesIn = (urls: readonly string[]) => {
  const names = urls.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))].sort()
}
/** Our own sources in what was loaded: each file of dist/ names those that it was put together from. */
const sourcesIn = (urls: readonly string[]) =>
  urls
    .filter((url) => url.includes('/dist/') && !url.includes('/node_modules/'))
    .flatMap((url) =>
      [...readFileSync(fileURLToPath(url), 'utf8').matchAll(/^\/\/ ([\w/-]+\.js)$/gm)].map(([, source]) => source ?? ''),
    )
const foldersIn = (urls: readonly string[]) => [...new Set(sourcesIn(urls).map((source) => source.split('/', 1)[0] ?? ''))].sort()

const HEAVY = [
  'yaml',
  'protobufjs',
  'prom-client',
  '@peculiar/x509',
  'reflect-metadata',
  'jose',
  'lmdb',
  'etcd3',
  'pg',
  're2js',
  '@marcbachmann/cel-js',
  'semver',
]

/** Every way into the package. */
const DOORS = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).exports)
  .filter((entry) => entry !== './package.json')
  .map((entry) => path.posix.join('binnacle', entry))

describe('what an import loads', () => {
  beforeAll(async () => {
    await run(process.execPath, ['tools/build.mjs', '--if-stale'], { cwd: root })
  }, 120_000)

  test('the hooks see loaded modules, so that the other tests are meaningful', async () => {
    expect(packagesIn(await loadedBy('yaml'))).toEqual(['yaml'])
    const urls = await loadedBy('binnacle/store')
    expect(packagesIn(urls)).toContain('rxjs')
    expect(sourcesIn(urls)).toContain('store/collection.js')
  })

  test('binnacle loads nothing that only some of its users need', async () => {
    expect(packagesIn(await loadedBy('binnacle')).filter((name) => HEAVY.includes(name))).toEqual([])
  })

  test('binnacle loads the parts of rxjs that it uses, not its two hundred files', async () => {
    const files = (await loadedBy('binnacle')).filter((url) => url.includes('/node_modules/rxjs/'))
    expect(files.filter((url) => url.endsWith('/Observable.js'))).toHaveLength(1)
    expect(files.length).toBeLessThan(60)
  })

  test('a watch is an Observable of the rxjs that the program itself imports', async () => {
    const use = `const { Observable } = await import('rxjs')
const plane = await entry.createControlPlane()
const watch = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).watch()
console.log('loaded file:' + (watch instanceof Observable))`
    expect(await loadedBy('binnacle', use)).toContain('file:true')
  })

  test('creating a plane loads none of that either, nor the code of expressions', async () => {
    const urls = await loadedBy('binnacle', 'await entry.createControlPlane()')
    expect(packagesIn(urls).filter((name) => HEAVY.includes(name))).toEqual([])
    expect(sourcesIn(urls).filter((source) => /^(cel|schema\/rules\/rules|admission\/expressions\/policy)/.test(source))).toEqual(
      [],
    )
  })

  test('a client in process, and what it asks, load neither TLS nor YAML nor zod', async () => {
    const use = `const plane = await entry.createControlPlane()
const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
await maps.create({ metadata: { name: 'a' } })
await maps.list()`
    const urls = await loadedBy('binnacle', use)
    expect(packagesIn(urls).filter((name) => [...HEAVY, 'zod', 'immer'].includes(name))).toEqual([])
    expect(sourcesIn(urls).filter((source) => source.startsWith('client/node/'))).toEqual([])
  })

  test('binnacle/store loads rxjs and sorted-btree, and none of the floors above', async () => {
    const urls = await loadedBy('binnacle/store')
    expect(packagesIn(urls).filter((name) => !['rxjs', 'tslib', 'sorted-btree'].includes(name))).toEqual([])
    expect(
      foldersIn(urls).filter(
        (name) => !['meta', 'text', 'schema', 'codec', 'crypto', 'patch', 'apply', 'storage', 'store', 'public'].includes(name),
      ),
    ).toEqual([])
  })

  test('binnacle/apply loads no package at all, and nothing but meta besides itself', async () => {
    const urls = await loadedBy('binnacle/apply')
    expect(packagesIn(urls)).toEqual([])
    expect(foldersIn(urls).filter((name) => !['meta', 'apply', 'public'].includes(name))).toEqual([])
  })

  test.each(['binnacle/client', 'binnacle/client/node'])(
    '%s loads the parts of clients, and no part of a plane',
    async (door) => {
      const urls = await loadedBy(door)
      expect(foldersIn(urls).filter((name) => !['meta', 'codec', 'client', 'public'].includes(name))).toEqual([])
      expect(sourcesIn(urls).filter((source) => source.startsWith('client/in-process/'))).toEqual([])
    },
  )

  test('adapters load no part of the plane that they serve', async () => {
    const urls = await loadedBy('binnacle/adapters')
    expect(packagesIn(urls)).toEqual([])
    expect(foldersIn(urls).filter((name) => !['meta', 'webhook', 'adapters', 'public'].includes(name))).toEqual([])
  })

  test('the rules of storage engines load no package, and nothing of the plane in a test', async () => {
    const urls = await loadedBy('binnacle/testing/storage')
    expect(packagesIn(urls)).toEqual([])
    expect(foldersIn(urls).filter((name) => !['meta', 'public', 'testing'].includes(name))).toEqual([])
    expect(sourcesIn(urls)).not.toContain('testing/test-plane.js')
  })

  test.each(DOORS)('%s loads no package that waits for its first use', async (door) => {
    expect(packagesIn(await loadedBy(door)).filter((name) => HEAVY.includes(name))).toEqual([])
  })
})
