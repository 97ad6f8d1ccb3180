// Starts the built command on a free port, for the tools that replay recordings.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.mjs'

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const READY_LIMIT_MS = 30_000

// One listener for all: Node warns of a leak beyond ten.
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

// Resolves when the server says that it is ready: { url, stop }.
export async function serve(args, { stderr = 'inherit', cwd } = {}) {
  const port = await freePort()
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--secure-port', String(port), ...args], {
    stdio: ['ignore', 'pipe', stderr],
    cwd,
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  const ready = new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error('the server was not ready in time')), READY_LIMIT_MS)
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      const url = /^binnacle is ready on (\S+)$/m.exec(text)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`the server ended before it was ready (${signal ?? `exit code ${code}`})`))
    })
  })
  const url = await ready
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return { url, child, stop }
}

export const relative = (file) => path.relative(process.cwd(), file) || '.'
