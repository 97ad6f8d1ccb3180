import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { build, promisesOf, root, runFile } from './run-program.js'

const folder = path.join(root, 'examples')
const examples = readdirSync(folder).filter((file) => /\.m?js$/.test(file))

describe('the examples', () => {
  beforeAll(build, 120_000)

  test('are there', () => expect(examples.length).toBeGreaterThan(0))

  test.each(examples)(
    '%s prints what its comments say',
    async (example) => {
      const source = readFileSync(path.join(folder, example), 'utf8')
      expect(promisesOf(source).length).toBeGreaterThan(0)
      expect(await runFile(path.join(folder, example))).toEqual(promisesOf(source))
    },
    30_000,
  )

  test.each(examples)('%s imports the package by its name', (example) => {
    expect(readFileSync(path.join(folder, example), 'utf8')).not.toMatch(/from '\.\.?\//)
  })
})
