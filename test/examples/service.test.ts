import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { build, root, runProcess, runTests } from './run-program.js'

/** A copy of the example: a folder elsewhere, with its dependencies installed. */
let folder: string

beforeAll(async () => {
  await build()
  folder = await mkdtemp(path.join(tmpdir(), 'example-service-'))
  await cp(path.join(root, 'examples/service'), folder, { recursive: true })
  const { dependencies, devDependencies } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const installed = path.join(folder, 'node_modules', name)
    await mkdir(path.dirname(installed), { recursive: true })
    await symlink(name === 'binnacle' ? root : path.join(root, 'node_modules', name), installed)
  }
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the service to start from compiles, and its own tests pass', async () => {
  expect(await runProcess([path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])).toBe('')
  const report = await runTests(path.join(folder, 'dist/test/service.test.js'))
  expect(report).toMatch(/^# pass 6$/m)
  expect(report).toMatch(/^# fail 0$/m)
}, 240_000)
