// Compiles src/ to dist/. With --if-stale it does nothing while dist/ is newer than every source.
//
// The compiled modules are bundled into one file per export of the package, and one per part that several exports share: loading
// hundreds of small files takes longer than evaluating them.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { addCommonJs } from './commonjs.mjs'
import { reachable } from './reachable.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = path.join(root, 'dist')
const stamp = path.join(dist, '.built')

function newest(folder) {
  let time = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    time = Math.max(time, statSync(file).mtimeMs, entry.isDirectory() ? newest(file) : 0)
  }
  return time
}

const isFresh = () => existsSync(stamp) && statSync(stamp).mtimeMs >= newest(path.join(root, 'src'))

// The new folder replaces the old one once it is complete, so that no program ever loads half a build.
function replace(fresh) {
  const old = `${fresh}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

const { exports, bin, browser } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const inDist = (files) => files.map((file) => path.relative('dist', file))
const doors = inDist(Object.values(exports).flatMap((door) => door.default ?? []))
const commands = inDist(Object.values(bin))
// Files that are replaced in bundles for browsers.
const replaced = inDist(Object.entries(browser).flat()).filter((file) => !file.startsWith('cjs/'))

// Declarations stay separate as the compiler wrote them; unreachable ones are internal.
async function bundle(folder) {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [...doors, ...commands, ...replaced],
    outdir: folder,
    outbase: folder,
    chunkNames: 'parts/[hash]',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    target: 'es2022',
  })
  for (const file of readdirSync(folder, { recursive: true })) if (file.endsWith('.js')) rmSync(path.join(folder, file))
  for (const { path: file, contents } of outputFiles) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, contents)
  }
}

function dropUnseenDeclarations(folder) {
  const seen = new Set(reachable(folder, doors, '.d.ts'))
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file.endsWith('.d.ts') && !seen.has(file)) rmSync(path.join(folder, file))
  }
}

if (!process.argv.includes('--if-stale') || !isFresh()) {
  const fresh = path.join(root, `dist-${process.pid}`)
  const started = Date.now()
  const tsc = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')
  const { status } = spawnSync(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.build.json'), '--outDir', fresh], {
    stdio: 'inherit',
  })
  if (status === 0) {
    await bundle(fresh)
    dropUnseenDeclarations(fresh)
    await addCommonJs(fresh, [...doors, ...replaced])
    writeFileSync(path.join(fresh, '.built'), '')
    // Files saved during the compilation are not in this build.
    utimesSync(path.join(fresh, '.built'), started / 1000, started / 1000)
    try {
      replace(fresh)
    } catch (error) {
      // Another build finished first, and is as fresh.
      if (!isFresh()) throw error
    }
  }
  rmSync(fresh, { recursive: true, force: true })
  process.exit(status ?? 1)
}
