// Runs the vectors of field ownership against this package: npm run vectors [-- DIR]
// DIR is any folder in the format of their README; by default the one that they come in.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const shared = path.resolve(here, '../../../shared/conformance/vectors/apply')
const [dir, ...rest] = process.argv.slice(2)
const args = ['--engine', path.join(here, 'apply-adapter.mjs'), ...(dir ? ['--dir', path.resolve(dir)] : []), ...rest]
const { status } = spawnSync(process.execPath, [path.join(shared, 'check.mjs'), ...args], { stdio: 'inherit' })
process.exitCode = status ?? 1
