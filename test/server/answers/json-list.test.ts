import { describe, expect, test } from '@jest/globals'
import { ApiError, type ApiObject, platformDialect } from '../../../src/meta/index.js'
import { builtinResources, defineResource, type ResourceDefinition } from '../../../src/resources/index.js'
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
const write = async (
  rows: readonly Row[],
  list: { writeRow?: typeof writeRow } = {},
  lists = new ListCache(),
  shown = form,
): Promise<ServerResponse> => {
  const page = { rows, revision: 9, continue: undefined, remainingItemCount: undefined }
  const onFault = (error: unknown) => {
    throw error
  }
  return jsonList({ head: '{"items":[', ...list }, page, shown, { lists, onFault })
}
/** The whole body, and in how many pieces it came. */
async function read({ body }: ServerResponse): Promise<{ items: { metadata: { name: string } }[]; pieces: number }> {
  const decoder = new TextDecoder()
  if (body instanceof Uint8Array) return { ...JSON.parse(decoder.decode(body)), pieces: 0 }
  let text = ''
  let pieces = 0
  let over = false
  let bytes = 0
  body.start({
    write(chunk, onSent) {
      text += decoder.decode(chunk, { stream: true })
      pieces += 1
      bytes += chunk.length
      // The next slice is written to the same memory.
      onSent?.()
      return 0
    },
    onDrained() {},
    end() {
      over = true
    },
    abort() {},
  })
  await until(() => over)
  if (body.length !== undefined) expect(bytes).toBe(body.length)
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

  test.each([
    ['130 KiB', 13, 10_000],
    ['800 KiB', 800, 1_000],
    ['2 MiB, of rows that are larger than a slice', 5, 400_000],
  ])('of %s has the same items in the first, second and third request', async (_size, count, bytes) => {
    const rows = rowsOf(count, bytes)
    const lists = new ListCache()
    for (let time = 0; time < 3; time += 1) {
      const { items } = await read(await write(rows, list, lists))
      expect(items.map(({ metadata }) => metadata.name)).toEqual(rows.map(({ name }) => name))
    }
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
    const get = () => {
      throw new ApiError({ code: 500, reason: 'StoreReadError', message: 'cannot be read' })
    }
    const broken = Object.defineProperties({ ...(rows[39] as Row) }, { jsonLength: { get }, itemLength: { get } })
    await expect(write([...rows.slice(0, 39), broken], list)).rejects.toThrow('cannot be read')
  })
})

describe('a list of bytes', () => {
  const schema = { type: 'object', 'x-platform-preserve-unknown-fields': true } as const
  const gadgets = defineResource({
    group: 'example.com',
    kind: 'Gadget',
    versions: [
      { name: 'v2', schema, storage: true },
      { name: 'v1', schema },
    ],
  })
  const versionOf = (name: string) =>
    gadgets.versions.find((version) => version.name === name) as (typeof gadgets.versions)[number]
  const text = 'x'.repeat(5_000)
  const rows = Array.from({ length: 100 }, (_, i) => {
    const apiVersion = `example.com/${i % 3 === 0 ? 'v1' : 'v2'}`
    return rowOf({ kind: 'Gadget', apiVersion, metadata: { name: `g${i}` }, text } as ApiObject, i + 1)
  })
  const lengthOf = ({ body }: ServerResponse) => body.length

  test.each(['v1', 'v2'])(
    'of a custom type has items of %s, and a content-length if all are stored in that version',
    async (asked) => {
      const shown = storedForm(gadgets, versionOf(asked))
      const mixed = await write(rows, {}, new ListCache(), shown)
      expect(lengthOf(mixed)).toBeUndefined()
      expect((await read(mixed)).items).toEqual(rows.map(({ object }) => ({ ...object, apiVersion: `example.com/${asked}` })))
      const same = rows.filter(({ object }) => object.apiVersion.endsWith(asked))
      const copied = await write(same, {}, new ListCache(), shown)
      expect(lengthOf(copied)).toBeGreaterThan(5_000 * same.length)
      expect((await read(copied)).items).toEqual(same.map(({ object }) => object))
    },
  )

  test('without managed fields lacks them, and has no content-length', async () => {
    const managed = Array.from({ length: 50 }, (_, i) => {
      const metadata = { name: `c${i}`, managedFields: [{ manager: text }] }
      return rowOf({ kind: 'ConfigMap', apiVersion: 'v1', metadata } as ApiObject, i + 1)
    })
    const answer = await write(managed, {}, new ListCache(), storedForm(configMaps, form.version, true))
    expect(lengthOf(answer)).toBeUndefined()
    const { items } = await read(answer)
    expect(items.map(({ metadata }) => metadata)).toEqual(
      managed.map(({ name, revision }) => ({ name, resourceVersion: String(revision) })),
    )
  })
})
