// Child processes of the benchmarks.
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

// If possible, servers and the load generator each get a separate processor: otherwise the scheduler sometimes runs both on one,
// which falsifies the figures.
const canPin = os.availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0
export const SERVER_CPU = 0
const GENERATOR_CPU = 1

const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export function start(file, { args = [], execArgv = [], cpu } = {}) {
  const pinned = canPin && cpu !== undefined
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execPath: pinned ? 'taskset' : process.execPath,
    execArgv: pinned ? ['-c', String(cpu), process.execPath, ...execArgv] : execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

export async function message(child) {
  const [value] = await once(child, 'message')
  if (value.error) throw new Error(value.error)
  return value
}

// Processor time of a server, in microseconds.
export async function cpuOf(child) {
  child.send({ wants: 'cpu' })
  return (await message(child)).us
}

// Runs a file that sends one message and exits.
export async function answerOf(file, options) {
  const child = start(file, options)
  const value = await message(child)
  child.kill('SIGKILL')
  return value
}

// A load generator: `load(options)`, `watch(options)` and `latency(options)`.
export function createGenerator() {
  const child = start('load.mjs', { cpu: GENERATOR_CPU })
  return {
    async load(options) {
      child.send({ job: 'load', ...options })
      return (await message(child)).result
    },
    // Resolves when all watches are open; the result is a function that waits for the expected lines.
    async watch(options) {
      child.send({ job: 'watch', ...options })
      await message(child)
      return async () => (await message(child)).result
    },
    // Delay from an answered write to its watchers: { p50, p99, p999 } in milliseconds.
    async latency(options) {
      child.send({ job: 'latency', ...options })
      return (await message(child)).result
    },
    stop: () => child.kill('SIGKILL'),
  }
}
