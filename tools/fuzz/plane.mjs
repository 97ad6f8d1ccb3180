// The tested process: `binnacle serve` over HTTPS, in memory, with RBAC and two users.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.mjs'

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const READY_MS = 60_000

/** Unique tokens, so that the output of the process can be searched for them. */
export const TOKENS = { admin: 'fuzz-admin-0d2f7c5b', nobody: 'fuzz-nobody-91c3ae64', none: 'fuzz-none-55aa10b7' }

/**
 * Heap limit. Without one the amount of garbage depends on the memory of the machine; with this one, as in a container with half
 * a gigabyte, the heap shows how much memory inputs need.
 */
const HEAP_MIB = 256

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-fuzz-'))
const tokenFile = path.join(folder, 'tokens.csv')
writeFileSync(tokenFile, `${TOKENS.admin},admin,1,"system:masters"\n${TOKENS.nobody},nobody,2\n`)
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts one: `{ port, ask, output, stop, ended }`.
 *
 * @param release - The release that it emulates; the current one by default.
 */
export async function startPlane(release) {
  const port = await freePort()
  const flags = ['--dialect', 'kubernetes', '--authorization-mode', 'RBAC', '--port', '0', '--secure-port', String(port)]
  const args = ['serve', ...flags, '--token-auth-file', tokenFile, '--resources', fileOf('types.mjs')]
  if (release !== undefined) args.push('--emulated-version', release)
  const child = fork(fileOf('../../dist/cli/main.js'), args, {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`, '--import', new URL('probe.mjs', import.meta.url).href],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let output = ''
  let ended
  const waiting = new Map()
  child.on('exit', (code, signal) => {
    running.delete(child)
    ended = signal ?? `exit code ${code}`
    for (const resolve of waiting.values()) resolve({ died: ended })
  })
  child.on('message', ({ id, result }) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the plane was not ready in time: ${output}`)), READY_MS)
    child.once('exit', () => reject(new Error(`the plane ended before it was ready: ${output}`)))
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-200_000)
        if (!output.includes('binnacle is ready on')) return
        clearTimeout(timer)
        resolve()
      })
    }
  })
  await ready
  let asked = 0
  return {
    port,
    /** Sends a request to the probe; see probe.mjs. Undefined if it has not answered within `timeoutMs`. */
    ask(what, value, timeoutMs) {
      if (ended !== undefined) return Promise.resolve({ died: ended })
      const id = asked++
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), timeoutMs)
        waiting.set(id, (result) => {
          clearTimeout(timer)
          resolve(result)
        })
        child.send({ id, ask: what, value }, () => {})
      })
    },
    /** The output since the last call. */
    takeOutput() {
      const text = output
      output = ''
      return text
    },
    get ended() {
      return ended
    },
    async stop() {
      if (ended !== undefined) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
