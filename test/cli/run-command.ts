/**
 * Runs the built command in a process of its own.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
// @ts-expect-error A tool without types.
import { freePort as portOfTool } from '../../tools/free-port.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The built command. */
export const main = path.join(root, 'dist/cli/main.js')

/** Compiles the package, when it is older than its sources. */
export async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, ['tools/build.mjs', '--if-stale'], { cwd: root })
}

/** How a command ended, and what it said. */
export interface Outcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command to its end. */
export async function runCommand(args: readonly string[]): Promise<Outcome> {
  const command = startCommand(args)
  return command.ended
}

/** A command that runs. */
export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<Outcome>
  /** Resolves to what was printed, once it holds the text. */
  printed(text: string): Promise<string>
}

const running = new Set<ChildProcess>()

/** Ends what a failed test left running. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

export function startCommand(args: readonly string[]): RunningCommand {
  const child = spawn(process.execPath, [main, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    for (const listener of listeners) listener()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(() => {
    running.delete(child)
    return { exitCode: child.exitCode, stdout, stderr }
  })
  return {
    child,
    ended,
    async printed(text) {
      const seen = new Promise<void>((resolve) => {
        const listener = () => stdout.includes(text) && resolve()
        listeners.add(listener)
        listener()
      })
      await Promise.race([
        seen,
        ended.then((outcome) => {
          throw new Error(`ended with ${outcome.exitCode} before it printed «${text}»: ${outcome.stderr}`)
        }),
      ])
      return stdout
    },
  }
}

/** A port that no server listens on at the moment. A server may be long in starting: no connection goes out from it meanwhile. */
export const freePort: () => Promise<number> = portOfTool
