import { expect, test } from '@jest/globals'
import { fetchHandler } from '../../../src/public/adapters.js'
import { createControlPlane, defineResource } from '../../../src/public/index.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these handlers from being written
type Loose = any

const kind = 'WidgetTrial'
const cycle: Record<string, unknown> = {}
cycle.self = cycle

/** A plane whose widgets have a subresource, and what its log says. */
async function planeOf(trial: Loose) {
  const logged: string[] = []
  const Widget = defineResource({
    group: 'shop.example.com',
    kind: 'Widget',
    versions: [{ name: 'v1', subresources: { trial } }],
  })
  const logger = {
    error: (message: string, fields?: Loose) => void logged.push(`${message}: ${fields.error.message}`),
    info() {},
  }
  const plane = await createControlPlane({ resources: [Widget], logger })
  const widgets = plane.client().resource<Loose>(WIDGETS).namespace('default')
  await widgets.create({ metadata: { name: 'lamp' } })
  return { plane, widgets, logged }
}

const WIDGETS = { group: 'shop.example.com', version: 'v1', kind: 'Widget' }
const LAMP = 'http://plane/apis/shop.example.com/v1/namespaces/default/widgets/lamp/trial'

test.each<[string, unknown, string]>([
  ['a bigint', { status: { at: 1n } }, 'create of trial: result.status.at is a bigint (1n): expected JSON'],
  ['NaN', { status: Number.NaN }, 'create of trial: result.status is NaN: expected JSON'],
  ['an object that contains itself', cycle, 'create of trial: result.self is a part of itself: expected JSON'],
  ['a text', 'done', 'create of trial: result is "done": expected an object'],
])('an action that returns %s is a 500 at both doors, and the log says what is wrong', async (_what, result, line) => {
  const { plane, widgets, logged } = await planeOf({ kind, create: () => result })
  const body = { apiVersion: 'shop.example.com/v1', kind }
  await expect(widgets.subresource('trial').create('lamp', body)).rejects.toMatchObject({ status: { code: 500 } })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetchHandler(plane)(new Request(LAMP, { method: 'POST', headers, body: JSON.stringify(body) }))
  expect(answer.status).toBe(500)
  expect(logged).toEqual([expect.stringContaining(line), expect.stringContaining(line)])
  await plane.close()
})

test.each<[string, Loose, string]>([
  ['a stream that is text', { stream: () => 'hello' }, 'stream: result is "hello": expected an async iterable'],
  ['no stream', { stream: () => {} }, 'stream: result is undefined: expected an async iterable'],
  ['no response of a proxy', { proxy: () => {} }, 'proxy: result is undefined: expected a Response'],
  ['a response of a proxy that is none', { proxy: () => ({ status: 200 }) }, 'proxy: result is an object: expected a Response'],
])('%s is a 500, and the log says what is wrong', async (_what, trial, line) => {
  const { plane, logged } = await planeOf(trial)
  expect((await fetchHandler(plane)(new Request(LAMP))).status).toBe(500)
  expect(logged).toEqual([`a request failed: ${line}${line.endsWith('iterable') ? ', such as an async generator returns' : ''}`])
  await plane.close()
})

test.each<[string, () => AsyncGenerator<unknown>, string]>([
  [
    'a chunk that is an object',
    async function* () {
      yield { line: 1 }
    },
    'stream: a chunk is an object: expected text or bytes',
  ],
  [
    'a stream that throws after it has begun',
    // biome-ignore lint/correctness/useYield: it throws before
    async function* () {
      throw new Error('no such file')
    },
    'no such file',
  ],
])('%s breaks the connection, and the log says why', async (_what, stream, line) => {
  const { plane, logged } = await planeOf({ stream })
  const answer = await fetchHandler(plane)(new Request(LAMP))
  await expect(answer.text()).rejects.toThrow()
  expect(logged).toEqual([`a connection failed: ${line}`])
  await plane.close()
})
