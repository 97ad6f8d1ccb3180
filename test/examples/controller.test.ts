import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { build, root } from './run-program.js'

const run = promisify(execFile)
const RUNS = 20

const linesOf = (file: string) =>
  readFileSync(path.join(root, 'examples', file), 'utf8')
    .trimEnd()
    .split('\n').length
const nodeTest = (file: string) =>
  run(process.execPath, ['--test-reporter=tap', file], { cwd: root, timeout: 60_000 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )

describe('the controller among the examples', () => {
  beforeAll(build, 120_000)

  test('is written in under 60 lines, and its test in under 40', () => {
    expect(linesOf('controller.mjs')).toBeLessThan(60)
    expect(linesOf('controller.test.mjs')).toBeLessThan(40)
  })

  test(`passes its test ${RUNS} times in a row, in one process`, async () => {
    const file = path.join(root, 'dist', `repeat-controller-${process.pid}.mjs`)
    await writeFile(file, `for (let run = 0; run < ${RUNS}; run++) await import('../examples/controller.test.mjs?run=' + run)\n`)
    expect(await nodeTest(file)).toMatch(new RegExp(`^# pass ${RUNS}\\n# fail 0$`, 'm'))
  }, 60_000)
})
