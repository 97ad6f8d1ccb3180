import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { startPostgres } from '../storage/postgres/support.js'
import { build, promisesOf, root, runFile, runTests } from './run-program.js'

const folder = path.join(root, 'examples')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'))
const tests = files.filter((file) => file.endsWith('.test.mjs'))
// Those in folders of their own are no programs that print and end.
const sourceOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')
/** From jest.config.mjs: programs that this machine is without; none in CI. */
declare const missingPrograms: readonly string[]
/** Whether an example says that it needs a program which is not there. */
const cannotRun = (file: string) =>
  missingPrograms.some((program) => new RegExp(`^// Needs .*the program ${program}\\b`, 'm').test(sourceOf(file)))
const programs = files.filter((file) => !tests.includes(file) && path.dirname(file) === '.' && !cannotRun(file))

describe('the examples', () => {
  beforeAll(build, 120_000)

  test('are there', () => expect(programs.length).toBeGreaterThan(0))

  test.each(programs)(
    '%s prints what its comments say',
    async (example) => {
      const promises = promisesOf(sourceOf(example))
      expect(promises.length).toBeGreaterThan(0)
      const postgres = sourceOf(example).includes('POSTGRES_URL') ? await startPostgres() : undefined
      try {
        const variables = postgres && { POSTGRES_URL: postgres.url }
        expect(await runFile(path.join(folder, example), variables)).toEqual(promises)
      } finally {
        await postgres?.stop()
      }
    },
    120_000,
  )

  const replicated = path.join(folder, 'postgres.mjs')
  ;(cannotRun('postgres.mjs') ? test.skip : test)(
    'a replica of postgres.mjs ends with the program that has started it',
    async () => {
      const postgres = await startPostgres()
      const replica = fork(replicated, ['replica'], { cwd: root, env: { ...process.env, POSTGRES_URL: postgres.url } })
      try {
        const exited = once(replica, 'exit')
        await once(replica, 'message')
        replica.disconnect()
        expect(await exited).toEqual([0, null])
      } finally {
        replica.kill('SIGKILL')
        await postgres.stop()
      }
    },
    60_000,
  )

  test.each(tests)(
    '%s passes',
    async (example) => {
      const report = await runTests(path.join(folder, example))
      expect(report).toMatch(/^# pass [1-9]/m)
      expect(report).toMatch(/^# fail 0$/m)
    },
    120_000,
  )

  test.each(files)('%s imports the package by its name', (example) => {
    // What is tested lies beside its test.
    const own = example.endsWith('.test.mjs') ? [`./${path.basename(example).replace('.test', '')}`] : []
    const relative = [...sourceOf(example).matchAll(/from '(\.\.?\/[^']+)'/g)].map((match) => match[1] ?? '')
    expect(relative.filter((target) => !own.includes(target))).toEqual([])
  })
})
