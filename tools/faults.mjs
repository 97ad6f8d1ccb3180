// Long fault tests: bundles test/faults/main.ts, and runs it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const cache = path.join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(path.join(cache, 'faults-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const outfile = path.join(folder, 'main.mjs')
await build({
  entryPoints: [path.join(root, 'test/faults/main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
await import(pathToFileURL(outfile).href)
