import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../..', import.meta.url))
// Inside the project, so that the engine finds its package there.
const folder = join(root, 'node_modules', '.cache', `binnacle-engine-${process.pid}`)

/** The engine as a file that other processes can import. */
export const builtEngine = join(folder, 'engine.mjs')

/** Builds {@link builtEngine}. */
export async function buildEngine(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(root, 'src/storage/lmdb/index.ts')],
    outfile: builtEngine,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
}

/** Removes it again. */
export const removeEngine = () => rmSync(folder, { recursive: true, force: true })
