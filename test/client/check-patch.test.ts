import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Client } from '../../src/client/index.js'
import { connect } from '../../src/client/node/index.js'
import { ApiError } from '../../src/meta/index.js'
import { type TestServer, testServer } from '../../src/testing/index.js'
import { Widget, widget } from '../testing/widget.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

let server: TestServer
let overHttp: Client
beforeAll(async () => {
  server = await testServer({ resources: [Widget] })
  overHttp = connect({ server: server.url, ca: server.ca, token: server.token })
  await server.plane.seed([widget('lamp')])
})
afterAll(async () => {
  overHttp.close()
  await server.close()
})
const widgets = (client: Client = server.plane.client()) => client.resource(Widget).namespace('default')

const A_LIST = "expected a list of operations, such as [{ op: 'replace', path: '/spec/replicas', value: 3 }]"
const A_POINTER = "expected a JSON pointer, such as '/spec/replicas'"
const ONE_OF = 'expected one of { json: [...] }, { merge: {...} } and { strategic: {...} }'

test.each<[string, Loose, string]>([
  ['no patch', undefined, `patch is undefined: ${ONE_OF}`],
  ['the operations alone', [{ op: 'remove', path: '/a' }], `patch is a list: ${ONE_OF}`],
  ['changes alone', { spec: {} }, `patch is an object: ${ONE_OF}`],
  ['two formats', { json: [], merge: {} }, `patch is an object: ${ONE_OF}`],
  ['an operation instead of a list', { json: { op: 'remove', path: '/a' } }, `patch.json is an object: ${A_LIST}`],
  ['operations as text', { json: '[]' }, `patch.json is "[]": ${A_LIST}`],
  ['an operation that is no object', { json: ['remove'] }, 'patch.json[0] is "remove": expected an object'],
  [
    'an unknown operation',
    {
      json: [
        { op: 'remove', path: '/a' },
        { op: 'set', path: '/a', value: 1 },
      ],
    },
    'patch.json[1].op is "set": expected "add", "remove", "replace", "move", "copy" or "test"',
  ],
  ['an operation without a path', { json: [{ op: 'remove' }] }, `patch.json[0].path is undefined: ${A_POINTER}`],
  ['a path with dots', { json: [{ op: 'remove', path: '.spec.color' }] }, `patch.json[0].path is ".spec.color": ${A_POINTER}`],
  ['a copy without an origin', { json: [{ op: 'copy', path: '/a' }] }, `patch.json[0].from is undefined: ${A_POINTER}`],
  [
    'an operation without its value',
    { json: [{ op: 'add', path: '/a' }] },
    'patch.json[0].value is undefined: expected a value, or null',
  ],
  ['a merge patch that is a list', { merge: [] }, 'patch.merge is a list: expected an object'],
  ['no merge patch', { merge: undefined }, 'patch.merge is undefined: expected an object'],
  ['a strategic patch that is text', { strategic: '{}' }, 'patch.strategic is "{}": expected an object'],
])('%s is refused before it is sent', async (_what, patch, says) => {
  await expect(widgets().patch('lamp', patch)).rejects.toThrow(new TypeError(`patch: ${says}`))
})

test('a patch of the whole document, and null as a value, are no mistakes', async () => {
  const { metadata, ...others } = await widgets().get('lamp')
  const json = [
    { op: 'test', path: '/spec/none', value: null },
    { op: 'replace', path: '', value: { ...others, metadata: { name: metadata.name, namespace: metadata.namespace } } },
  ] as const
  expect(await widgets().patch('lamp', { json })).toMatchObject({ spec: { color: 'red' } })
})

describe('an operation that cannot be applied', () => {
  const json = [{ op: 'remove', path: '/spec/width' }] as const
  const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
    work.then(
      () => Promise.reject(),
      (error) => error,
    )
  const ofPlane = 'the server rejected our request due to an error in our request'

  test('is named in process', async () => {
    const error = await failureOf(widgets().patch('lamp', { json }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error.message).toBe(`${ofPlane}: operation 0 (remove): the patch cannot be applied: there is nothing at "/spec/width"`)
    expect(error.status).toMatchObject({ code: 422, reason: 'Invalid', message: ofPlane })
  })

  test('is described over HTTP, where the plane does not name it', async () => {
    const error = await failureOf(widgets(overHttp).patch('lamp', { json }))
    expect(error.message).toBe(`${ofPlane} (an operation cannot be applied: its path does not exist, or a test failed)`)
    expect(error.status).toMatchObject({ code: 422, reason: 'Invalid', message: ofPlane })
  })
})

test('an object that the patch makes invalid is refused in the words of the plane', async () => {
  const patch = { json: [{ op: 'remove', path: '/spec/color' }] } as const
  await expect(widgets().patch('lamp', patch)).rejects.toThrow(/color: Required value$/)
})
