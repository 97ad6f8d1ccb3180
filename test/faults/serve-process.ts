/**
 * `binnacle serve` as a separate process, built from the sources, that can be killed and restarted.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
// @ts-expect-error A tool without types.
import { freePort } from '../../tools/free-port.mjs'

const folder = join(process.cwd(), 'node_modules', '.cache', `binnacle-faults-${process.pid}`)
const tokenFile = join(folder, 'tokens.csv')
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The clients' token. */
export const TOKEN = 'fault-tests'

/** Builds the command; {@link removeServe} undoes it. */
export async function buildServe(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(tokenFile, `${TOKEN},admin,1,"system:masters"\n`)
  await build({
    entryPoints: [join(process.cwd(), 'src/cli/main.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
}

export const removeServe = () => rmSync(folder, { recursive: true, force: true })

/** A server at one address; its process may change. */
export class ServeProcess {
  readonly url: string
  readonly #args: readonly string[]
  #child: ChildProcess | undefined

  private constructor(port: number, storage: string) {
    this.url = `http://127.0.0.1:${port}`
    const ports = ['--port', String(port), '--secure-port', '0']
    this.#args = [join(folder, 'main.mjs'), 'serve', '--storage', storage, ...ports, '--token-auth-file', tokenFile]
  }

  /** Starts a server over a storage, such as `lmdb:DIR`. */
  static async start(storage: string): Promise<ServeProcess> {
    const server = new ServeProcess(await freePort(), storage)
    await server.restart()
    return server
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** Starts a process if none is running. */
  async restart(): Promise<void> {
    const child = spawn(process.execPath, this.#args, { stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const hear = (text: Buffer) => {
        said = (said + text).slice(-4_000)
        if (said.includes('is ready on')) resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', () => reject(new Error(`binnacle serve ended: ${said}`)))
    })
    this.#child = child
    child.once('exit', () => {
      running.delete(child)
      if (this.#child === child) this.#child = undefined
    })
  }

  /** Kills the process immediately. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops the process gracefully. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}
