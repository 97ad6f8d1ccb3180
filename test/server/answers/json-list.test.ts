import { describe, expect, test } from '@jest/globals'
import { ApiError, type ApiObject, platformDialect } from '../../../src/meta/index.js'
import { builtinResources, type ResourceDefinition } from '../../../src/resources/index.js'
import { jsonList } from '../../../src/server/answers/json-list.js'
import { ListCache } from '../../../src/server/answers/list-cache.js'
import { metadataWriter } from '../../../src/server/answers/shaped-rows.js'
import { storedForm } from '../../../src/server/answers/stored-form.js'
import type { ServerResponse } from '../../../src/server/index.js'
import type { Row } from '../../../src/store/index.js'
import { rowOf } from '../rows.js'
import { until } from './until.js'

const configMaps = builtinResources(platformDialect).find(({ names }) => names.plural === 'configmaps') as ResourceDefinition
const form = storedForm(configMaps, configMaps.versions[0] as (typeof configMaps.versions)[number])
const writeRow = metadataWriter(form, 'meta.platform.io/v1')
const rowsOf = (count: number, bytes: number): Row[] =>
  Array.from({ length: count }, (_, i) =>
    rowOf(
      { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: `c${i}` }, data: { text: 'x'.repeat(bytes) } } as ApiObject,
      i + 1,
    ),
  )
const write = async (rows: readonly Row[], list: { writeRow?: typeof writeRow } = {}): Promise<ServerResponse> => {
  const page = { rows, revision: 9, continue: undefined, remainingItemCount: undefined }
  const onFault = (error: unknown) => {
    throw error
  }
  return jsonList({ head: '{"items":[', ...list }, page, form, { lists: new ListCache(), onFault })
}
/** The whole body, and in how many pieces it came. */
async function read({ body }: ServerResponse): Promise<{ items: { metadata: { name: string } }[]; pieces: number }> {
  const decoder = new TextDecoder()
  if (body instanceof Uint8Array) return { ...JSON.parse(decoder.decode(body)), pieces: 0 }
  let text = ''
  let pieces = 0
  let over = false
  body.start({
    write(chunk) {
      text += decoder.decode(chunk, { stream: true })
      pieces += 1
      return 0
    },
    onDrained() {},
    end() {
      over = true
    },
    abort() {},
  })
  await until(() => over)
  return { ...JSON.parse(text), pieces }
}

describe.each([
  ['a list', {}],
  ['a list of metadata', { writeRow }],
])('%s', (what, list) => {
  test.each([0, 1, 3])('of %s short rows is written whole', async (count) => {
    const { items, pieces } = await read(await write(rowsOf(count, 10), list))
    expect([items.map(({ metadata }) => metadata.name), pieces]).toEqual([rowsOf(count, 10).map(({ name }) => name), 0])
  })

  test('of more than a mebibyte has the same items, in slices', async () => {
    const rows = rowsOf(40, 60_000)
    const { items, pieces } = await read(await write(rows, list))
    expect(items.map(({ metadata }) => metadata.name)).toEqual(rows.map(({ name }) => name))
    expect(pieces).toBeGreaterThan(what === 'a list' ? 10 : 0)
  })

  test.each([
    ['short', 10],
    ['long', 60_000],
  ])('that is %s and has a row that cannot be read fails before anything is sent', async (_length, bytes) => {
    const rows = rowsOf(40, bytes)
    const broken = Object.defineProperty({ ...(rows[39] as Row) }, 'jsonLength', {
      get() {
        throw new ApiError({ code: 500, reason: 'StoreReadError', message: 'cannot be read' })
      },
    })
    await expect(write([...rows.slice(0, 39), broken], list)).rejects.toThrow('cannot be read')
  })
})
