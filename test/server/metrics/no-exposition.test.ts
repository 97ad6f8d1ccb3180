import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { ApiError } from '../../../src/meta/index.js'
import { createExposition } from '../../../src/server/metrics/no-exposition.js'

test('a plane in a page has no metrics: 404', () => {
  expect(createExposition).toThrow(ApiError)
  expect(createExposition).toThrow('the server could not find the requested resource')
})

test('bundlers for browsers replace prom-client by it, and the server of tests', () => {
  const root = new URL('../../../', import.meta.url)
  const { browser } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { browser: Record<string, string> }
  // The CommonJS form has the same files.
  const [sources, common] = [false, true].map((is) =>
    Object.entries(browser)
      .flat()
      .filter((file) => file.startsWith('./dist/cjs/') === is),
  ) as [string[], string[]]
  expect(common.map((file) => file.replace('/cjs/', '/'))).toEqual(sources)
  const replaced = [
    'server/metrics/exposition',
    'server/metrics/no-exposition',
    'testing/https-server',
    'testing/no-https-server',
  ]
  expect(sources).toEqual(replaced.map((name) => `./dist/${name}.js`))
  const missing = sources.filter((file) => !existsSync(new URL(file.replace('dist', 'src').replace('.js', '.ts'), root)))
  expect(missing).toEqual([])
})
