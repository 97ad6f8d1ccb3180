import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connect, loadKubeconfig } from '../../src/client/node/index.js'
import { build, freePort, main } from './run-command.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-output-'))
const FULL = 'binnacle: cannot write to standard output: the disk is full\n'

beforeAll(build, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a program whose standard output is a file. */
function start(program: string, args: readonly string[], file: string) {
  const descriptor = openSync(file, 'w')
  const child = spawn(program, args, { stdio: ['ignore', descriptor, 'pipe'] })
  closeSync(descriptor)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return { child, ended: once(child, 'close').then(() => ({ exitCode: child.exitCode, stderr })) }
}

describe('a full disk under standard output', () => {
  test.each([[['--help']], [['completion', 'bash']], [['serve', '--help']]])('fails %j in one line', async (args) => {
    expect(await start(process.execPath, [main, ...args], '/dev/full').ended).toEqual({ exitCode: 1, stderr: FULL })
  })

  test('fails a command of whose result a part was written', async () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { text: 'x'.repeat(4000) } }
    const given = path.join(folder, 'given.json')
    writeFileSync(given, JSON.stringify(object))
    const out = path.join(folder, 'out.yaml')
    const limited = 'ulimit -f 1; exec "$0" "$@"'
    const args = [process.execPath, main, 'convert', '-f', given, '--output-version', 'v1']
    const { exitCode, stderr } = await start('bash', ['-c', limited, ...args], out).ended
    expect(stderr).toMatch(/^binnacle: cannot write to standard output: EFBIG\b.*\n$/)
    expect(exitCode).toBe(1)
    expect(statSync(out).size).toBe(1024)
  })

  test('does not end a plane, which says so once', async () => {
    const kubeconfig = path.join(folder, 'kubeconfig')
    const port = String(await freePort())
    const args = ['serve', '--secure-port', port, '--access-log', '--write-kubeconfig', kubeconfig]
    const { child, ended } = start(process.execPath, [main, ...args], '/dev/full')
    while (!statSync(kubeconfig, { throwIfNoEntry: false })) await new Promise((resolve) => setTimeout(resolve, 20))
    const client = connect(await loadKubeconfig({ paths: [kubeconfig] }))
    const namespaces = client.resource({ group: '', version: 'v1', kind: 'Namespace' })
    for (let i = 0; i < 3; i += 1) expect((await namespaces.list()).items).not.toHaveLength(0)
    client.close()
    child.kill('SIGTERM')
    expect(await ended).toEqual({ exitCode: 0, stderr: FULL })
  })
})
