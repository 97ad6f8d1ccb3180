import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { fetchHandler } from '../../../src/public/adapters.js'
import { createControlPlane, defineResource } from '../../../src/public/index.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these conversions from being written
type Loose = any

const same = (fields: Loose) => fields

/** A plane whose boxes have two versions of equal schemas, and what its log says. */
async function planeOf(conversion: { readonly toStorage?: Loose; readonly fromStorage?: Loose }, schema?: Loose) {
  const logged: string[] = []
  const typed = { spec: z.object({ color: z.string(), note: z.string().optional() }), status: z.object({ n: z.int() }) }
  const Box = defineResource({
    group: 'shop.example.com',
    kind: 'Box',
    versions: ['v1', 'v1beta1'].map((name) => ({ name, schema: schema ?? typed })),
    conversions: { v1beta1: { toStorage: same, fromStorage: same, ...conversion } } as Loose,
  })
  const error = (_message: string, fields?: Loose) => void logged.push(fields.error.message)
  const plane = await createControlPlane({ resources: [Box], logger: { error, info() {} } })
  const ask = async (method: string, version: string, spec?: object) => {
    const path = `http://plane/apis/shop.example.com/${version}/namespaces/default/boxes${spec ? '' : '/crate'}`
    const object = { apiVersion: `shop.example.com/${version}`, kind: 'Box', metadata: { name: 'crate' }, spec }
    const init = spec && { body: JSON.stringify(object), headers: { 'content-type': 'application/json' } }
    const answer = await fetchHandler(plane)(new Request(path, { method, ...init }))
    return { code: answer.status, ...((await answer.json()) as Loose) }
  }
  return { plane, ask, logged }
}

const EXPECTED = 'expected { spec } or { spec, status }'
const EXPECTED_SPEC = 'expected a spec, in { spec } or { spec, status }'
const MISTAKES: readonly (readonly [string, (fields: Loose) => unknown, string])[] = [
  ['a promise', async (fields) => fields, `result is a promise (await it): ${EXPECTED}`],
  ['a promise that is rejected', () => Promise.reject(new Error('no')), `result is a promise (await it): ${EXPECTED}`],
  ['nothing', () => {}, `result is undefined: ${EXPECTED}`],
  ['text', () => 'red', `result is "red": ${EXPECTED}`],
  ['a list', ({ spec }) => [spec], `result is a list: ${EXPECTED}`],
  ['a bare spec', ({ spec }) => spec, `result.spec is undefined: ${EXPECTED_SPEC}`],
  ['no spec', () => ({ spec: undefined }), `result.spec is undefined: ${EXPECTED_SPEC}`],
  ['a promise of a spec', async ({ spec }) => ({ spec }), `result is a promise (await it): ${EXPECTED}`],
  [
    'a spec that is a promise',
    ({ spec }) => ({ spec: Promise.resolve(spec) }),
    `result.spec is a promise (await it): ${EXPECTED_SPEC}`,
  ],
]

describe('a conversion that returns what is no object of the version', () => {
  test.each(MISTAKES)('is a 500 of a write, and the log says why: %s', async (_what, toStorage, line) => {
    const { plane, ask, logged } = await planeOf({ toStorage })
    expect(await ask('POST', 'v1beta1', { color: 'red' })).toMatchObject({ code: 500, reason: 'InternalError' })
    expect(logged).toEqual([`resource Box: conversions.v1beta1.toStorage (v1beta1 to v1): ${line}`])
    await plane.close()
  })

  test.each(MISTAKES)('is a 500 of a read, and nothing stored is lost: %s', async (_what, fromStorage, line) => {
    const { plane, ask, logged } = await planeOf({ fromStorage })
    await ask('POST', 'v1', { color: 'red' })
    expect(await ask('GET', 'v1beta1')).toMatchObject({ code: 500, reason: 'InternalError' })
    expect(logged).toEqual([`resource Box: conversions.v1beta1.fromStorage (v1 to v1beta1): ${line}`])
    expect(await ask('GET', 'v1')).toMatchObject({ code: 200, spec: { color: 'red' } })
    await plane.close()
  })

  test('is found with JSON schemas, too', async () => {
    const spec = { type: 'object', properties: { color: { type: 'string' } } }
    for (const schema of [{ spec }, { type: 'object', properties: { spec } }]) {
      const { plane, ask } = await planeOf({ toStorage: (fields: Loose) => fields.spec }, schema)
      expect(await ask('POST', 'v1beta1', { color: 'red' })).toMatchObject({ code: 500 })
      await plane.close()
    }
  })
})

test.each<[string, (fields: Loose) => unknown]>([
  ['a status', ({ spec }) => ({ spec, status: undefined })],
  ['a field', ({ spec }) => ({ spec: { color: spec.color, note: spec.note } })],
])('%s that a conversion leaves undefined is none', async (_what, convert) => {
  const { plane, ask, logged } = await planeOf({ toStorage: convert, fromStorage: convert })
  expect(await ask('POST', 'v1beta1', { color: 'red' })).toMatchObject({ code: 201, spec: { color: 'red' } })
  expect((await ask('GET', 'v1')).spec).toEqual({ color: 'red' })
  expect((await ask('GET', 'v1beta1')).spec).toEqual({ color: 'red' })
  expect(logged).toEqual([])
  await plane.close()
})
