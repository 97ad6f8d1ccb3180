// A PostgreSQL on a small disk: a separate tmpfs in a separate mount namespace. Needs the program unshare.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// The write-ahead log is limited, to leave space for the data that fills the disk.
const SETTINGS = { min_wal_size: '32MB', max_wal_size: '32MB' }
const MOUNTED = 'mount -t tmpfs -o size="$1",mode=1777 none "$2" && exec "$3" "$4" "$5"'

/** Starts it on a disk with a size such as `160m`. */
export async function startOnSmallDisk(size) {
  const folder = mkdtempSync(path.join(tmpdir(), 'binnacle-disk-'))
  // PostgreSQL refuses to run as root, also as root of a user namespace.
  const rights = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-current-user', '--keep-caps', '--mount']
  const tool = fileURLToPath(new URL('postgres.mjs', import.meta.url))
  const options = JSON.stringify({ parent: folder, settings: SETTINGS })
  const words = [...rights, 'sh', '-c', MOUNTED, 'sh', size, folder, process.execPath, tool, options]
  const child = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const atExit = () => child.kill('SIGTERM')
  process.once('exit', atExit)
  const [url] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), once(child, 'exit').then(() => [])])
  if (url === undefined) throw new Error('PostgreSQL did not start on a disk of its own')
  return {
    url: url.trim(),
    async stop() {
      process.off('exit', atExit)
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
