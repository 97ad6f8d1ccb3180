// Compiles src/ to dist/. With --if-stale it does nothing while dist/ is newer than every source.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = path.join(root, 'dist', '.built')

function newest(folder) {
  let time = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    time = Math.max(time, statSync(file).mtimeMs, entry.isDirectory() ? newest(file) : 0)
  }
  return time
}

const isFresh = () => existsSync(stamp) && statSync(stamp).mtimeMs >= newest(path.join(root, 'src'))

if (!process.argv.includes('--if-stale') || !isFresh()) {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true })
  const tsc = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')
  const { status } = spawnSync(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, '')
}
