// Child processes of the benchmarks.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

export function start(file, args = [], execArgv = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv,
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

// Runs a file that sends one message and ends.
export async function answerOf(file, args = [], execArgv = []) {
  const child = start(file, args, execArgv)
  const value = await message(child)
  child.kill('SIGKILL')
  return value
}

// A load generator: `load(options)` and `watch(options)`.
export function createGenerator() {
  const child = start('load.mjs')
  return {
    async load(options) {
      child.send({ job: 'load', ...options })
      return (await message(child)).result
    },
    // Resolves when all watches are open, to a function that waits for the expected lines.
    async watch(options) {
      child.send({ job: 'watch', ...options })
      await message(child)
      return async () => (await message(child)).result
    },
    stop: () => child.kill('SIGKILL'),
  }
}
