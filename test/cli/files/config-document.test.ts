import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { checkConfig, configVersion, readConfig } from '../../../src/cli/files/config-document.js'

const schema = z.strictObject({
  apiVersion: configVersion('example.com/v1', 'example.com/v1beta1'),
  limits: z.array(z.strictObject({ qps: z.int('expected a whole number') })).min(1, 'expected at least one limit'),
})
const check = async (text: string) => checkConfig(schema, await readConfig(text))
const HEAD = 'apiVersion: example.com/v1\n'

test.each([
  [`${HEAD}limits:\n  - { qps: 1 }\n  - qps: many`, 'line 4: limits[1].qps: expected a whole number'],
  [`${HEAD}limits: []`, 'line 2: limits: expected at least one limit'],
  [`${HEAD}\nlimits:\n  - qps: 1\n    burst: 2`, 'line 5: limits[0]: Unrecognized key: "burst"'],
  [`${HEAD}limits:\n  - {}`, 'line 3: limits[0].qps: expected a whole number'],
  ['limits: [{ qps: 1 }]', 'line 1: apiVersion: expected example.com/v1, example.com/v1beta1, found undefined'],
  ['- 1', 'line 1: Invalid input: expected object, received array'],
  [
    JSON.stringify({ apiVersion: 'v2', limits: [] }, null, 2),
    'line 2: apiVersion: expected example.com/v1, example.com/v1beta1, found "v2"',
  ],
])('%j is refused with its line: %s', async (text, message) => {
  await expect(check(text)).rejects.toThrow(new Error(message))
})

test('a file may be as large as other files of an operator, and the error for a larger one is about the file', async () => {
  const of = (count: number) => JSON.stringify({ apiVersion: 'example.com/v1', limits: Array(count).fill({ qps: 1 }) })
  expect((await check(of(60_000))).limits).toHaveLength(60_000)
  await expect(check(of(600_000))).rejects.toThrow('the document has more than 1000000 fields and items')
})

test.each([
  [`${HEAD}limits: [{ qps: 1 }]\nlimits: [{ qps: 1000 }]`, 'line 3: key "limits" already set in map'],
  [`${HEAD}limits: [{ qps: 1, qps: 2 }]`, 'line 2: key "qps" already set in map'],
  ['{\n"apiVersion": "example.com/v1",\n"limits": [{ "qps": 1 }],\n"limits": [] }', 'line 4: key "limits" already set in map'],
])('%j with a duplicate key is refused with the line of the second one: %s', async (text, message) => {
  await expect(check(text)).rejects.toThrow(new Error(message))
})

test('an error in a part has its line in the whole file', async () => {
  const document = await readConfig(`${HEAD}plugins:\n  - configuration:\n      limits: [{ qps: 1.5 }]`)
  const { plugins } = document.value as { plugins: readonly { configuration: object }[] }
  const part = {
    ...document,
    value: { apiVersion: 'example.com/v1', ...plugins[0]?.configuration },
    path: ['plugins', 0, 'configuration'],
  }
  await expect(checkConfig(schema, part)).rejects.toThrow(
    'line 4: plugins[0].configuration.limits[0].qps: expected a whole number',
  )
})

test('what is right comes with the defaults of its schema', async () => {
  expect(await check(`${HEAD}limits: [{ qps: 1 }]`)).toEqual({ apiVersion: 'example.com/v1', limits: [{ qps: 1 }] })
})

test('a fault in a text that is too large to be parsed again is reported without its line', async () => {
  const text = JSON.stringify({ apiVersion: 'example.com/v1', limits: [], more: ' '.repeat(3_000_000) })
  await expect(check(text)).rejects.toThrow(/^limits: expected at least one limit$/)
})
