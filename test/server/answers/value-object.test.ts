import { describe, expect, test } from '@jest/globals'
import { decodeYaml } from '../../../src/codec/index.js'
import { valueObject } from '../../../src/server/answers/value-object.js'
import type { Layout } from '../../../src/server/negotiation.js'
import { streamOf } from '../requests.js'
import { until } from './until.js'

const YAML: Layout = { format: 'yaml', pretty: false }
const INDENTED: Layout = { format: 'json', pretty: true }
const large = { data: Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`k${i}`, { value: i }])) }

const read = {
  yaml: async (text: string) => (await decodeYaml(new TextEncoder().encode(text))).value,
  json: async (text: string): Promise<unknown> => JSON.parse(text),
}

describe.each([
  ['YAML', YAML, read.yaml],
  ['indented JSON', INDENTED, read.json],
] as const)('an object in %s', (_, layout, parse) => {
  test('that is large is sent in slices, and yields to the event loop in between', async () => {
    const response = await valueObject(201, large, layout)
    expect(response.status).toBe(201)
    const slices: Uint8Array[] = []
    let others = 0
    let isOver = false
    const counting = setInterval(() => others++, 0)
    streamOf(response).start({
      write: (slice) => slices.push(slice) * 0,
      onDrained() {},
      end() {
        isOver = true
      },
      abort() {},
    })
    await until(() => isOver)
    clearInterval(counting)
    expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(64 * 1024)
    expect(others).toBeGreaterThan(1)
    expect(await parse(new TextDecoder().decode(Buffer.concat(slices)))).toEqual(large)
  })

  test('that is small is sent as a whole', async () => {
    const { body } = await valueObject(200, { data: { a: 'b' } }, layout)
    expect(body).toBeInstanceOf(Uint8Array)
    expect(await parse(new TextDecoder().decode(body as Uint8Array))).toEqual({ data: { a: 'b' } })
  })
})
