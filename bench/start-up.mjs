// Time of `npm start` until it reports that it is ready.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../tools/free-port.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

export async function timeToReady(command, args) {
  const start = performance.now()
  const child = spawn(command, [...args, '--secure-port', String(await freePort())], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let text = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk
    if (text.includes('binnacle is ready on ')) break
  }
  const ms = performance.now() - start
  // npm and its child process are one process group.
  process.kill(-child.pid, 'SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  return ms
}
