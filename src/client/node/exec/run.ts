/**
 * Runs a credential plugin once.
 *
 * @module
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { ByteBuffer, type Clock, firstLine } from '../../../meta/index.js'
import { ExecPluginError } from './exec-error.js'
import type { ExecPlugin } from './plugin.js'

/** Maximum output of a plugin; certificates with all their intermediates are far shorter. */
const MAX_OUTPUT_BYTES = 1024 * 1024
/** How much of its standard error is kept. */
const MAX_COMPLAINT_BYTES = 4096
const DEFAULT_TIMEOUT_MS = 300_000

/** A plugin that is running. */
export interface ExecRun {
  /** Its standard output. */
  readonly output: Promise<Uint8Array>
  /** Ends it. */
  kill(): void
}

/**
 * Starts a plugin.
 *
 * @param plugin - The plugin.
 * @param cluster - The description of the cluster; undefined for none.
 * @param clock - Decides when its time is over.
 * @returns The run; its output rejects with {@link ExecPluginError}.
 * @see Specification, "Client credential plugins (client side contract)"
 */
export function runPlugin(plugin: ExecPlugin, cluster: object | undefined, clock: Clock): ExecRun {
  const { entry, file, options } = plugin
  const { env = process.env, stdin = process.stdin.isTTY === true, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const mode = entry.interactiveMode ?? 'IfAvailable'
  if (mode === 'Always' && !stdin) {
    const why = 'its interactiveMode is Always, and there is no standard input to ask on'
    return { output: Promise.reject(new ExecPluginError(entry.command, why)), kill() {} }
  }
  const interactive = mode !== 'Never' && stdin
  let child: ChildProcess
  try {
    child = spawn(file, [...entry.args], {
      env: {
        ...env,
        ...Object.fromEntries(entry.env.map(({ name, value }) => [name, value])),
        ...execInfo(plugin, { ...(cluster && { cluster }), interactive }),
      },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', interactive ? 'inherit' : 'pipe'],
      windowsHide: true,
    })
  } catch (error) {
    // No process can have such a name or argument, for example with a zero byte.
    return {
      output: Promise.reject(new ExecPluginError(entry.command, `cannot be run: ${(error as Error).message}`, error)),
      kill() {},
    }
  }
  return { output: outputOf(plugin, child, clock, timeoutMs), kill: () => end(child) }
}

/** Ends a plugin. Its child processes may keep the pipes open: these are neither read nor waited for. */
function end(child: ChildProcess): void {
  child.kill('SIGKILL')
  child.stdout?.destroy()
  child.stderr?.destroy()
}

function execInfo({ entry, dialect }: ExecPlugin, spec: object): Record<string, string> {
  return { [dialect.execInfoVariable]: JSON.stringify({ kind: 'ExecCredential', apiVersion: entry.apiVersion, spec }) }
}

function outputOf({ entry }: ExecPlugin, child: ChildProcess, clock: Clock, timeoutMs: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const output = new ByteBuffer()
    let complaint = ''
    const cancel = clock.setTimeout(() => fail(`did not end within ${timeoutMs} ms`), timeoutMs)
    const fail = (why: string, cause?: unknown) => {
      cancel()
      end(child)
      reject(new ExecPluginError(entry.command, why, cause))
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      output.add(chunk)
      if (output.length > MAX_OUTPUT_BYTES) fail(`printed more than ${MAX_OUTPUT_BYTES} bytes`)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT_BYTES) complaint += chunk.toString('utf8')
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const hint = entry.installHint ? `\n${entry.installHint}` : ''
      const why = error.code === 'ENOENT' ? 'is not there' : `cannot be run: ${error.message}`
      fail(`${why}${hint}`, error)
    })
    child.once('close', (code, signal) => {
      cancel()
      if (code === 0) return resolve(output.take())
      const how = code === null ? `was ended by ${signal}` : `failed with exit code ${code}`
      const said = firstLine(complaint.trim()).slice(0, 256)
      fail(said === '' ? how : `${how}: ${said}`)
    })
  })
}
