import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { build, root } from '../examples/run-program.js'

const run = promisify(execFile)
const HEAVY = [
  'yaml',
  'protobufjs',
  'prom-client',
  '@peculiar/x509',
  'jose',
  'lmdb',
  'etcd3',
  're2js',
  '@marcbachmann/cel-js',
  'zod',
]

/** Runs a program to its end: one that something keeps alive is ended, and fails. */
const ends = async (source: string) => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], { cwd: root, timeout: 100_000 })
  return stdout.trim()
}

describe('a plane in a test', () => {
  beforeAll(build, 120_000)

  test('leaves nothing behind when it is closed: the process ends by itself', async () => {
    const program = `
      import { controller, informer } from 'binnacle/client'
      import { testPlane } from 'binnacle/testing'
      const plane = await testPlane({ seed: 4, shuffleDeliveries: true })
      const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' })
      controller({ for: maps, reconcile: async () => ({ requeueAfterMs: 1000 }) })
      informer(maps)
      plane.faults.add({ verb: 'get' }, { delayMs: 60_000 })
      void maps.namespace('default').get('a').catch(() => {})
      await maps.namespace('default').create({ metadata: { name: 'a' } })
      await plane.advance(5_000)
      const fork = await plane.fork()
      await fork.close()
      await plane.close()
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
      console.log(process.getActiveResourcesInfo().filter((name) => !/Pipe|TTY|FSReq/.test(name)).join() || 'nothing')`
    expect(await ends(program)).toBe('nothing')
  }, 120_000)

  test('keeps no process alive even when it is not closed', async () => {
    const program = `
      import { informer } from 'binnacle/client'
      import { testPlane } from 'binnacle/testing'
      const plane = await testPlane()
      informer(plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }))
      await plane.settled()
      console.log('over')`
    expect(await ends(program)).toBe('over')
  }, 120_000)

  test('loads no optional modules', async () => {
    const program = `
      import { register } from 'node:module'
      register('data:text/javascript,' + encodeURIComponent(\`
        import { writeSync } from 'node:fs'
        export async function load(url, context, next) { writeSync(1, url + '\\\\n'); return next(url, context) }\`))
      const { testPlane } = await import('binnacle/testing')
      await (await testPlane()).close()`
    const urls = (await ends(program)).split('\n')
    expect(urls.some((url) => url.endsWith('/dist/public/testing.js'))).toBe(true)
    expect(HEAVY.filter((name) => urls.some((url) => url.includes(`/node_modules/${name}/`)))).toEqual([])
  }, 120_000)

  test('opens no port', async () => {
    const program = `
      import net from 'node:net'
      net.Server.prototype.listen = () => { throw new Error('a port') }
      const { testPlane } = await import('binnacle/testing')
      const plane = await testPlane()
      await plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default').create({ metadata: { name: 'a' } })
      await plane.close()
      console.log('none')`
    expect(await ends(program)).toBe('none')
  }, 120_000)
})
