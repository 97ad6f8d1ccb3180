import { describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import type { PathHandler, ServerResponse, StreamBody } from '../../src/server/index.js'
import { send } from './clients.js'
import { hosts } from './hosts.js'
import { mounted } from './mounted.js'
import { until } from './until.js'

const bytes = new TextEncoder().encode('from the embedder')
let released = 0
const stream: StreamBody = {
  start(sink) {
    sink.write(bytes)
    sink.end()
    return () => {
      released += 1
    }
  },
}

/** Answers of an embedder whose head HTTP does not allow. */
const answers: Readonly<Record<string, ServerResponse>> = {
  '/bad-value': { status: 200, headers: [['x-note', 'two\r\nlines']], body: bytes },
  '/bad-name': { status: 200, headers: [['x note', 'a']], body: bytes },
  '/bad-status': { status: 42, headers: [['x-note', 'a']], body: bytes },
  '/bad-stream': { status: 200, headers: [['x-note', 'two\r\nlines']], body: stream },
}
const embedder: PathHandler = { handle: async ({ path }) => answers[path] }

function options() {
  const logged: unknown[] = []
  const logger = { info() {}, error: (_message: string, details?: unknown) => logged.push(details) }
  return { logged, options: { pathHandlers: [embedder], logger } }
}

const logOf = (path: string) => [
  { path, auditId: expect.any(String), error: expect.objectContaining({ message: expect.any(String) }) },
]

describe.each(Object.keys(hosts))('behind %s', (name) => {
  test.each(Object.keys(answers))('an answer that cannot be sent, %s, is logged and becomes a 500', async (path) => {
    const { logged, options: given } = options()
    const before = released
    const { host } = await mounted(name, given)
    const answer = await send(host, { path })
    expect([answer.status, answer.headers['content-type'], answer.headers['x-note']]).toEqual([
      500,
      'application/json',
      undefined,
    ])
    expect(JSON.parse(answer.text)).toMatchObject({ kind: 'Status', code: 500, reason: 'InternalError' })
    expect(logged).toEqual(logOf(path))
    expect(answer.headers['audit-id']).toBe((logged as { auditId: string }[])[0]?.auditId)
    if (path === '/bad-stream') await until(() => released === before + 1)
  })
})

describe('behind fetch', () => {
  test.each(Object.keys(answers))('an answer that cannot be sent, %s, is logged and becomes a 500', async (path) => {
    const { logged, options: given } = options()
    const before = released
    const plane = await createControlPlane(given)
    const answer = await fetchHandler(plane)(new Request(`http://plane.example${path}`))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/json'])
    expect(await answer.json()).toMatchObject({ kind: 'Status', code: 500, reason: 'InternalError' })
    expect(logged).toEqual(logOf(path))
    if (path === '/bad-stream') expect(released).toBe(before + 1)
    await plane.close()
  })
})
