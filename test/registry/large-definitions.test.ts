import { expect, jest, test } from '@jest/globals'
import { testPlane } from '../server/plane.js'
import { jsonOf, whole } from '../server/requests.js'

const DEFINITIONS = '/apis/apiextensions.platform.io/v1/customresourcedefinitions'

test('a definition too large to be kept parsed is established like any other, in a few writes', async () => {
  const { plane, send } = await testPlane()
  const properties = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`p${n}`, { type: 'string' }]))
  const schema = { openAPIV3Schema: { type: 'object', properties } }
  const body = {
    metadata: { name: 'wides.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'wides', kind: 'Wide' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
  expect((await send('POST', DEFINITIONS, { body })).status).toBe(201)
  const { status, metadata } = jsonOf(await whole(await send('GET', `${DEFINITIONS}/wides.example.com`))) as {
    status: { conditions: { type: string; status: string }[] }
    metadata: { resourceVersion: string }
  }
  expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }))
  expect(Number(metadata.resourceVersion)).toBeLessThan(20)
  await plane.close()
})

test('the schemas of a definition are not parsed again when another one of its group comes', async () => {
  const { plane, send } = await testPlane()
  const marker = 'a description that stands in this definition alone'
  const body = (name: string, description: string) => ({
    metadata: { name: `${name}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: name, kind: name },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          // Too large to be remembered as parsed.
          schema: { openAPIV3Schema: { type: 'object', description: description.repeat(10_000) } },
        },
      ],
    },
  })
  await send('POST', DEFINITIONS, { body: body('firsts', marker) })
  const parse = jest.spyOn(JSON, 'parse')
  await send('POST', DEFINITIONS, { body: body('seconds', 'another') })
  const parsed = parse.mock.calls.map(([text]) => text)
  parse.mockRestore()
  const timesOf = (part: string) => parsed.filter((text) => text.includes(part)).length
  expect(timesOf('another')).toBeGreaterThan(0)
  expect(timesOf(marker)).toBe(0)
  await plane.close()
})
